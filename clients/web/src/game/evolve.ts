/**
 * `evolve`: the state after an event. It only assigns and takes no rules. An event that names a seat, a slot, a card or a
 * shuffle that is not there is a LogFault: only a forged log holds one.
 */
import { slotOf } from "../fair/slots";
import type { Colour, EventKind, EventOf, GameEvent } from "./events";
import { COLOUR } from "./events";
import { LogFault } from "./faults";
import { type Discards, NO_DISCARDS, type Pile, type Seat, type State, put, repiled, seatAt } from "./state";

/** The state after one event. */
export function evolve(state: State, event: GameEvent): State {
  const assign = ASSIGN[event.kind] as (state: State, event: GameEvent) => Partial<State>;
  return { ...state, ...assign(state, event) };
}

/** Seats are numbered below this, so that no event can make the list long. */
const MOST_SEATS = 64;
const FACE = /^([RYGB][0-9SRD]|W4?)$/;

/** What a kind of event assigns. */
type Assign = { readonly [K in EventKind]: (state: State, event: EventOf<K>) => Partial<State> };

function must(fact: boolean, otherwise: string): void {
  if (!fact) throw new LogFault("impossible-event", otherwise);
}

function withItem<T>(items: readonly T[], place: number, value: T): T[] {
  must(place < items.length, `there is no seat ${place}`);
  return items.with(place, value);
}

function seating(state: State, number: number, seat: Seat): Partial<State> {
  must(number < MOST_SEATS, `there is no seat ${number}`);
  const vacant = Array.from({ length: Math.max(0, number + 1 - state.seats.length) }, () => null);
  return { seats: [...state.seats, ...vacant].with(number, seat) };
}

const human = (state: State, event: EventOf<"seated">): Partial<State> => {
  const { seat, name, identity, session, x25519, anchor } = event;
  return seating(state, seat, { kind: "human", name, away: false, identity, session, x25519, anchor });
};

function handOf(state: State, seat: number): readonly number[] {
  const hand = state.hands[seat];
  if (!hand) throw new LogFault("impossible-event", `seat ${seat} has no hand`);
  return hand;
}

function without(from: readonly number[], slots: readonly number[]): number[] {
  const once = new Set(slots).size === slots.length;
  must(once && slots.every((slot) => from.includes(slot)), `slots ${slots.join()} are not all there, each once`);
  return from.filter((slot) => !slots.includes(slot));
}

function faceOf(state: State, card: number): string {
  const face = state.deck[card];
  if (face === undefined) throw new LogFault("impossible-event", `there is no card ${card}`);
  return face;
}

function printed(state: State, card: number): Colour | null {
  const face = faceOf(state, card);
  return face.startsWith("W") ? null : COLOUR(face.slice(0, 1));
}

function started(state: State, { ruleset, deck }: EventOf<"game-started">): Partial<State> {
  for (const face of deck) must(FACE.test(face), `no deck has a face ${face}`);
  const [hands, scores] = [state.seats.map(() => []), state.seats.map(() => 0)];
  return { phase: "deal", options: ruleset, deck, hands, scores };
}

/** The piles after these slots were drawn; each must be the next one. A pile with nothing left is gone. */
function drawnFrom(piles: readonly Pile[], slots: readonly number[]): readonly Pile[] {
  return slots.reduce((left, slot) => {
    const [pile, ...rest] = left;
    if (pile?.slots[pile.taken] !== slot)
      throw new LogFault("impossible-event", `slot ${slot} is not next in the pile`);
    const after = { ...pile, taken: pile.taken + 1 };
    return after.taken < after.slots.length ? [after, ...rest] : rest;
  }, piles);
}

/** What every card that comes into a hand changes. */
function received(state: State, seat: number, slots: readonly number[]): Partial<State> {
  return {
    hands: withItem(state.hands, seat, [...handOf(state, seat), ...slots]),
    called: state.called.filter((other) => other !== seat),
    stuck: 0,
  };
}

const withSeat = (seats: readonly number[], seat: number): number[] =>
  [...new Set([...seats, seat])].sort((a, b) => a - b);

/** What goes into a shuffle leaves the table: the pile's rest, and the discards under the top. */
function shuffled(state: State, { k, cards, slots, into }: EventOf<"shuffle-begun">): Partial<State> {
  const gone = new Set(state.discards.slots.slice(0, -1));
  const opened = new Map([...state.opened].filter(([slot]) => !gone.has(slot)));
  return {
    shuffle: { k, count: cards.length + slots.length, into },
    shuffles: k,
    piles: [],
    discards: repiled(state.discards.slots.slice(-1), opened),
    opened,
  };
}

function cut(state: State, { k, order }: EventOf<"shuffle-closed">): Partial<State> {
  must(state.shuffle?.k === k, `shuffle ${k} was not begun`);
  return { shuffle: null, todo: [], piles: [{ k, slots: order.map((place) => slotOf(k, place)), taken: 0 }] };
}

function dealt(state: State, { hands }: EventOf<"dealt">): Partial<State> {
  const [pile] = state.piles;
  if (!pile) throw new LogFault("impossible-event", "there is no pile to deal from");
  must(hands.length === state.seats.length, `a hand for each of ${state.seats.length} seats expected`);
  const given = hands.flat();
  const next = new Set(pile.slots.slice(0, given.length));
  const proper =
    next.size === given.length && new Set(given).size === next.size && given.every((slot) => next.has(slot));
  must(proper, "the hands are not the pile's first slots");
  return { hands, piles: [{ ...pile, taken: given.length }] };
}

function turned(state: State, { slot, card }: EventOf<"starter-turned">): Partial<State> {
  return {
    piles: drawnFrom(state.piles, [slot]),
    discards: put(NO_DISCARDS, slot, card),
    opened: new Map(state.opened).set(slot, card),
    colour: printed(state, card),
  };
}

function returned(state: State, { slot }: EventOf<"starter-returned">): Partial<State> {
  const opened = new Map(state.opened);
  const { slots } = state.discards;
  must(slots.length === 1 && slots[0] === slot && opened.delete(slot), `slot ${slot} is not the starter`);
  return { discards: NO_DISCARDS, opened, colour: null };
}

function played(state: State, { seat, slots, cards, colour }: EventOf<"played">): Partial<State> {
  must(slots.length === cards.length, "as many cards as slots expected");
  const opened = new Map(state.opened);
  let discards: Discards = state.discards;
  slots.forEach((slot, place) => {
    const card = cards[place]!;
    faceOf(state, card);
    discards = put(discards, slot, card);
    opened.set(slot, card);
  });
  const hands = withItem(state.hands, seat, without(handOf(state, seat), slots));
  return { hands, discards, opened, colour, stuck: 0, drawn: null };
}

function recycled(state: State, { seat, slot }: EventOf<"recycled">): Partial<State> {
  const kept = without(state.discards.slots, [slot]);
  return { ...received(state, seat, [slot]), discards: repiled(kept, state.opened) };
}

function ended(state: State, event: EventOf<"round-ended">): Partial<State> {
  const { winner, why, hands, points, places } = event;
  must(hands.length === state.hands.length, "a hand for each seat expected");
  const opened = new Map(state.opened);
  state.hands.forEach((hand, seat) => {
    const cards = hands[seat]!;
    must(cards.length === hand.length, `${hand.length} cards of seat ${seat} expected`);
    for (const card of cards) faceOf(state, card);
    hand.forEach((slot, place) => opened.set(slot, cards[place]!));
  });
  return { phase: "over", turn: null, drawn: null, debt: null, opened, result: { winner, why, points, places } };
}

function owed(state: State, { seat, debt: [total, by, dispute] }: EventOf<"owed">): Partial<State> {
  seatAt(state, seat);
  seatAt(state, by);
  return { debt: { total, by, dispute: dispute && { colour: dispute[0], held: dispute[1] } } };
}

function hosted(state: State, { seat }: EventOf<"host-set">): Partial<State> {
  if (seat !== null) seatAt(state, seat);
  return { host: seat };
}

function began(state: State, { round, deal_seat: dealSeat }: EventOf<"round-began">): Partial<State> {
  seatAt(state, dealSeat);
  return { round, dealSeat, turns: 0, direction: 1, stuck: 0, called: [] };
}

function away(state: State, seat: number, away: boolean): Partial<State> {
  return seating(state, seat, { ...seatAt(state, seat), away });
}

const nothing = (): Partial<State> => ({});

/** An event that assigns this, and names a seat that somebody sits in. */
function ofSeat<E extends { readonly seat: number }>(assign: (state: State, event: E) => Partial<State>) {
  return (state: State, event: E): Partial<State> => {
    seatAt(state, event.seat);
    return assign(state, event);
  };
}

const ASSIGN: Assign = {
  "log-opened": (_, { options }) => ({ options }),
  "dealer-seated": nothing,
  seated: human,
  "bot-seated": (state, { seat, name, level }) => seating(state, seat, { kind: "bot", name, level, away: false }),
  left: (state, { seat }) => ({ seats: withItem(state.seats, seat, null) }),
  "host-set": hosted,
  "options-set": (_, { options }) => ({ options }),
  "game-started": started,
  "to-do": (_, { tasks }) => ({ todo: tasks }),
  "shuffle-begun": shuffled,
  "shuffle-closed": cut,
  "round-began": began,
  dealt,
  "starter-turned": turned,
  "starter-returned": returned,
  asked: ofSeat((_, { seat, phase, step, turns, drawn }) => ({ turn: seat, phase, step, turns, drawn })),
  "colour-named": ofSeat((_, { colour }) => ({ colour })),
  played,
  called: ofSeat((state, { seat }) => ({ called: withSeat(state.called, seat) })),
  reversed: (_, { direction }) => ({ direction }),
  skipped: ofSeat(nothing),
  owed,
  accepted: ofSeat(() => ({ debt: null })),
  challenged: ofSeat(() => ({ debt: null })),
  drew: (state, { seat, slots }) => ({ ...received(state, seat, slots), piles: drawnFrom(state.piles, slots) }),
  recycled,
  waived: ofSeat(nothing),
  passed: ofSeat((_, { stuck }) => ({ stuck, drawn: null })),
  "round-ended": ended,
  "game-ended": () => ({ phase: "over" }),
  cosigned: ofSeat((state, { seat }) => ({ cosigned: withSeat(state.cosigned, seat) })),
  sealed: () => ({ phase: "sealed" }),
  "seat-to-bot": (state, { seat }) => away(state, seat, true),
  "seat-back": (state, { seat }) => away(state, seat, false),
  resumed: nothing,
  "note-simulated": nothing,
};
