/**
 * The public state: what everybody at the table knows, the same for all.
 *
 * It speaks of slots, not faces. `opened` maps the slots that everybody has seen, and that are still in play, to cards; no
 * other face is in it, so nothing here needs hiding and its digest can stand in every entry.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { type Plain, type PlainMap, packed } from "../fair/codec";
import { type Bytes, hashed, same, textBytes, u16, u32 } from "../fair/transcript";
import type { Colour, Phase, Task, WhyEnded } from "./events";
import { LogFault } from "./faults";

interface Sitter {
  readonly name: string;
  /** The computer plays for a player who left or is away. */
  readonly away: boolean;
}

/** A player with the keys of this game, 32 bytes each. */
export interface Human extends Sitter {
  readonly kind: "human";
  readonly identity: Bytes;
  readonly session: Bytes;
  readonly x25519: Bytes;
  readonly anchor: Bytes;
}

/** A computer player. */
export interface Bot extends Sitter {
  readonly kind: "bot";
  readonly level: string;
}

export type Seat = Human | Bot;

/** Cards that the seat to act must take or answer, since `by` played; `dispute` if it may be challenged. */
export interface Debt {
  readonly total: number;
  readonly by: number;
  readonly dispute: { readonly colour: Colour | null; readonly held: readonly number[] } | null;
}

/** The rest of one shuffle's order: `slots` from `taken` on is still to be drawn, next first. */
export interface Pile {
  readonly k: number;
  readonly slots: readonly number[];
  readonly taken: number;
}

/** A shuffle that waits for reveals. */
export interface Shuffle {
  readonly k: number;
  readonly count: number;
  readonly into: string;
}

/** The discard pile, top last, with a 16-byte rolling hash over its slots and cards. */
export interface Discards {
  readonly slots: readonly number[];
  readonly rolling: Bytes;
}

/** How a round ended; points and places by seat, place 0 for a vacant seat. */
export interface Result {
  readonly winner: number | null;
  readonly why: WhyEnded;
  readonly points: readonly number[];
  readonly places: readonly number[];
}

/** The whole public state. Hands are slots in the order received, by seat number. */
export interface State {
  readonly phase: Phase;
  readonly step: number;
  readonly round: number;
  readonly turns: number;
  readonly turn: number | null;
  readonly direction: number;
  readonly colour: Colour | null;
  readonly drawn: number | null;
  readonly debt: Debt | null;
  readonly seats: readonly (Seat | null)[];
  readonly hands: readonly (readonly number[])[];
  readonly called: readonly number[];
  readonly stuck: number;
  readonly scores: readonly number[];
  readonly piles: readonly Pile[];
  readonly discards: Discards;
  readonly opened: ReadonlyMap<number, number>;
  readonly shuffle: Shuffle | null;
  /** How many shuffles the game has had. */
  readonly shuffles: number;
  readonly todo: readonly Task[];
  readonly dealSeat: number | null;
  readonly host: number | null;
  readonly options: PlainMap;
  /** The face of each card, such as `R5` or `W4`. */
  readonly deck: readonly string[];
  readonly result: Result | null;
  readonly cosigned: readonly number[];
}

export const NO_DISCARDS: Discards = { slots: [], rolling: new Uint8Array(16) };

export const INITIAL: State = {
  phase: "lobby",
  step: 0,
  round: 0,
  turns: 0,
  turn: null,
  direction: 1,
  colour: null,
  drawn: null,
  debt: null,
  seats: [],
  hands: [],
  called: [],
  stuck: 0,
  scores: [],
  piles: [],
  discards: NO_DISCARDS,
  opened: new Map(),
  shuffle: null,
  shuffles: 0,
  todo: [],
  dealSeat: null,
  host: null,
  options: {},
  deck: [],
  result: null,
  cosigned: [],
};

/** The discard pile with one more card on top; null where it lies hidden. */
export function put({ slots, rolling }: Discards, slot: number, card: number | null): Discards {
  const data = concatBytes(textBytes("ono1/discard"), rolling, u32(slot), u16(card === null ? 0 : card + 1));
  return { slots: [...slots, slot], rolling: sha256(data).slice(0, 16) };
}

/** A discard pile made of these slots, bottom first. */
export function repiled(slots: readonly number[], opened: ReadonlyMap<number, number>): Discards {
  return slots.reduce((pile, slot) => put(pile, slot, opened.get(slot) ?? null), NO_DISCARDS);
}

/** Who sits there; a LogFault where nobody does. */
export function seatAt(state: State, seat: number): Seat {
  const found = state.seats[seat];
  if (!found) throw new LogFault("impossible-event", `nobody sits in seat ${seat}`);
  return found;
}

/** The numbers of the seats that somebody sits in, rising. */
export function taken(state: State): number[] {
  return [...state.seats.keys()].filter((seat) => state.seats[seat]);
}

/** The seat so many places on from this one in the direction of play. */
export function neighbour(state: State, seat: number, places = 1): number {
  const seats = taken(state);
  const place = seats.indexOf(seat) + places * state.direction;
  return seats[((place % seats.length) + seats.length) % seats.length]!;
}

/** The seat that a player holds by this session key, or null. */
export function seatOf(state: State, session: Bytes): number | null {
  const found = state.seats.findIndex((seat) => seat?.kind === "human" && same(seat.session, session));
  return found === -1 ? null : found;
}

/** The slots that are still to be drawn, next first. */
export function undrawn(state: State): number[] {
  return state.piles.flatMap(({ slots, taken }) => slots.slice(taken));
}

/** 16 bytes over the public state, log.md 7. */
export function digest(state: State): Bytes {
  return hashed("ono1/state", packed(plain(state))).slice(0, 16);
}

function plain(state: State): Plain {
  const { debt, discards, shuffle } = state;
  return [
    state.phase,
    state.step,
    state.round,
    state.turns,
    state.turn,
    state.direction,
    state.colour,
    state.drawn,
    debt && [debt.total, debt.by, debt.dispute && [debt.dispute.colour, debt.dispute.held]],
    state.seats.map((seat) => seat && [seat.kind, seat.away]),
    state.hands,
    state.called,
    state.stuck,
    state.scores,
    state.piles.map(({ k, taken }) => [k, taken]),
    [discards.slots.length, discards.slots.at(-1) ?? null, discards.rolling],
    shuffle && [shuffle.k, shuffle.count, shuffle.into],
    state.todo,
    state.dealSeat,
    state.host,
    state.cosigned,
  ];
}
