/** `.ono` files, followed as a browser follows a table. */
import type { Bytes } from "../fair/transcript";
import type { EventOf } from "../game/events";
import { gameId, readEntry } from "../net/entry";
import { unfiled } from "../net/file";
import { Follower, type Step } from "../net/log";
import { Proofs } from "../net/proofs";

/** The raw entries of a file that is one. */
export const entriesOf = (file: Bytes): Bytes[] => unfiled(file)!.raws;

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
