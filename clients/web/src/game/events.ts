/**
 * What happened at the table: facts in the past tense with their consequences inside, so that `evolve` only assigns.
 *
 * The table below is log.md 5; field names are those of the wire. A slot is `256 * k + place`, a card a place in the deck.
 */
import type { Plain } from "../fair/codec";
import {
  type Read,
  type Value,
  bytes,
  integer,
  kindOf,
  list,
  map,
  natural,
  nullable,
  oneOf,
  reader,
  text,
  truth,
  tuple,
} from "./forms";

export const COLOUR = oneOf("R", "Y", "G", "B");
export type Colour = Read<typeof COLOUR>;

export const PHASE = oneOf("lobby", "deal", "start-colour", "play", "drawn", "respond", "round-over", "over", "sealed");
export type Phase = Read<typeof PHASE>;

const DEBT = tuple(natural, natural, nullable(tuple(nullable(COLOUR), list(natural))));
const TASK = tuple(text, nullable(natural), natural, text);
export type Task = Read<typeof TASK>;

const WHY_DRAWN = oneOf("turn", "owed", "penalty", "starter", "clock");
const WHY_ENDED = oneOf("empty", "blocked", "cap", "alone", "absent");
const WHY_GONE = oneOf("left", "away", "unseated");

const INTO = oneOf("deck", "pile", "hands");
export type Into = Read<typeof INTO>;
export type WhyEnded = Read<typeof WHY_ENDED>;

export const EVENTS = {
  /** The log was born: protocol version, table key, proposed options, Unix milliseconds. */
  "log-opened": {
    version: natural,
    table: bytes(32),
    nonce: bytes(32),
    options: map,
    time: natural,
    host: nullable(bytes(32)),
  },
  /** The dealer's chain anchor and x25519 key hold from here on. */
  "dealer-seated": { anchor: bytes(), x25519: bytes() },
  /** A player took a seat with the keys and the chain of this game. */
  seated: {
    seat: natural,
    name: text,
    identity: bytes(),
    session: bytes(),
    x25519: bytes(),
    anchor: bytes(),
    cert: bytes(),
  },
  /** A computer player took a seat; `version` is that of its policy. */
  "bot-seated": { seat: natural, name: text, level: text, version: natural },
  /** A seat was emptied before the start. */
  left: { seat: natural },
  /** A witness, numbered from 64 on, gives seeds and signs the end with these keys; its link for shuffle k is k - `base`. */
  "witness-came": {
    witness: natural,
    name: text,
    identity: bytes(),
    session: bytes(),
    anchor: bytes(),
    cert: bytes(),
    base: natural,
  },
  /** A witness gives no more seeds and will not sign the end. */
  "witness-left": { witness: natural },
  /** This witness hosts, for good; each seat is for the identity in its place, and for nobody else. */
  directed: { witness: natural, seats: list(bytes()) },
  /** This seat may change the options and start; null while no player is seated. */
  "host-set": { seat: nullable(natural) },
  /** The proposed options are these now. */
  "options-set": { options: map },
  /** The game began: every option, the face of each card, the seats that play. */
  "game-started": { ruleset: map, deck: list(text), seats: list(natural) },
  /** These tasks wait for the shuffle that begins now: [what, seat, count, why]. */
  "to-do": { tasks: list(TASK) },
  /**
   * Shuffle `k` waits for reveals: known cards and hidden slots, both rising, went into it. `deck` takes every card for a
   * new deal, `pile` the pile's rest and the discards under the top, `hands` all hands.
   */
  "shuffle-begun": { k: natural, cards: list(natural), slots: list(natural), into: INTO },
  /** Shuffle `k` is cut: its places in drawing order, next first. */
  "shuffle-closed": { k: natural, order: list(natural) },
  /** These seats are not dealt in for the round that begins: their seeds for its deal did not come. */
  "sat-out": { seats: list(natural) },
  /** These seats each showed a card of the pile, which settles who deals. */
  "deal-drawn": { seats: list(natural), slots: list(natural), cards: list(natural) },
  /** A round began with these seats; `deal_seat` is whose turn it is to deal. */
  "round-began": { round: natural, deal_seat: natural, seats: list(natural) },
  /** Hands were dealt from the first pile: the slots of each seat, by seat number. */
  dealt: { hands: list(list(natural)) },
  /** The pile's next card was turned up to start the discard pile. */
  "starter-turned": { slot: natural, card: natural },
  /** That starter cannot start a round; it goes back and all is shuffled again. */
  "starter-returned": { slot: natural },
  /** A seat is asked to act. `step` names these choices; `drawn` is the slot that may be played after a draw. */
  asked: { seat: natural, phase: PHASE, step: natural, turns: natural, drawn: nullable(natural) },
  /** The colour of a wild starter. */
  "colour-named": { seat: natural, colour: COLOUR },
  /** Everybody sees these cards of a seat's hand. */
  shown: { seat: natural, slots: list(natural), cards: list(natural) },
  /** A seat put cards down, the last on top; `colour` is in force after it. */
  played: { seat: natural, slots: list(natural), cards: list(natural), colour: COLOUR },
  /** A seat announced its last card. */
  called: { seat: natural },
  /** A seat has one card and has not called it. `step` names the play; `open`: it may be caught at once. */
  exposed: { seat: natural, step: natural, open: truth },
  /** The grace is over: this seat may be caught. */
  "catch-opened": { seat: natural },
  /** These seats can be caught no more. */
  "catch-closed": { seats: list(natural) },
  /** `by` pointed out that a seat has missed its call. */
  caught: { seat: natural, by: natural },
  /** A seat made a call or a catch that nothing warranted, where that costs cards. */
  mistaken: { seat: natural, what: oneOf("call", "catch") },
  /** Whole hands changed seats: the hand of `givers[i]` is that of `takers[i]` now. */
  "hands-moved": { givers: list(natural), takers: list(natural) },
  /** The direction of play is this now: 1 is to the left, -1 to the right. */
  reversed: { direction: integer },
  /** A seat missed its turn. */
  skipped: { seat: natural },
  /** A seat owes cards and is asked next whether it takes them: [total, by, what a challenge is judged by]. */
  owed: { seat: natural, debt: DEBT },
  /** A seat takes what it owes. */
  accepted: { seat: natural },
  /** A Wild Draw Four was disputed: `accused` played it; `shown` are the slots that the challenger alone is shown. */
  challenged: { seat: natural, accused: natural, verdict: oneOf("bluff", "honest"), shown: list(natural) },
  /** A seat took these slots from the pile. */
  drew: { seat: natural, slots: list(natural), why: WHY_DRAWN },
  /** The one card under the top went to a seat as it is: everybody knows it, so it is no shuffle. */
  recycled: { seat: natural, slot: natural, why: WHY_DRAWN },
  /** So many cards could not be drawn, there being none, and are forgiven. */
  waived: { seat: natural, count: natural },
  /** A seat ended its turn; `stuck` seats in a row could neither play nor draw. */
  passed: { seat: natural, stuck: natural },
  /** The clock ended a seat's time to act; `misses` times in a row now. */
  "timed-out": { seat: natural, misses: natural },
  /** A seat acted in time again. */
  "clock-restored": { seat: natural },
  /**
   * The round is over and all hands are shown: cards by seat, in the order of the hand. Also by seat: points left in hand,
   * places (0: not in the round), scores over the rounds. `out`: the seats that the scores have put out; `unfinished`:
   * rounds in a row without a winner.
   */
  "round-ended": {
    winner: nullable(natural),
    why: WHY_ENDED,
    hands: list(list(natural)),
    points: list(integer),
    places: list(natural),
    scores: list(integer),
    out: list(natural),
    unfinished: natural,
  },
  /** The game is over; the place of each seat, 1 for the first, 0 for a vacant seat. */
  "game-ended": { places: list(natural) },
  /** A seat is out of the game because its player left or is away; its hand lies under the discards. */
  "seat-removed": { seat: natural, why: WHY_GONE },
  /** A player or a witness signed the head at the game's end. */
  cosigned: { seat: natural, index: natural, hash: bytes(), sig: bytes() },
  /** The log is complete: who signed its end, and which players and witnesses did not. */
  sealed: { by: list(natural), missing: list(natural) },
  /** The computer plays for a seat, whose player left or is away, at this level of this policy version. */
  "seat-to-bot": { seat: natural, why: WHY_GONE, level: text, version: natural },
  /** The seat's player acts for it again. */
  "seat-back": { seat: natural },
  /** The player of a seat holds it with new keys; link k - `base` of the new seed chain is for shuffle k. */
  rekeyed: { seat: natural, session: bytes(), x25519: bytes(), anchor: bytes(), cert: bytes(), base: natural },
  /** A seat, a witness, or the dealer (null), goes on with a new seed chain, whose link for shuffle k is k - `base`. */
  "re-anchored": { seat: nullable(natural), anchor: bytes(), base: natural },
  /** The server started again at this wall time, Unix milliseconds. */
  resumed: { time: natural },
  /** This log was made by `ono sim`: its seats' keys belong to one program. */
  "note-simulated": { seed: integer },
  /** The host lets the table stand still, or go on. */
  "note-pause": { seat: natural, on: truth },
  /** Who directs the game lets the seat on turn take so many ms longer. */
  "note-time-given": { by: natural, ms: natural },
} as const;

export type GameEvent = Value<typeof EVENTS>;
export type EventKind = GameEvent["kind"];
export type EventOf<K extends EventKind> = Extract<GameEvent, { readonly kind: K }>;

const readEvent = reader(EVENTS);

/** The events of an entry. An unknown `note-…` is left out, any other unknown kind or field is NeedsNewer. */
export function readEvents(value: Plain): GameEvent[] {
  const plain = list((item) => item)(value);
  return plain.filter((item) => !isUnknownNote(kindOf(item))).map(readEvent);
}

function isUnknownNote(kind: string): boolean {
  return kind.startsWith("note-") && !Object.hasOwn(EVENTS, kind);
}
