/** Reading `.ono` files (log.md 9), and following them as a browser follows a table. */
import type { Bytes } from "../fair/transcript";
import type { EventOf } from "../game/events";
import { gameId, readEntry } from "../net/entry";
import { Follower, type Step } from "../net/log";
import { Proofs } from "../net/proofs";

const MAGIC = 5;

/** The raw entries of a file: `[body, sig]` one after another, of two bins each. */
export function entriesOf(file: Bytes): Bytes[] {
  const raws: Bytes[] = [];
  for (let at = MAGIC; at < file.length; at += raws.at(-1)!.length) {
    const body = binAt(file, at + 1);
    const end = at + 1 + body + binAt(file, at + 1 + body);
    raws.push(file.subarray(at, end));
  }
  return raws;
}

/** The size of the bin that begins here, its head included. */
function binAt(file: Bytes, at: number): number {
  const width = 1 << (file[at]! - 0xc4);
  return 1 + width + file.subarray(at + 1, at + 1 + width).reduce((size, byte) => size * 256 + byte, 0);
}

/** Game id and table key that a log says of itself. */
export function birthOf(raws: readonly Bytes[]): { gid: Bytes; table: Bytes } {
  const entry = readEntry(raws[0]!);
  return { gid: gameId(entry.body), table: (entry.events[0] as EventOf<"log-opened">).table };
}

/** A log followed to its end in batches, with every check done. */
export function followed(
  raws: readonly Bytes[],
  batch = raws.length,
): { follower: Follower; proofs: Proofs; steps: Step[] } {
  const { gid, table } = birthOf(raws);
  const follower = new Follower(gid, table, { head: null });
  const proofs = new Proofs(gid, table, null);
  const steps: Step[] = [];
  for (let at = 0; at < raws.length; at += batch) {
    const taken = follower.follow(raws.slice(at, at + batch));
    proofs.take(taken.map((step) => ({ step, reader: null })));
    steps.push(...taken);
  }
  while (proofs.waiting > 0) proofs.checkOne();
  return { follower, proofs, steps };
}
