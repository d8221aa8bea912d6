/** A whole game out of a log, as the one at seat 0 saw it. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { State } from "../src/game/state";
import { type View, view } from "../src/game/view";
import { Follower } from "../src/net/log";
import { birthOf, entriesOf } from "../src/testing/file";
import type { LogLine } from "../src/net/table.svelte";

export interface Replay {
  readonly game: string;
  readonly log: readonly LogLine[];
  /** Its last entry, by which the players are known. */
  readonly people: readonly LogLine[];
  readonly viewOf: (state: State) => View;
}

/** The cards that seat 0 ever held, by their slots: each was played or shown in the end. */
function facesOf(states: readonly State[]): Map<number, number> {
  const held = new Set(states.flatMap(({ hands }) => hands[0] ?? []));
  return new Map(states.flatMap(({ opened }) => [...opened].filter(([slot]) => held.has(slot))));
}

export function replayOf(file: Uint8Array<ArrayBuffer>): Replay {
  const raws = entriesOf(file);
  const { gid, table } = birthOf(raws);
  const steps = new Follower(gid, table, { head: null }).follow(raws);
  const faces = facesOf(steps.map(({ after }) => after));
  const log = steps.map(({ entry: { index, events, papers }, before, after }) => {
    return { index, events, papers, before, after, catchUp: false };
  });
  return { game: bytesToHex(gid), log, people: log.slice(-1), viewOf: (state) => view(state, faces, 0) };
}
