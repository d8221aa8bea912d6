/** The session against a scripted table, over an imagined wire: what it says, what it checks, what it does by itself. */
import { describe, expect, test } from "vitest";
import { type Plain, packed, unpacked } from "../fair/codec";
import { fingerprint, sign } from "../fair/keys";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Bytes, hashed } from "../fair/transcript";
import { view } from "../game/view";
import { NONCE, Pair } from "../testing/pair";
import { ROOM, ScriptedTable } from "../testing/scripted";
import { headText, readPair } from "./entry";
import { Identity } from "./identity";
import { prover } from "./prover";
import { Session } from "./session";

describe("entering", () => {
  test("a handshake ends inside the room, with the log followed", () => {
    const pair = new Pair().enter(fingerprint(new ScriptedTable().table));
    expect(pair.said).toEqual(["hello", "prove", "enter", "seen"]);
    expect(pair.session).toMatchObject({ open: true, room: ROOM, seat: null, problem: null });
    expect(pair.session.isCatchUp(1)).toBe(true);
    expect(pair.session.isCatchUp(2)).toBe(false);
  });

  test("a table with another key than the link names is left", () => {
    const pair = new Pair().enter("a".repeat(16));
    expect(pair.session.problem).toMatchObject({ code: "wrong-table", fatal: true });
    expect(pair).toMatchObject({ closed: true, said: ["hello"] });
  });

  test("a welcome that was made for another address is refused", () => {
    const pair = new Pair();
    pair.session = new Session(Identity.in(pair.store), pair.store, "elsewhere.test");
    expect(pair.enter().session.problem).toMatchObject({ code: "bad-proof", fatal: true });
  });

  test("a room that is not there is not asked for again", () => {
    const pair = new Pair();
    pair.session.want({ kind: "enter", room: "NONE" }, null);
    pair.session.connected(NONCE);
    pair.session.receive(packed(["error", { code: "no-such-room", detail: "" }]), 0);
    expect(pair.session.problem).toMatchObject({ code: "no-such-room", fatal: false });
    pair.carry(pair.session.connected(NONCE));
    expect(pair.said).toEqual(["hello", "prove"]);
  });

  test("quick play leads into the room that the table names, and back into the same one", () => {
    const pair = new Pair();
    pair.session.want({ kind: "quick", options: { preset: "official" } }, null);
    pair.carry(pair.session.connected(NONCE));
    expect(pair.table.heard.at(2)).toEqual(["quick", { options: { preset: "official" } }]);
    expect(pair.session).toMatchObject({ room: ROOM, seat: null, problem: null });
    pair.session.disconnected();
    pair.carry(pair.session.connected(NONCE));
    expect(pair.said.filter((kind) => ["quick", "enter"].includes(kind))).toEqual(["quick", "enter"]);
  });

  test("a locked room is not asked for again", () => {
    const pair = new Pair();
    pair.session.want({ kind: "enter", room: ROOM }, null);
    pair.session.connected(NONCE);
    pair.session.receive(packed(["error", { code: "locked", detail: "" }]), 0);
    expect(pair.session.problem).toMatchObject({ code: "locked", fatal: false });
    pair.carry(pair.session.connected(NONCE));
    expect(pair.said).toEqual(["hello", "prove"]);
  });

  test("who is put out is in no room any more, and asks for none", () => {
    const pair = new Pair().start();
    pair.deliver([packed(["error", { code: "kicked", detail: "" }])]);
    expect(pair.session).toMatchObject({ room: null, problem: { code: "kicked", fatal: true } });
    const { length } = pair.said;
    pair.session.disconnected();
    pair.session.receive(pair.table.receive(pair.session.connected(NONCE).out[0]!)[0]!, 0);
    expect(pair.said).toHaveLength(length);
  });

  test("a server that holds less than was seen is not followed", () => {
    const pair = new Pair().start();
    pair.reload();
    pair.table.raws.length = 3;
    expect(pair.enter().session.problem).toMatchObject({ code: "log-rolled-back", fatal: true });
  });

  test("another history than the one seen before is a fork, with its proof", () => {
    const pair = new Pair().enter();
    pair.reload();
    pair.remember({ head: [1, bytesToHex(another(pair.table, 1))] });
    expect(pair.enter().session.problem).toMatchObject({ code: "forked", fatal: true });
    expect(pair.session.verdict?.state).toBe("failed");
    expect(pair.session.proof).not.toBeNull();
  });

  test("a record that no table has signed is passed over", () => {
    const pair = new Pair().enter();
    pair.reload();
    pair.remember({ head: [1, "00".repeat(32)] });
    expect(pair.enter().session.problem).toBeNull();
  });
});

describe("what others have seen", () => {
  const seen = (entry: Bytes): Bytes => packed(["seen", { entry }]);

  test("the newest entry is shown to the others when a round begins or ends, and on coming back", () => {
    const pair = new Pair().start();
    expect(pair.said.filter((kind) => kind === "seen")).toHaveLength(2);
    pair.session.disconnected();
    pair.carry(pair.session.connected(NONCE));
    expect(pair.said.filter((kind) => kind === "seen")).toHaveLength(3);
  });

  test("the same entry agrees, now or when it comes", () => {
    const pair = new Pair().enter();
    pair.deliver([seen(pair.table.raws[1]!)]);
    expect(pair.session).toMatchObject({ problem: null, agreed: 1 });
    const early = new Pair().enter();
    const answers = early.session.join("Ada", null)!.out.flatMap((raw) => early.table.receive(raw));
    early.deliver([seen(early.table.raws.at(-1)!)]);
    expect(early.session.agreed).toBe(-1);
    early.deliver(answers);
    expect(early.session.agreed).toBe(early.table.raws.length - 1);
  });

  test("another entry in its place is a fork, also where it was shown before it came", () => {
    const now = new Pair().enter();
    now.deliver([seen(another(now.table, 1))]);
    expect(now.session.problem).toMatchObject({ code: "forked", fatal: true });
    const later = new Pair().enter();
    later.deliver([seen(another(later.table, 1, 2))]);
    later.carry(later.session.join("Ada", null));
    expect(later.session.problem).toMatchObject({ code: "forked", fatal: true });
  });

  test("what the table has not signed says nothing", () => {
    const pair = new Pair().enter();
    for (const entry of [new Uint8Array(3), packed([new Uint8Array(3), new Uint8Array(64)])])
      pair.deliver([seen(entry)]);
    expect(pair.session).toMatchObject({ problem: null, agreed: -1 });
  });
});

/** Another entry than the table's at `index`, made of the one at `from`, signed by it. */
function another(table: ScriptedTable, from: number, index = from): Bytes {
  const { body } = readPair(table.raws[from]!);
  const plain = unpacked(body) as Plain[];
  const other = packed([index, ...plain.slice(1, 2), 1 + (plain[2] as number), ...plain.slice(3)]);
  return packed([other, sign(table.secret, headText(table.gid, { index, body: other }))]);
}

describe("a whole game", () => {
  test("from joining to the seal, with the shuffle answered and the end signed by itself", () => {
    const pair = new Pair().start();
    expect(pair.said.slice(4)).toEqual(["command", "command", "command", "reveal", "seen"]);
    const hand = view(pair.session.state, pair.session.faces, 0).hand;
    expect(hand.map(({ face }) => face)).toEqual(hand.map(({ slot }) => `R${pair.table.card(slot) + 1}`));
    expect(pair.session.verdict?.state).toBe("open");
    pair.playOn();
    pair.playOn();
    expect(pair.session.verdict?.state).toBe("open");
    pair.settle();
    expect(pair.session.state.phase).toBe("sealed");
    expect(pair.said.filter((kind) => kind === "command")).toHaveLength(6);
    expect(pair.session.verdict).toMatchObject({ state: "proven", omitted: [], fault: null });
    expect(pair.session.verdict?.counts).toMatchObject({ entries: 11, shuffles: 1, reveals: 1, openings: 6 });
  });

  test("a reload finds seat, hand and verdict again", () => {
    const pair = new Pair().start();
    pair.playOn();
    const { faces } = pair.session;
    pair.reload();
    pair.enter();
    expect(pair.session.seat).toBe(0);
    expect(pair.session.faces).toEqual(faces);
  });

  test("a rematch begins a new log, in which the seat is taken again", () => {
    const pair = new Pair().start();
    pair.playOn();
    pair.playOn();
    pair.settle();
    pair.carry(pair.session.again());
    expect(pair.fresh).toBe(2);
    expect(pair.session).toMatchObject({ seat: 0, sending: false });
    expect(pair.session.state.phase).toBe("lobby");
  });

  test("the log can be taken home", async () => {
    const pair = new Pair().start();
    const file = new Uint8Array(await pair.session.download()!.arrayBuffer());
    expect(new TextDecoder().decode(file.subarray(0, 5))).toBe("ONO1\n");
    expect(file.length).toBe(5 + pair.table.raws.reduce((sum, { length }) => sum + length, 0));
  });
});

describe("commands", () => {
  test("a refused command is told and frees the way for the next", () => {
    const pair = new Pair().start();
    pair.carry(pair.session.act("draw", {}));
    expect(pair.session).toMatchObject({ refusal: { code: "could-play" }, sending: false });
    pair.playOn();
    expect(pair.session.refusal).toBeNull();
  });

  test("one command waits at a time, through a lost connection, and comes again with the same bytes", () => {
    const pair = new Pair().start();
    const slot = pair.session.state.hands[0]![0]!;
    const { out } = pair.session.act("play", { slots: [slot], colour: null, target: null, call: false })!;
    pair.table.receive(out[0]!);
    pair.session.disconnected();
    expect(pair.session).toMatchObject({ sending: true, open: false });
    expect(pair.session.act("pass", {})).toBeNull();
    pair.carry(pair.session.connected(NONCE));
    const commands = pair.table.heard.filter(([kind]) => kind === "command").map(([, { body }]) => body);
    expect(commands.at(-1)).toEqual(commands.at(-2));
    expect(pair.session).toMatchObject({ sending: false, refusal: null });
    expect(pair.session.state.hands[0]).toHaveLength(1);
  });

  test("a counter that another tab has used is replaced by the one the table names", () => {
    const pair = new Pair().start();
    const { out } = pair.session.act("draw", {})!;
    const [, { body }] = unpacked(out[0]!) as unknown as [string, { body: Bytes }];
    const refusal = { code: "counter-used", detail: "", step: null, counter: 9 };
    const id = hashed("ono1/cmd", pair.table.gid, body);
    const again = pair.session.receive(pair.table.note("answer", { id, index: null, refusal }), 0);
    const [, resent] = unpacked(again.out[0]!) as unknown as [string, { body: Bytes }];
    expect((unpacked(resent.body) as readonly Plain[])[1]).toBe(9);
    expect(pair.session).toMatchObject({ sending: true, refusal: null });
  });
});

describe("prompts and presence", () => {
  const nothing = { bluffs: [], sets: [], lasts: [], swaps: [], targets: [], catches: [], stakes: null };
  const prompt = { ...nothing, step: 1, acts: ["play"], cards: [], ms_left: 500 };

  test("a prompt holds for its step only, with its time in the page's clock", () => {
    const pair = new Pair().start();
    pair.session.receive(pair.table.note("prompt", prompt), 1000);
    expect(pair.session.prompt).toMatchObject({ acts: ["play"], until: 1500 });
    pair.session.receive(pair.table.note("prompt", { ...prompt, step: 7, ms_left: null }), 1000);
    expect(pair.session.prompt).toBeNull();
  });

  test("a page that has stopped asks nothing any more", () => {
    const pair = new Pair().start();
    pair.session.receive(pair.table.note("prompt", prompt), 1000);
    expect(pair.session.prompt).not.toBeNull();
    pair.session.receive(packed(["replaced", {}]), 1000);
    expect(pair.session.prompt).toBeNull();
  });

  test("what was not sealed to this player ends the connection", () => {
    const pair = new Pair().start();
    pair.deliver([packed(["note", { data: new Uint8Array(300) }])]);
    expect(pair.session.problem).toMatchObject({ code: "bad-message", fatal: true });
  });

  test("presence is known while connected, pings are answered, restarts and replacements close", () => {
    const pair = new Pair().start();
    pair.deliver([packed(["presence", { online: [0], spectators: 2 }])]);
    expect(pair.session.presence).toEqual({ online: [0], spectators: 2 });
    expect(pair.session.receive(packed(["ping", { n: 5 }]), 0).out).toEqual([packed(["pong", { n: 5 }])]);
    expect(pair.session.receive(packed(["restart", { retry_ms: 700 }]), 0).close).toEqual({ retryMs: 700 });
    pair.session.disconnected();
    expect(pair.session.presence.online).toEqual([]);
    expect(pair.session.receive(packed(["replaced", {}]), 0).close).not.toBeNull();
    expect(pair.session.problem).toMatchObject({ code: "replaced", fatal: true });
  });

  test("a room is private until its host says otherwise, and stands so when the table has said so", () => {
    const pair = new Pair().start();
    expect(pair.session.door).toEqual({ public: false, locked: false, watch: "live" });
    const open = { public: true, locked: false, watch: "delayed" } as const;
    const asked = pair.session.setDoor(open);
    expect(pair.session.door.public).toBe(false);
    pair.carry(asked);
    expect(pair.table.heard.at(-1)).toEqual(["door", open]);
    expect(pair.session.door).toEqual(open);
  });

  test("a door that nobody knows how to read ends the connection", () => {
    const pair = new Pair().start();
    pair.deliver([packed(["door", { public: true, locked: false, watch: "never" }])]);
    expect(pair.session.problem).toMatchObject({ code: "bad-message", fatal: true });
  });

  test("what options mean is asked of the table", () => {
    const pair = new Pair().enter();
    pair.carry(pair.session.explain({ preset: "official" }, "fr"));
    expect(pair.table.heard.at(-1)).toEqual(["explain", { options: { preset: "official" }, language: "fr" }]);
    const words = {
      differences: ["Hands lie open."],
      rest: [],
      options: [
        [
          "open_hands",
          "cards",
          "Hands",
          true,
          [
            [true, "open"],
            [false, "hidden"],
          ],
        ],
      ],
      presets: [["official", "Official", "As printed."]],
    };
    pair.deliver([packed(["explained", words])]);
    expect(pair.session).toMatchObject({ explained: words, problem: null });
  });

  test("a table that speaks the first version is asked without a language, which would be a fault there", () => {
    const pair = new Pair();
    pair.table.version = 1;
    pair.enter();
    pair.carry(pair.session.explain({ preset: "official" }, "fr"));
    expect(pair.table.heard.at(-1)).toEqual(["explain", { options: { preset: "official" } }]);
  });

  test("a message of an unknown kind asks for a newer client and blames nobody", () => {
    const pair = new Pair().start();
    pair.deliver([packed(["banner", {}])]);
    expect(pair.session.problem).toMatchObject({ code: "needs-newer", fatal: true });
    expect(pair.session.verdict?.state).toBe("open");
  });
});

test("a game is played before its checks are there, but its end is signed only after them", () => {
  const pair = new Pair(null).start();
  const { state, faces, seat } = pair.session;
  expect(view(state, faces, seat).hand.map(({ face }) => face)).not.toContain(null);
  pair.finish();
  expect(pair.session.verdict).toMatchObject({ state: "open", counts: { entries: 0, signatures: 0 } });
  expect(pair.session.state).toMatchObject({ phase: "over", cosigned: [] });
  pair.carry(pair.session.prove(prover));
  pair.settle();
  expect(pair.session.verdict).toMatchObject({ state: "proven", omitted: [], fault: null });
  expect(pair.session.state).toMatchObject({ phase: "sealed", cosigned: [0] });
});

test("one seed is never revealed in two contexts", () => {
  const pair = new Pair().start();
  pair.reload();
  pair.remember({ revealed: [1, "00".repeat(32)] });
  pair.table.raws.length = 5;
  expect(pair.enter().session.problem).toMatchObject({ code: "wrong-previous", fatal: true });
  expect(pair.said.filter((kind) => kind === "reveal")).toHaveLength(1);
});
