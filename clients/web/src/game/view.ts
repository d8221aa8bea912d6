/** What one client shows: the public state and the faces it knows. Other hands are counts only, never slots. */
import type { Colour, Phase } from "./events";
import { type Result, type State, neighbour, seatAt, taken, undrawn } from "./state";

/** A card of one's own hand: its slot, and its face (`R5`, `W4`) if it could be opened. */
export interface Card {
  readonly slot: number;
  readonly face: string | null;
}

/** A seat as everybody sees it. `hand` is empty until the round's end shows all hands. */
export interface Place {
  readonly seat: number;
  readonly name: string;
  readonly kind: "human" | "bot";
  /** Of a computer player; empty for a human. */
  readonly level: string;
  /** The computer plays for a player who left or is away. */
  readonly away: boolean;
  readonly cards: number;
  readonly called: boolean;
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
  readonly options: State["options"];
  readonly result: Result | null;
  readonly cosigned: readonly number[];
}

/** What this seat may show, from the public state and the cards (slot -> card) that it could open. */
export function view(state: State, faces: ReadonlyMap<number, number>, seat: number | null): View {
  const face = (slot: number): string | null => faceAt(state, faces, slot);
  const discarded = state.discards.slots.map(face).filter((known) => known !== null);
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
    under: discarded.slice(0, -1),
    hand: (seat === null ? [] : (state.hands[seat] ?? [])).map((slot) => ({ slot, face: face(slot) })),
    drawn: state.turn === seat ? state.drawn : null,
    debt,
    places: taken(state).map((number) => placeOf(state, number)),
    nextSeat: state.turn === null ? null : neighbour(state, state.turn),
    pile: undrawn(state).length,
    discards: state.discards.slots.length,
    shuffling: state.shuffle !== null,
    host: state.host,
    options: state.options,
    result: state.result,
    cosigned: state.cosigned,
  };
}

function faceAt(state: State, faces: ReadonlyMap<number, number>, slot: number): string | null {
  const card = state.opened.get(slot) ?? faces.get(slot);
  return card === undefined ? null : (state.deck[card] ?? null);
}

function placeOf(state: State, number: number): Place {
  const seat = seatAt(state, number);
  const hand = state.hands[number] ?? [];
  const shown = state.result === null ? [] : hand.map((slot) => faceAt(state, state.opened, slot));
  return {
    seat: number,
    name: seat.name,
    kind: seat.kind,
    level: seat.kind === "bot" ? seat.level : "",
    away: seat.away,
    cards: hand.length,
    called: state.called.includes(number),
    hand: shown.filter((face) => face !== null),
  };
}
