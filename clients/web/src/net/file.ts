/** The `.ono` file: a line, then the entries one after another (log.md 9). */
import { type Bytes, textBytes } from "../fair/transcript";
import { LogFault } from "../game/faults";

export const MAGIC = "ONO1\n";

const PAIR = 0x92;
/** A bin's first byte, and the bytes of length that follow it. */
const BINS: ReadonlyMap<number | undefined, number> = new Map([
  [0xc4, 1],
  [0xc5, 2],
]);
const SIG_FRAME = 66;

/** What a file holds: its whole entries, whether it ends inside one, and what is no entry. */
export interface Unfiled {
  readonly raws: Bytes[];
  readonly torn: boolean;
  readonly fault: LogFault | null;
}

/** The raw entries of a file, up to its end, its torn tail or the first bad byte; null if it is no log. */
export function unfiled(file: Bytes): Unfiled | null {
  const magic = textBytes(MAGIC);
  if (magic.some((byte, at) => file[at] !== byte)) return null;
  const raws: Bytes[] = [];
  for (let at = magic.length; at < file.length;) {
    const end = endOf(file, at);
    if (end === null)
      return { raws, torn: false, fault: new LogFault("bad-form", "[body, sig] expected", raws.length) };
    if (end > file.length) return { raws, torn: true, fault: null };
    raws.push(file.subarray(at, end));
    at = end;
  }
  return { raws, torn: false, fault: null };
}

/** Where the pair ends that begins here, past the file's end if that cannot be told; null for what is no pair. */
function endOf(file: Bytes, at: number): number | null {
  if (file[at] !== PAIR) return null;
  if (at + 1 === file.length) return Infinity;
  const width = BINS.get(file[at + 1]);
  if (width === undefined) return null;
  const body = at + 2 + width;
  if (body > file.length) return Infinity;
  return body + file.subarray(at + 2, body).reduce((size, byte) => size * 256 + byte, 0) + SIG_FRAME;
}
