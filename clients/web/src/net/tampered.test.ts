/** The tampered logs that both languages read: the browser names each fault by its code and its entry, as the audit does. */
import { expect, test } from "vitest";
import { LogFault } from "../game/faults";
import { entriesOf, followed } from "../testing/file";
import { logFiles, vectors } from "../testing/vectors";

interface Fault {
  what: string;
  code: string;
  index: number;
}

const { faults } = vectors<{ faults: Record<string, Fault> }>("tampered.json");
const files = logFiles("tampered");

/** The fault that ends the following of this log, or the first that its proofs find. */
function faultOf(file: Uint8Array): Pick<Fault, "code" | "index"> | null {
  try {
    const found = followed(entriesOf(file)).proofs.verdict.fault;
    return found && { code: found.code, index: found.index ?? -1 };
  } catch (fault) {
    if (!(fault instanceof LogFault)) throw fault;
    return { code: fault.code, index: fault.index ?? -1 };
  }
}

test.each(Object.entries(faults))("%s", (name, { what, code, index }) => {
  expect(faultOf(files.get(`${name}.ono`)!), what).toEqual({ code, index });
});
