/** Whole games, entry by entry: the events alone give the digest at each index (folds.json). */
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { gameId, readEntry } from "../net/entry";
import { entriesOf } from "../testing/file";
import { logFiles, vectors } from "../testing/vectors";
import { evolve } from "./evolve";
import { INITIAL, digest } from "./state";

interface Fold {
  log: string;
  entries: number;
  game: string;
  head: string;
  digests: string;
}

const { folds } = vectors<{ folds: Fold[] }>("folds.json");
const files = logFiles("logs");

test("there is a fold for each log", () => {
  expect(folds.map(({ log }) => log)).toEqual([...files.keys()].map((name) => `logs/${name}`));
});

test.each(folds)("$log", ({ log, entries, game, head, digests }) => {
  const read = entriesOf(files.get(log.slice("logs/".length))!).map(readEntry);
  let state = INITIAL;
  const found = read.map(({ events }) => bytesToHex(digest((state = events.reduce(evolve, state)))));
  expect(found.join("")).toBe(digests);
  expect(bytesToHex(gameId(read[0]!.body))).toBe(game);
  expect([read.length, bytesToHex(read.at(-1)!.hash)]).toEqual([entries, head]);
});
