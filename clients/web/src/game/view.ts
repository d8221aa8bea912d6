/** What one client shows: the public state and the faces it knows. Other hands are counts only, never slots. */
import type { Colour, Phase } from "./events";
import { type Result, type State, neighbour, seatAt, taken, undrawn } from "./state";

/** A card of one's own hand: its slot, and its face (`R5`, `W4`) if it could be opened. */
export interface Card {
  readonly slot: number;
  readonly face: string | null;
  /** What the table wrote on a customizable card. */
  readonly text?: string;
}

/** A seat as this viewer sees it. */
export interface Place {
  readonly seat: number;
  readonly name: string;
  readonly kind: "human" | "bot";
  /** Of a computer player; empty for a human. */
  readonly level: string;
  /** The computer plays for a player who left or is away. */
  readonly away: boolean;
  /** It was removed from the game. */
  readonly gone: boolean;
  /** It is in this round. */
  readonly playing: boolean;
  /** The scores have put it out. */
  readonly out: boolean;
  readonly cards: number;
  readonly called: boolean;
  /** The step of a call that it has missed. */
  readonly exposed: number | null;
  /** The time to catch it has begun. */
  readonly catchable: boolean;
  readonly score: number;
  /** Turns that the clock ended in a row. */
  readonly misses: number;
  /** The faces of its hand that are known here, in the order of their texts; at the round's end all. */
  readonly hand: readonly string[];
}

/** Cards to be taken or answered. `dispute` where that may be challenged: the colour that was in play before the card. */
export interface Owed {
  readonly total: number;
  readonly by: number;
  readonly dispute: { readonly colour: Colour | null } | null;
}

/** The table from one seat, or from outside (`seat` null). */
export interface View {
  readonly seat: number | null;
  readonly phase: Phase;
  readonly step: number;
  readonly round: number;
  /** The seat that is to act now. */
  readonly turn: number | null;
  readonly direction: number;
  readonly colour: Colour | null;
  readonly top: string | null;
  /** What the table wrote on it, where it is a customizable card. */
  readonly topText?: string;
  /** The known faces under the top, bottom first. */
  readonly under: readonly string[];
  readonly hand: readonly Card[];
  /** The slot just drawn, if it is this seat's to play or keep. */
  readonly drawn: number | null;
  readonly debt: Owed | null;
  readonly places: readonly Place[];
  readonly nextSeat: number | null;
  readonly pile: number;
  readonly discards: number;
  readonly shuffling: boolean;
  readonly host: number | null;
  /** How many seats a directed game has, each for one player; 0 of all others. Its host is a witness. */
  readonly invited: number;
  readonly options: State["options"];
  /** How the last round ended, until the next one is dealt. */
  readonly result: Result | null;
  /** The places of the game by seat number, once it is over. */
  readonly final: readonly number[];
  readonly cosigned: readonly number[];
  /** Who gives seeds and signs without a seat, and has not left. */
  readonly witnesses: readonly { readonly number: number; readonly name: string }[];
}

/** What this seat may show, from the public state and the cards (slot -> card) that it could open. */
export function view(state: State, faces: ReadonlyMap<number, number>, seat: number | null): View {
  const face = (slot: number): string | null => faceAt(state, faces, slot);
  const discarded = state.discards.map(face).filter((known) => known !== null);
  const { debt } = state;
  return {
    seat,
    phase: state.phase,
    step: state.step,
    round: state.round,
    turn: state.turn,
    direction: state.direction,
    colour: state.colour,
    top: discarded.at(-1) ?? null,
    ...written(state, faces, state.discards.at(-1), "topText"),
    under: discarded.slice(0, -1),
    hand: (seat === null ? [] : (state.hands[seat] ?? [])).map((slot) => {
      return { slot, face: face(slot), ...written(state, faces, slot, "text") };
    }),
    drawn: state.turn === seat ? state.drawn : null,
    debt,
    places: taken(state).map((number) => placeOf(state, faces, number)),
    nextSeat: state.turn === null ? null : neighbour(state, state.turn),
    pile: undrawn(state).length,
    discards: state.discards.length,
    shuffling: state.shuffle !== null,
    host: state.host,
    invited: state.invited.length,
    options: state.options,
    result: state.result,
    final: state.places,
    cosigned: state.cosigned,
    witnesses: [...state.witnesses].filter(([, { gone }]) => !gone).map(([number, { name }]) => ({ number, name })),
  };
}

function faceAt(state: State, faces: ReadonlyMap<number, number>, slot: number): string | null {
  const card = state.opened.get(slot) ?? faces.get(slot);
  return card === undefined ? null : (state.deck[card] ?? null);
}

/** What is written on the card of a slot, under this name; nothing where nothing is. */
function written<K extends string>(
  state: State,
  faces: ReadonlyMap<number, number>,
  slot: number | undefined,
  name: K,
): Partial<Record<K, string>> {
  const card = slot === undefined ? undefined : (state.opened.get(slot) ?? faces.get(slot));
  const texts = state.options["custom_texts"];
  if (card === undefined || state.deck[card] !== "CU" || !Array.isArray(texts) || texts.length === 0) return {};
  const before = state.deck.slice(0, card).filter((face) => face === "CU").length;
  const text: unknown = texts[before % texts.length];
  return typeof text === "string" && text !== "" ? ({ [name]: text } as Record<K, string>) : {};
}

function placeOf(state: State, faces: ReadonlyMap<number, number>, number: number): Place {
  const seat = seatAt(state, number);
  const hand = state.hands[number] ?? [];
  const missed = state.exposed.find((one) => one.seat === number);
  const known = hand.map((slot) => faceAt(state, faces, slot)).filter((face) => face !== null);
  return {
    seat: number,
    name: seat.name,
    kind: seat.kind,
    level: seat.kind === "bot" ? seat.level : "",
    away: seat.away,
    gone: seat.gone,
    playing: state.playing.includes(number),
    out: state.out.includes(number),
    cards: hand.length,
    called: state.called.includes(number),
    exposed: missed?.step ?? null,
    catchable: missed?.open ?? false,
    score: state.scores[number] ?? 0,
    misses: state.misses[number] ?? 0,
    hand: known.sort(),
  };
}
