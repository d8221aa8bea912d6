/** A whole game out of a log, as the one at seat 0 saw it. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { INITIAL, type State } from "../src/game/state";
import { type View, view } from "../src/game/view";
import { Follower } from "../src/net/log";
import { birthOf, entriesOf } from "../src/testing/file";
import type { LogLine } from "../src/net/table.svelte";

export interface Replay {
  readonly game: string;
  readonly log: readonly LogLine[];
  readonly viewOf: (state: State) => View;
}

/** Every card that the log opened sooner or later, by its slot: what a hand held is played or shown in the end. */
function facesOf(states: readonly State[]): Map<number, number> {
  return new Map(states.flatMap(({ opened }) => [...opened]));
}

export function replayOf(file: Uint8Array<ArrayBuffer>): Replay {
  const raws = entriesOf(file);
  const { gid, table } = birthOf(raws);
  const steps = new Follower(gid, table, { head: null }).follow(raws);
  const faces = facesOf([INITIAL, ...steps.map(({ after }) => after)]);
  return {
    game: bytesToHex(gid),
    log: steps.map(({ entry: { index, events }, before, after }) => ({ index, events, before, after, catchUp: false })),
    viewOf: (state) => view(state, faces, 0),
  };
}
