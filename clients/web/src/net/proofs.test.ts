/** Each thing that a table could do wrong with the cards or the signatures, done, and the fault that names it. */
import { expect, test } from "vitest";
import { type Plain, packed, unpacked } from "../fair/codec";
import type { Bytes } from "../fair/transcript";
import type { EventKind, EventOf, GameEvent } from "../game/events";
import { LogFault, NeedsNewer } from "../game/faults";
import { view } from "../game/view";
import { entriesOf, followed } from "../testing/file";
import { Pair } from "../testing/pair";
import type { Draft, Mangle, ScriptedTable } from "../testing/scripted";
import { logFiles } from "../testing/vectors";
import type { Paper, PaperOf } from "./entry";
import { prover } from "./prover";

const [JOIN, START, CLOSE, PLAY, END] = [2, 4, 5, 6, 8];

type Loose<T> = { -readonly [K in keyof T]: T[K] };

const eventOf = <K extends EventKind>({ events }: Draft, kind: K): Loose<EventOf<K>> =>
  events.find((event) => event.kind === kind) as EventOf<K>;
const paperOf = <K extends Paper["kind"]>({ papers }: Draft, kind: K): Loose<PaperOf<K>> =>
  papers.find((paper) => paper.kind === kind) as PaperOf<K>;
const flipped = (bytes: Bytes, at = 0): Bytes => bytes.with(at, bytes[at]! ^ 1);
const without = (draft: Draft, kind: Paper["kind"]): void =>
  void (draft.papers = draft.papers.filter((paper) => paper.kind !== kind));
const commanded = (draft: Draft, change: (body: Plain[]) => void): void => {
  const [by, body, sig] = draft.cause as [string, Bytes, Bytes];
  const said = [...(unpacked(body) as readonly Plain[])];
  change(said);
  draft.cause = [by, packed(said), sig];
};

/** The code of the fault that is found in a game whose entries this has changed; `late` where it is checked at the end. */
function fault(mangle: Mangle, late = false): string | undefined {
  const pair = new Pair(late ? null : prover);
  pair.table.mangle = mangle;
  pair.start().finish();
  if (late) pair.carry(pair.session.prove(prover));
  pair.settle();
  return pair.session.verdict?.fault?.code;
}

const at =
  (index: number, change: (draft: Draft, table: ScriptedTable) => void): Mangle =>
  (draft, now, table) => {
    if (now === index) change(draft, table);
  };

const handOf = (draft: Draft, seat: number): readonly number[] => eventOf(draft, "dealt").hands[seat]!;
const SWAPPED: GameEvent = { kind: "hands-moved", givers: [0, 1], takers: [1, 0] };
const CAUGHT: GameEvent = { kind: "caught", seat: 1, by: 0 };

/** The computer's first card, as if its hand were open. */
function shown(draft: Draft, table: ScriptedTable): Loose<EventOf<"shown">> {
  const slots = handOf(draft, 1).slice(0, 1);
  return { kind: "shown", seat: 1, slots, cards: slots.map((slot) => table.card(slot)) };
}

test.each<[string, string, Mangle]>([
  [
    "fewer commitments than cards",
    "bad-commitments",
    at(START, (d) => {
      const paper = paperOf(d, "commitments");
      paper.slots = paper.slots.slice(32);
    }),
  ],
  [
    "a contributor's link that is not the last known",
    "bad-commitments",
    at(START, (d) => {
      const [[seat, index, value]] = paperOf(d, "commitments").from as [[number, number, Bytes]];
      paperOf(d, "commitments").from = [[seat, index, flipped(value)]];
    }),
  ],
  [
    "a card that is kept out of the deck",
    "bad-commitments",
    at(START, (d) => {
      eventOf(d, "shuffle-begun").cards = [0, 1, 2, 3, 4, 5, 6];
      paperOf(d, "commitments").slots = paperOf(d, "commitments").slots.slice(32);
    }),
  ],
  [
    "a seed that is no link of its chain",
    "bad-reveal",
    at(CLOSE, (d) => {
      const [[seat, index, value]] = paperOf(d, "reveals").values as [[number, number, Bytes]];
      paperOf(d, "reveals").values = [[seat, index, flipped(value)]];
    }),
  ],
  [
    "a cut that the seeds do not give",
    "wrong-order",
    at(CLOSE, (d) => {
      const closed = eventOf(d, "shuffle-closed");
      closed.order = [...closed.order.slice(0, 6), closed.order[7]!, closed.order[6]!];
    }),
  ],
  [
    "dice that the seeds do not give",
    "wrong-order",
    at(CLOSE, (d) => {
      const [, [, close]] = d.cause as [string, [string, Record<string, number>]];
      close["dice"] = 1 - close["dice"]!;
    }),
  ],
  [
    "a hand dealt from other slots",
    "wrong-draw",
    at(CLOSE, (d) => {
      const [[a, b], [c, e]] = eventOf(d, "dealt").hands as [[number, number], [number, number]];
      eventOf(d, "dealt").hands = [
        [c, b],
        [a, e],
      ];
    }),
  ],
  ["a starter without its opening", "missing-paper", at(CLOSE, (d) => without(d, "openings"))],
  ["a hand that is not sealed to its player", "missing-paper", at(CLOSE, (d) => without(d, "sealings"))],
  ["a shuffle without reveals", "missing-paper", at(CLOSE, (d) => without(d, "reveals"))],
  [
    "a sealed card that is not the committed one",
    "bad-sealing",
    at(CLOSE, (d) => {
      paperOf(d, "sealings").sealed = flipped(paperOf(d, "sealings").sealed, 40);
    }),
  ],
  [
    "a played card whose opening is not the committed one",
    "bad-opening",
    at(PLAY, (d) => {
      const [[slot, card, salt]] = paperOf(d, "openings").cards as [[number, number, Bytes]];
      paperOf(d, "openings").cards = [[slot, card, flipped(salt)]];
    }),
  ],
  [
    "a paper that belongs to nothing",
    "bad-form",
    at(PLAY, (d) => void d.papers.push({ kind: "reveals", k: 1, values: [] })),
  ],
  [
    "a hand shown at the end that was not held",
    "bad-opening",
    at(END, (d) => {
      const [, [card]] = eventOf(d, "round-ended").hands as [[], [number]];
      eventOf(d, "round-ended").hands = [[], [(card + 1) % 8]];
    }),
  ],
  [
    "a dealer's link that is not of its chain",
    "bad-dealer-reveal",
    at(END, (d) => {
      paperOf(d, "dealer-reveal").value = flipped(paperOf(d, "dealer-reveal").value);
    }),
  ],
  [
    "an end without the dealer's x25519 secret",
    "bad-dealer-reveal",
    at(END, (d) => {
      paperOf(d, "dealer-reveal").x25519 = null;
    }),
  ],
  [
    "another x25519 secret than the dealer's",
    "bad-dealer-reveal",
    at(END, (d) => {
      paperOf(d, "dealer-reveal").x25519 = flipped(paperOf(d, "dealer-reveal").x25519!, 5);
    }),
  ],
  ["an end without the dealer's reveal", "missing-paper", at(END, (d) => without(d, "dealer-reveal"))],
  [
    "a move that the table made for a player",
    "wrong-cause",
    at(PLAY, (d) => {
      const slot = eventOf(d, "played").slots[0]!;
      d.cause = ["bot", 0, ["play", { slots: [slot], colour: null, target: null, call: false }]];
    }),
  ],
  [
    "another card than the player asked to play",
    "undecided",
    at(PLAY, (d) =>
      commanded(d, (body) => {
        body[5] = ["play", { slots: [999], colour: null, target: null, call: false }];
      }),
    ),
  ],
  [
    "a command that its player did not sign",
    "bad-command-signature",
    at(PLAY, (d) => {
      const [by, body, sig] = d.cause as [string, Bytes, Bytes];
      d.cause = [by, body, flipped(sig, 3)];
    }),
  ],
  ["a command logged twice", "counter-reused", at(START, (d) => commanded(d, (body) => void (body[1] = 1)))],
  [
    "a command from another history",
    "seen-unknown",
    at(START, (d) =>
      commanded(d, (body) => {
        body[3] = flipped(body[3] as Bytes);
      }),
    ),
  ],
  [
    "keys that their identity did not certify",
    "bad-certificate",
    at(JOIN, (d) => {
      eventOf(d, "seated").cert = flipped(eventOf(d, "seated").cert, 3);
    }),
  ],
  [
    "an identity key of small order",
    "weak-key",
    at(JOIN, (d) => {
      const identity = new Uint8Array(32);
      eventOf(d, "seated").identity = identity;
      commanded(d, (body) => {
        const [kind, fields] = body[5] as [string, Record<string, Plain>];
        body[5] = [kind, { ...fields, identity }];
      });
    }),
  ],
  [
    "a signature of the end that is not of the end",
    "seen-unknown",
    at(END + 1, (d) => {
      eventOf(d, "cosigned").index = PLAY;
    }),
  ],
  ["a hand that another seat had, not sealed", "missing-paper", at(CLOSE, (d) => void d.events.push(SWAPPED))],
  [
    "a hand that another seat had, sealed as other cards",
    "bad-sealing",
    at(CLOSE, (d, table) => {
      const paper = table.sealing(handOf(d, 1)) as Loose<PaperOf<"sealings">>;
      paper.sealed = flipped(paper.sealed, 40);
      d.events.push(SWAPPED);
      d.papers.push(paper);
    }),
  ],
  ["an open hand without its openings", "missing-paper", at(CLOSE, (d, table) => void d.events.push(shown(d, table)))],
  [
    "an open hand with another card",
    "bad-opening",
    at(CLOSE, (d, table) => {
      const [slot] = handOf(d, 1);
      const unheld = table.card(handOf(d, 0)[0]!);
      d.events.push({ ...shown(d, table), cards: [unheld] });
      d.papers.push(table.opening(slot!));
    }),
  ],
  ["a catch that nobody asked for", "undecided", at(PLAY, (d) => void d.events.push(CAUGHT))],
  ["a digest of another state", "wrong-digest", at(PLAY, (d) => void (d.digest = new Uint8Array(16)))],
  ["a clock that falls", "clock-fell", at(PLAY, (d) => void (d.clock = 0))],
])("%s: %s, also where the checks come after the game", (_, code, mangle) => {
  expect(fault(mangle)).toBe(code);
  expect(fault(mangle, true)).toBe(code);
});

test("nothing is wrong with a game that nobody mangled", () => expect(fault(() => undefined)).toBeUndefined());

const facesOf = (pair: Pair, seat: number): readonly string[] =>
  view(pair.session.state, pair.session.faces, pair.session.seat).places[seat]!.hand;
const printed = (table: ScriptedTable, slots: readonly number[]): string[] =>
  slots.map((slot) => `R${table.card(slot) + 1}`).sort();

test("after a swap the new hand is known, and so is the old one, which another holds now", () => {
  const pair = new Pair();
  const held: (readonly number[])[] = [];
  pair.table.mangle = at(CLOSE, (d, table) => {
    held.push(handOf(d, 0), handOf(d, 1));
    d.events.push(SWAPPED);
    d.papers.push(table.sealing(handOf(d, 1)));
  });
  pair.start();
  expect(facesOf(pair, 0)).toEqual(printed(pair.table, held[1]!));
  expect(facesOf(pair, 1)).toEqual(printed(pair.table, held[0]!));
  expect(pair.finish().session.verdict).toMatchObject({ state: "proven", fault: null });
});

test("a hand shown to the challenger stays known while it is held, and has to be shown", () => {
  const pair = new Pair().start();
  const held = pair.session.state.hands[1]!;
  pair.carry(pair.session.act("challenge", {}));
  expect(facesOf(pair, 1)).toEqual(printed(pair.table, held));
  pair.playOn();
  expect(facesOf(pair, 1)).toEqual(printed(pair.table, held.slice(1)));
  expect(pair.finish().session.verdict).toMatchObject({ state: "proven", fault: null });
});

test("a challenger who is not shown the hand notices", () => {
  const pair = new Pair().start();
  pair.table.mangle = (d) => without(d, "sealings");
  pair.carry(pair.session.act("challenge", {}));
  expect(pair.session.verdict?.fault?.code).toBe("missing-paper");
});

test("open hands are known to all, and their cards are opened once", () => {
  const pair = new Pair();
  pair.table.mangle = (d, index, table) => {
    if (index === PLAY + 1) d.papers = [];
    if (index !== CLOSE) return;
    const open = shown(d, table);
    d.events.push(open);
    d.papers.push(table.opening(open.slots[0]!));
  };
  pair.start();
  expect(view(pair.session.state, new Map(), null).places[1]!.hand).toHaveLength(1);
  expect(pair.finish().session.verdict).toMatchObject({ state: "proven", fault: null });
});

test("whichever commitment is not of the dealer's deck, it is noticed", () => {
  for (let place = 0; place < 8; place++) {
    const code = fault(
      at(START, (d) => {
        paperOf(d, "commitments").slots = flipped(paperOf(d, "commitments").slots, 32 * place);
      }),
    );
    expect(["bad-sealing", "bad-opening", "bad-deck"]).toContain(code);
  }
});

test("a seed that was left out is said, and the end is not signed", () => {
  const pair = new Pair();
  pair.table.leavesSeedsOut = true;
  pair.start().finish();
  expect(pair.session.verdict).toMatchObject({ state: "proven", omitted: [1] });
  expect(pair.session.state).toMatchObject({ phase: "over", cosigned: [] });
});

test("a fault once found stays, and what follows is still shown", () => {
  const pair = new Pair();
  pair.table.mangle = at(PLAY, (d) => void d.papers.push({ kind: "reveals", k: 1, values: [] }));
  pair.start().finish();
  expect(pair.session.state.phase).toBe("over");
  expect(pair.session.verdict).toMatchObject({ state: "failed", fault: { index: PLAY } });
});

/** A flipped byte may also make a kind or a field that a newer version could have written. */
function isNoticed(raws: readonly Bytes[]): boolean {
  try {
    return followed(raws).proofs.verdict.state === "failed";
  } catch (fault) {
    return fault instanceof LogFault || fault instanceof NeedsNewer;
  }
}

test("a byte flipped anywhere in a finished log is noticed", () => {
  const [file] = logFiles("logs").values();
  const whole = file!.length;
  for (let at = 5; at < whole; at += Math.ceil(whole / 40)) {
    const raws = entriesOf(file!).map((raw) => {
      const start = raw.byteOffset - file!.byteOffset;
      return at >= start && at < start + raw.length ? flipped(raw, at - start) : raw;
    });
    expect(isNoticed(raws), `byte ${at}`).toBe(true);
  }
});

test("following in batches comes to the same as following at once", () => {
  const [file] = logFiles("logs").values();
  const raws = entriesOf(file!);
  const [one, other] = [followed(raws), followed(raws, 7)];
  expect(one.follower.head).toEqual(other.follower.head);
  expect(other.proofs.verdict).toMatchObject({ state: "proven" });
});
