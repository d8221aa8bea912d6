/** Forks: one table that signed two entries for one place of one game, and the proof that anybody can carry (log.md 12). */
import { packed } from "../fair/codec";
import { type Bytes, textBytes } from "../fair/transcript";
import { LogFault } from "../game/faults";
import type { Entry } from "./entry";

type Pair = Pick<Entry, "body" | "sig">;

const MAGIC = textBytes("ONOFORK1\n");

/** The table has signed another entry in this place; `proof` is the file that shows both. */
export class Forked extends LogFault {
  readonly proof: Blob;

  /** The table's key must have signed both. */
  constructor(table: { readonly gid: Bytes; readonly key: Bytes }, index: number, pairs: readonly [Pair, Pair]) {
    super("forked", "the table signed two entries for this place", index);
    const both = pairs.map(({ body, sig }) => [body, sig]).sort(([a], [b]) => order(a!, b!));
    this.proof = new Blob([MAGIC as BlobPart, packed([table.gid, table.key, index, ...both]) as BlobPart]);
  }
}

/** Bytes as they are sorted, the shorter first where it begins the longer. */
function order(a: Bytes, b: Bytes): number {
  const at = a.findIndex((byte, place) => byte !== b[place]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}
