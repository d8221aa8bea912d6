/** Attacks as files that Python's client reads too: the browser refuses each at the entry that shows it. */
import { expect, test } from "vitest";
import { LogFault } from "../game/faults";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type Bytes } from "../fair/transcript";
import { birthOf, entriesOf } from "../testing/file";
import { logFiles, vectors } from "../testing/vectors";
import { Forked } from "./forks";
import { Identity, type Store } from "./identity";
import { Player } from "./player";
import { prover } from "./prover";

interface Told {
  what: string;
  code: string;
  index: number;
  reader: string;
  proof?: string;
}

const { attacks } = vectors<{ attacks: Record<string, Told> }>("attacks.json");
const files = logFiles("attacks");
const all = Object.entries(attacks);
const refused = all.filter(([, { code }]) => code !== "forked" && code !== "no-reveal");
const forks = all.filter(([, { code }]) => code === "forked");
const leftOut = all.filter(([, { code }]) => code === "no-reveal");
const STRANGER = Uint8Array.from({ length: 32 }, (_, place) => place);

const raws = (name: string): Bytes[] => entriesOf(files.get(`${name}.ono`)!);

function storage(): Store {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

/** The browser of the player who sees it, or of somebody who watches. */
function browser(entries: readonly Bytes[], { reader }: Told, store = storage()): Player {
  const { gid, table } = birthOf(entries);
  const player = new Player(new Identity(reader ? hexToBytes(reader) : STRANGER), store, gid, table);
  player.prove(prover);
  return player;
}

/** What refuses these entries, with all signatures checked; null if nothing does. */
function faultOf(player: Player, entries: readonly Bytes[]): Pick<Told, "code" | "index"> | null {
  try {
    player.follow(entries);
    while (player.checkOne()) continue;
    const { fault } = player.verdict;
    return fault && { code: fault.code, index: fault.index ?? -1 };
  } catch (fault) {
    if (!(fault instanceof LogFault)) throw fault;
    return { code: fault.code, index: fault.index ?? -1 };
  }
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (fault) {
    return fault;
  }
  return null;
}

test.each(refused)("%s", (name, told) => {
  const { what, code, index } = told;
  expect(faultOf(browser(raws(name), told), raws(name)), what).toEqual({ code, index });
});

test.each(forks)("%s", async (name, told) => {
  const store = storage();
  const player = browser(raws(name), told, store);
  expect(faultOf(player, raws(name)), "what was seen first").toBeNull();
  const beside = raws(`${name}.beside`);
  const later = { code: "wrong-previous", index: told.index + 1 };
  expect(faultOf(player, beside.slice(told.index + 1)), "what goes on from another entry").toEqual(later);
  const again = thrownBy(() => browser(beside, told, store).follow(beside));
  expect(again, "the other log after a reload").toBeInstanceOf(Forked);
  const proof = await (again as Forked).proof.arrayBuffer();
  expect(bytesToHex(new Uint8Array(proof)), "the proof is the one that Python writes").toBe(told.proof);
});

test.each(leftOut)("%s", (name, told) => {
  const player = browser(raws(name), told);
  expect(faultOf(player, raws(name)), "it is one's own word").toBeNull();
  expect(player.verdict.omitted).toEqual([1]);
  expect(new prover.Duties(player).cosign()).toBeNull();
});
