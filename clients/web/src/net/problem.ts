/** What stands in the way of playing on, as the page tells it. */
import { CodecFault } from "../fair/codec";
import { LogFault, NeedsNewer } from "../game/faults";
import { Impostor } from "./handshake";

/** `code`: of protocol.md 5 or log.md 11, or `replaced`, `needs-newer`, `wrong-table`. `fatal`: trying again is no use. */
export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly fatal: boolean;
}

const FATAL = ["bad-message", "bad-proof", "version", "log-rolled-back", "kicked"];

/** The table's `error` as a problem. */
export function problemOf(code: string, detail: string): Problem {
  return { code, detail, fatal: FATAL.includes(code) };
}

/** What the other side broke; null for what is a bug of this program. */
export function problemIn(fault: unknown): Problem | null {
  if (fault instanceof NeedsNewer) return { code: "needs-newer", detail: fault.message, fatal: true };
  const known = fault instanceof LogFault || fault instanceof Impostor || fault instanceof CodecFault;
  return known ? { code: fault.code, detail: fault.message, fatal: true } : null;
}
