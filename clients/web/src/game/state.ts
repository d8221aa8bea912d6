/**
 * The public state: what everybody at the table knows, the same for all.
 *
 * It speaks of slots, not faces. `opened` maps the slots that everybody has seen, and that are still in play, to cards; no
 * other face is in it, so nothing here needs hiding and its digest can stand in every entry.
 */
import { type Plain, type PlainMap, packed } from "../fair/codec";
import { type Bytes, hashed, same } from "../fair/transcript";
import type { Colour, Into, Phase, Task, WhyEnded } from "./events";
import { LogFault } from "./faults";

interface Sitter {
  readonly name: string;
  /** The computer plays for a player who left or is away. */
  readonly away: boolean;
  /** It was removed during the game. */
  readonly gone: boolean;
}

/** A player with the keys of this game, 32 bytes each. */
export interface Human extends Sitter {
  readonly kind: "human";
  readonly identity: Bytes;
  readonly session: Bytes;
  readonly x25519: Bytes;
  readonly anchor: Bytes;
  /** Link k - base of the seed chain is for shuffle k. */
  readonly base: number;
}

/** A computer player. */
export interface Bot extends Sitter {
  readonly kind: "bot";
  readonly level: string;
}

export type Seat = Human | Bot;

/** Who gives seeds and signs the end without a seat, with the keys of this game. */
export type Witness = Pick<Human, "name" | "gone" | "identity" | "session" | "anchor" | "base">;

/** Seats are numbered below this, witnesses from it on, so that no event can make the list of seats long. */
export const MOST_SEATS = 64;
export const MOST_WITNESSES = 8;

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
  readonly into: Into;
}

/** A seat that has not called its last card: `step` names the play, `open` says whether it can be caught yet. */
export interface Exposure {
  readonly seat: number;
  readonly step: number;
  readonly open: boolean;
}

/** How a round ended; points and places by seat, place 0 for one that was not in it. */
export interface Result {
  readonly winner: number | null;
  readonly why: WhyEnded;
  readonly points: readonly number[];
  readonly places: readonly number[];
}

/** The whole public state. Hands (slots in the order received), misses and scores go by seat number. */
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
  /** The seats in the round, rising. */
  readonly playing: readonly number[];
  readonly hands: readonly (readonly number[])[];
  readonly called: readonly number[];
  readonly exposed: readonly Exposure[];
  readonly stuck: number;
  /** Turns that the clock ended in a row. */
  readonly misses: readonly number[];
  /** Points over the rounds. */
  readonly scores: readonly number[];
  /** The seats that the scores have put out. */
  readonly out: readonly number[];
  /** Rounds in a row that ended without a winner. */
  readonly unfinished: number;
  readonly piles: readonly Pile[];
  /** Slots, the top last. */
  readonly discards: readonly number[];
  readonly opened: ReadonlyMap<number, number>;
  readonly shuffle: Shuffle | null;
  /** How many shuffles the game has had. */
  readonly shuffles: number;
  readonly todo: readonly Task[];
  readonly dealSeat: number | null;
  /** A seat or, where the game is directed, a witness. */
  readonly host: number | null;
  /** Whose the seats are of a directed game, by seat number. */
  readonly invited: readonly Bytes[];
  readonly options: PlainMap;
  /** The face of each card, such as `R5` or `W4`. */
  readonly deck: readonly string[];
  /** How the last round ended, until the next one is dealt. */
  readonly result: Result | null;
  /** At the game's end the place of each seat, 1 for the first, 0 for a vacant one. */
  readonly places: readonly number[];
  readonly cosigned: readonly number[];
  /** By number, rising; one that has left after the first shuffle is `gone`. */
  readonly witnesses: ReadonlyMap<number, Witness>;
}

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
  playing: [],
  hands: [],
  called: [],
  exposed: [],
  stuck: 0,
  misses: [],
  scores: [],
  out: [],
  unfinished: 0,
  piles: [],
  discards: [],
  opened: new Map(),
  shuffle: null,
  shuffles: 0,
  todo: [],
  dealSeat: null,
  host: null,
  invited: [],
  options: {},
  deck: [],
  result: null,
  places: [],
  cosigned: [],
  witnesses: new Map(),
};

/** Who sits there; a LogFault where nobody does. */
export function seatAt(state: State, seat: number): Seat {
  const found = state.seats[seat];
  if (!found) throw new LogFault("impossible-event", `nobody sits in seat ${seat}`);
  return found;
}

/** The player of a seat, or the witness with this number, by whose keys it contributes; undefined where there is none. */
export function contributorAt({ seats, witnesses }: State, number: number): Human | Witness | undefined {
  const sitter = seats[number];
  return number < MOST_SEATS ? (sitter?.kind === "human" ? sitter : undefined) : witnesses.get(number);
}

/** The numbers of the seats that somebody sits in, rising. */
export function taken(state: State): number[] {
  return [...state.seats.keys()].filter((seat) => state.seats[seat]);
}

/** The seat in the round so many places on from this one, which may have left it, in the direction of play. */
export function neighbour({ playing, direction }: State, seat: number, places = 1): number {
  const before = playing.filter((other) => other < seat).length;
  const from = playing.includes(seat) || direction < 0 ? before : before - 1;
  const count = playing.length;
  return playing[(((from + places * direction) % count) + count) % count]!;
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
    state.seats.map((seat) => seat && [seat.kind, seat.away, seat.gone]),
    state.playing,
    state.hands,
    state.called,
    state.exposed.map(({ seat, step, open }) => [seat, step, open]),
    state.stuck,
    state.misses,
    state.scores,
    state.out,
    state.unfinished,
    state.piles.map(({ k, taken }) => [k, taken]),
    discards,
    discards.map((slot) => state.opened.get(slot) ?? null),
    shuffle && [shuffle.k, shuffle.count, shuffle.into],
    state.todo,
    state.dealSeat,
    state.host,
    state.cosigned,
    ...(state.witnesses.size > 0 ? [[...state.witnesses].map(([number, { gone }]) => [number, gone])] : []),
    ...(state.invited.length > 0 ? [state.invited] : []),
  ];
}
