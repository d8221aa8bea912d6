/** A seat held with new keys, and seed chains that run out: games of the Python side, followed by their own players. */
import { expect, test } from "vitest";
import { packed } from "../fair/codec";
import { FEW_LINKS } from "../fair/chains";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Bytes, hashed, same, textBytes } from "../fair/transcript";
import type { SeatAct } from "../game/acts";
import type { Human } from "../game/state";
import { birthOf, entriesOf } from "../testing/file";
import { Pair } from "../testing/pair";
import { logFiles } from "../testing/vectors";
import { commandBody, commandText, readEntry } from "./entry";
import { Identity, type Store } from "./identity";
import { Player } from "./player";
import { prover } from "./prover";

const files = logFiles("logs");
const secretOf = (name: string): Bytes => hashed("ono1/test", textBytes(name));

function memory(): Store {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

/** The player of this name, who has followed the log entry by entry; `each` is asked after each. */
function playerIn(name: string, log: string, each: (player: Player) => void = () => undefined): Player {
  const raws = entriesOf(files.get(log)!);
  const { gid, table } = birthOf(raws);
  const player = new Player(new Identity(secretOf(name)), memory(), gid, table);
  player.prove(prover);
  for (const raw of raws) {
    player.follow([raw]);
    each(player);
  }
  return player;
}

test("a player's program goes on with the new keys, and knows the hand with them", () => {
  const sessions = new Set<string>();
  const player = playerIn("Ana", "new-keys.ono", (at) => {
    sessions.add(bytesToHex(at.keys.session));
    if (at.seat === null) return;
    for (const slot of at.state.hands[at.seat] ?? []) expect(at.own.faces.has(slot)).toBe(true);
  });
  expect(player.verdict.fault).toBeNull();
  expect(player.seat).toBe(0);
  expect(sessions.size).toBe(3);
});

test("seeds come from the chain that a shuffle was begun with", () => {
  const asked: [number, number][] = [];
  playerIn("Ana", "new-chains.ono", (player) => {
    const due = player.state.shuffle && player.own.due(player.state, player.seat!);
    if (due) asked.push([due.k, due.k - due.base]);
  });
  expect(asked.at(-1)![0]).toBeGreaterThan(8);
  expect(asked.at(-1)![1]).toBeLessThan(asked.at(-1)![0]);
});

test("a new chain is asked for when few links are left, and not before", () => {
  const due: SeatAct[] = [];
  const player = playerIn("Ana", "sat-out.ono", (at) => {
    const { shuffles } = at.state;
    const act = shuffles > 1 ? new prover.Duties(at).reAnchor(shuffles + FEW_LINKS - 1) : null;
    if (act) due.push(act);
    if (shuffles > 1) expect(new prover.Duties(at).reAnchor(shuffles + FEW_LINKS)).toBeNull();
  });
  expect(due[0]).toEqual({ kind: "re_anchor", anchor: player.keys.chainFrom(2).anchor, base: 2 });
  expect(new prover.Duties(player).reAnchor(0)).toBeNull();
});

test("new keys are asked for with a join that the new session key signs", () => {
  const player = playerIn("Ben", "shares.ono");
  const before = player.keys.session;
  player.renew();
  expect(same(player.keys.session, before)).toBe(false);
  expect(player.seat).toBeNull();
  expect(player.join("Ben", null)).toMatchObject({ kind: "join", session: player.keys.session });
});

test("a seat that one's identity holds with other keys is taken over, and what is sealed to those is passed over", () => {
  const pair = new Pair().enter();
  const identity = Identity.in(pair.store);
  const keys = identity.keys(pair.table.gid, 7);
  const act = { kind: "join", ...keys.introduced(), name: "Ada", wanted: null } as const;
  const { index, hash } = readEntry(pair.table.raws.at(-1)!);
  const body = commandBody({ seat: null, counter: 1, seenIndex: index, seenHash: hash, step: null, act });
  const sig = keys.sign(commandText(pair.table.gid, body));
  const [entries, note] = pair.table.receive(packed(["command", { body, sig }]));
  const taking = pair.session.receive(entries!, 0);
  expect(pair.session.seat).toBeNull();
  expect(pair.session.receive(note!, 0).close).toBeNull();
  pair.carry(taking);
  expect(pair.session.seat).toBe(0);
  expect(same((pair.session.state.seats[0] as Human).session, keys.session)).toBe(false);
  expect(pair.session.problem).toBeNull();
  expect(pair.closed).toBe(false);
});
