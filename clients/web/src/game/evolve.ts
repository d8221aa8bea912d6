/**
 * `evolve`: the state after an event. It only assigns and takes no rules. An event that names a seat, a slot, a card or a
 * shuffle that is not there is a LogFault: only a forged log holds one.
 */
import { slotOf } from "../fair/slots";
import type { Colour, EventKind, EventOf, GameEvent, Into } from "./events";
import { COLOUR } from "./events";
import { LogFault } from "./faults";
import {
  type Human,
  MOST_SEATS,
  MOST_WITNESSES,
  type Pile,
  type Seat,
  type State,
  type Witness,
  seatAt,
} from "./state";

/** The state after one event. */
export function evolve(state: State, event: GameEvent): State {
  const assign = ASSIGN[event.kind] as (state: State, event: GameEvent) => Partial<State>;
  try {
    return { ...state, ...assign(state, event) };
  } catch (fault) {
    throw fault === MISPLACED ? new LogFault("impossible-event", `${event.kind} names what is not there`) : fault;
  }
}

const MISPLACED = new Error();

const FACE = /^([RYGB][0-9SRDA]|W4?|S[HW]|CU)$/;

/** What a kind of event assigns. */
type Assign = { readonly [K in EventKind]: (state: State, event: EventOf<K>) => Partial<State> };

function must(fact: boolean): asserts fact {
  if (!fact) throw MISPLACED;
}

function withItem<T>(items: readonly T[], place: number, value: T): T[] {
  must(place < items.length);
  return items.with(place, value);
}

function seating(state: State, number: number, seat: Seat): Partial<State> {
  must(number < MOST_SEATS);
  const vacant = Array.from({ length: Math.max(0, number + 1 - state.seats.length) }, () => null);
  const seats = [...state.seats, ...vacant].with(number, seat);
  if (state.phase === "lobby" || vacant.length === 0) return { seats };
  const zeros = vacant.map(() => 0);
  const hands = [...state.hands, ...vacant.map(() => [])];
  return { seats, hands, misses: [...state.misses, ...zeros], scores: [...state.scores, ...zeros] };
}

const human = (state: State, event: EventOf<"seated">): Partial<State> => {
  const { seat, name, identity, session, x25519, anchor } = event;
  const keys = { identity, session, x25519, anchor, base: 0 };
  return seating(state, seat, { kind: "human", name, away: false, gone: false, ...keys });
};

function witnessing(state: State, number: number, witness: Witness): Partial<State> {
  must(number >= MOST_SEATS && number < MOST_SEATS + MOST_WITNESSES);
  const all = [...state.witnesses].filter(([other]) => other !== number);
  return { witnesses: new Map([...all, [number, witness] as const].sort(([one], [other]) => one - other)) };
}

function witnessAt({ witnesses }: State, number: number): Witness {
  const found = witnesses.get(number);
  must(found?.gone === false);
  return found;
}

function witnessCame(state: State, event: EventOf<"witness-came">): Partial<State> {
  const { witness, name, identity, session, anchor, base } = event;
  return witnessing(state, witness, { name, gone: false, identity, session, anchor, base });
}

/** From the first shuffle on its number stays its own: its seeds may be in the log. */
function witnessLeft(state: State, { witness }: EventOf<"witness-left">): Partial<State> {
  const left = { ...witnessAt(state, witness), gone: true };
  if (state.shuffles > 0) return witnessing(state, witness, left);
  return { witnesses: new Map([...state.witnesses].filter(([other]) => other !== witness)) };
}

function directed(state: State, { witness, seats }: EventOf<"directed">): Partial<State> {
  witnessAt(state, witness);
  must(seats.length > 0 && seats.length <= MOST_SEATS);
  return { host: witness, invited: seats };
}

function handOf(state: State, seat: number): readonly number[] {
  const hand = state.hands[seat];
  must(hand !== undefined);
  return hand;
}

function without(from: readonly number[], slots: readonly number[]): number[] {
  const once = new Set(slots).size === slots.length;
  must(once && slots.every((slot) => from.includes(slot)));
  return from.filter((slot) => !slots.includes(slot));
}

function faceOf(state: State, card: number): string {
  const face = state.deck[card];
  must(face !== undefined);
  return face;
}

function printed(state: State, card: number): Colour | null {
  const face = faceOf(state, card);
  return "RYGB".includes(face[0]!) ? COLOUR(face[0]!) : null;
}

function started(state: State, { ruleset, deck, seats }: EventOf<"game-started">): Partial<State> {
  for (const face of deck) must(FACE.test(face));
  for (const seat of seats) seatAt(state, seat);
  const [hands, zeros] = [state.seats.map(() => []), state.seats.map(() => 0)];
  return { phase: "deal", options: ruleset, deck, playing: seats, hands, misses: zeros, scores: zeros };
}

/** The piles after these slots were drawn; each must be the next one. A pile with nothing left is gone. */
function drawnFrom(piles: readonly Pile[], slots: readonly number[]): readonly Pile[] {
  return slots.reduce((left, slot) => {
    const [pile, ...rest] = left;
    must(pile !== undefined && pile.slots[pile.taken] === slot);
    const after = { ...pile, taken: pile.taken + 1 };
    return after.taken < after.slots.length ? [after, ...rest] : rest;
  }, piles);
}

/** These seats have no call of theirs standing, and none missed. */
function uncalled({ called, exposed }: State, seats: readonly number[]): Pick<State, "called" | "exposed"> {
  return {
    called: called.filter((seat) => !seats.includes(seat)),
    exposed: exposed.filter(({ seat }) => !seats.includes(seat)),
  };
}

/** What every card that comes into a hand changes. */
function received(state: State, seat: number, slots: readonly number[]): Partial<State> {
  const hands = withItem(state.hands, seat, [...handOf(state, seat), ...slots]);
  return { hands, ...uncalled(state, [seat]), stuck: 0 };
}

const withSeat = (seats: readonly number[], seat: number): number[] =>
  [...new Set([...seats, seat])].sort((a, b) => a - b);

// Shuffles and the deal

const openedBut = ({ opened }: State, gone: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...opened].filter(([slot]) => !gone.includes(slot)));

/** What goes into a shuffle leaves the table. */
const LEAVING: { readonly [I in Into]: (state: State) => Partial<State> } = {
  deck: ({ hands }) => ({
    phase: "deal",
    hands: hands.map(() => []),
    piles: [],
    discards: [],
    opened: new Map(),
    colour: null,
    result: null,
  }),
  pile: (state) => ({
    piles: [],
    discards: state.discards.slice(-1),
    opened: openedBut(state, state.discards.slice(0, -1)),
  }),
  hands: (state) => ({
    hands: state.hands.map(() => []),
    opened: openedBut(state, state.hands.flat()),
    called: [],
    exposed: [],
  }),
};

function shuffled(state: State, { k, cards, slots, into }: EventOf<"shuffle-begun">): Partial<State> {
  return { ...LEAVING[into](state), shuffle: { k, count: cards.length + slots.length, into }, shuffles: k };
}

/** The cut cards are the next to be drawn; hands that were shuffled lie on the pile until they are dealt. */
function cut({ shuffle, piles }: State, { k, order }: EventOf<"shuffle-closed">): Partial<State> {
  must(shuffle?.k === k);
  const pile = { k, slots: order.map((place) => slotOf(k, place)), taken: 0 };
  return { shuffle: null, todo: [], piles: [pile, ...piles] };
}

function dealt(state: State, { hands }: EventOf<"dealt">): Partial<State> {
  const [pile, ...others] = state.piles;
  must(pile !== undefined);
  must(hands.length === state.seats.length);
  const given = hands.flat();
  const next = new Set(pile.slots.slice(0, given.length));
  const proper =
    next.size === given.length && new Set(given).size === next.size && given.every((slot) => next.has(slot));
  must(proper);
  const left = given.length < pile.slots.length ? [{ ...pile, taken: given.length }] : [];
  return { hands, piles: [...left, ...others], called: [], exposed: [] };
}

/** Cards on the discard pile, the last on top, for all to see. */
function laid(state: State, slots: readonly number[], cards: readonly number[]): Pick<State, "discards" | "opened"> {
  must(slots.length === cards.length);
  const opened = new Map(state.opened);
  slots.forEach((slot, place) => {
    const card = cards[place]!;
    faceOf(state, card);
    opened.set(slot, card);
  });
  return { discards: [...state.discards, ...slots], opened };
}

function dealDrawn(state: State, { seats, slots, cards }: EventOf<"deal-drawn">): Partial<State> {
  for (const seat of seats) seatAt(state, seat);
  return { piles: drawnFrom(state.piles, slots), ...laid(state, slots, cards) };
}

function began(state: State, { round, deal_seat: dealSeat, seats }: EventOf<"round-began">): Partial<State> {
  for (const seat of [dealSeat, ...seats]) seatAt(state, seat);
  return { round, dealSeat, playing: seats, turns: 0, direction: 1, stuck: 0, called: [], exposed: [] };
}

const turned = (state: State, { slot, card }: EventOf<"starter-turned">): Partial<State> => ({
  piles: drawnFrom(state.piles, [slot]),
  ...laid(state, [slot], [card]),
  colour: printed(state, card),
});

function returned(state: State, { slot }: EventOf<"starter-returned">): Partial<State> {
  must(state.discards.at(-1) === slot);
  return { discards: state.discards.slice(0, -1), opened: openedBut(state, [slot]), colour: null };
}

// Turns

const played = (state: State, { seat, slots, cards, colour }: EventOf<"played">): Partial<State> => ({
  hands: withItem(state.hands, seat, without(handOf(state, seat), slots)),
  ...laid(state, slots, cards),
  colour,
  stuck: 0,
  drawn: null,
});

/** Cards of a hand that everybody sees from now on. */
function shown(state: State, { seat, slots, cards }: EventOf<"shown">): Partial<State> {
  without(handOf(state, seat), slots);
  return { opened: laid(state, slots, cards).opened };
}

function exposed(state: State, { seat, step, open }: EventOf<"exposed">): Partial<State> {
  return { exposed: [...uncaught(state, seat), { seat, step, open }] };
}

/** What is left when these seats can be caught no more. */
const uncaught = (state: State, ...seats: readonly number[]): State["exposed"] => uncalled(state, seats).exposed;

function caught(state: State, { seat, by }: EventOf<"caught">): Partial<State> {
  for (const one of [seat, by]) seatAt(state, one);
  return { exposed: uncaught(state, seat) };
}

function moved(state: State, { givers, takers }: EventOf<"hands-moved">): Partial<State> {
  const among = [...givers].sort().join() === [...takers].sort().join() && new Set(givers).size === takers.length;
  must(among);
  const hands = takers.reduce(
    (all, taker, place) => withItem(all, taker, handOf(state, givers[place]!)),
    [...state.hands],
  );
  return { hands, ...uncalled(state, takers) };
}

function recycled(state: State, { seat, slot }: EventOf<"recycled">): Partial<State> {
  return { ...received(state, seat, [slot]), discards: without(state.discards, [slot]) };
}

function owed(state: State, { seat, debt: [total, by, dispute] }: EventOf<"owed">): Partial<State> {
  seatAt(state, seat);
  seatAt(state, by);
  return { debt: { total, by, dispute: dispute && { colour: dispute[0], held: dispute[1] } } };
}

const missed = (state: State, seat: number, misses: number): Partial<State> => ({
  misses: withItem(state.misses, seat, misses),
});

// The end, and who is there

function ended(state: State, event: EventOf<"round-ended">): Partial<State> {
  const { winner, why, hands, points, places, scores, out, unfinished } = event;
  must(hands.length === state.hands.length);
  if (winner !== null) seatAt(state, winner);
  for (const row of [points, places, scores]) must(row.length === state.seats.length);
  const opened = new Map(state.opened);
  state.hands.forEach((hand, seat) => {
    const cards = hands[seat]!;
    must(cards.length === hand.length);
    for (const card of cards) faceOf(state, card);
    hand.forEach((slot, place) => opened.set(slot, cards[place]!));
  });
  const nothing = { turn: null, drawn: null, debt: null, exposed: [] };
  const result = { winner, why, points, places };
  return { phase: "round-over", ...nothing, opened, scores, out, unfinished, result };
}

function hosted(state: State, { seat }: EventOf<"host-set">): Partial<State> {
  if (seat !== null) seatAt(state, seat);
  return { host: seat };
}

/** Its hand goes under the discards, hidden as it was; what it owed is owed no more. */
function removed(state: State, { seat }: EventOf<"seat-removed">): Partial<State> {
  const owes = state.turn === seat && state.phase === "respond";
  return {
    ...seating(state, seat, { ...seatAt(state, seat), gone: true }),
    playing: state.playing.filter((other) => other !== seat),
    hands: withItem(state.hands, seat, []),
    discards: [...handOf(state, seat), ...state.discards],
    debt: owes ? null : state.debt,
    ...uncalled(state, [seat]),
  };
}

const away = (state: State, seat: number, away: boolean): Partial<State> =>
  seating(state, seat, { ...seatAt(state, seat), away });

function playerAt(state: State, seat: number): Human {
  const sitter = seatAt(state, seat);
  must(sitter.kind === "human");
  return sitter;
}

function rekeyed(state: State, { seat, session, x25519, anchor, base }: EventOf<"rekeyed">): Partial<State> {
  return seating(state, seat, { ...playerAt(state, seat), session, x25519, anchor, base });
}

function reAnchored(state: State, { seat, anchor, base }: EventOf<"re-anchored">): Partial<State> {
  if (seat === null) return {};
  if (seat >= MOST_SEATS) return witnessing(state, seat, { ...witnessAt(state, seat), anchor, base });
  return seating(state, seat, { ...playerAt(state, seat), anchor, base });
}

function cosigned(state: State, { seat }: EventOf<"cosigned">): Partial<State> {
  if (seat >= MOST_SEATS) witnessAt(state, seat);
  else seatAt(state, seat);
  return { cosigned: withSeat(state.cosigned, seat) };
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
  "bot-seated": (state, { seat, name, level }) =>
    seating(state, seat, { kind: "bot", name, level, away: false, gone: false }),
  left: (state, { seat }) => ({ seats: withItem(state.seats, seat, null) }),
  "witness-came": witnessCame,
  "witness-left": witnessLeft,
  directed,
  "host-set": hosted,
  "options-set": (_, { options }) => ({ options }),
  "game-started": started,
  "to-do": (_, { tasks }) => ({ todo: tasks }),
  "shuffle-begun": shuffled,
  "shuffle-closed": cut,
  "sat-out": (state, { seats }) => {
    for (const seat of seats) seatAt(state, seat);
    return {};
  },
  "deal-drawn": dealDrawn,
  "round-began": began,
  dealt,
  "starter-turned": turned,
  "starter-returned": returned,
  asked: ofSeat((_, { seat, phase, step, turns, drawn }) => ({ turn: seat, phase, step, turns, drawn })),
  "colour-named": ofSeat((_, { colour }) => ({ colour })),
  shown,
  played,
  called: ofSeat((state, { seat }) => ({ exposed: uncaught(state, seat), called: withSeat(state.called, seat) })),
  exposed: ofSeat(exposed),
  "catch-opened": ofSeat((state, { seat }) => ({
    exposed: state.exposed.map((one) => (one.seat === seat ? { ...one, open: true } : one)),
  })),
  "catch-closed": (state, { seats }) => {
    for (const seat of seats) seatAt(state, seat);
    return { exposed: uncaught(state, ...seats) };
  },
  caught,
  mistaken: ofSeat(nothing),
  "hands-moved": moved,
  reversed: (_, { direction }) => ({ direction }),
  skipped: ofSeat(nothing),
  owed,
  accepted: ofSeat(() => ({ debt: null })),
  challenged: ofSeat(() => ({ debt: null })),
  drew: (state, { seat, slots }) => ({ ...received(state, seat, slots), piles: drawnFrom(state.piles, slots) }),
  recycled,
  waived: ofSeat(nothing),
  passed: ofSeat((_, { stuck }) => ({ stuck, drawn: null })),
  "timed-out": (state, { seat, misses }) => missed(state, seat, misses),
  "clock-restored": (state, { seat }) => missed(state, seat, 0),
  "round-ended": ended,
  "game-ended": ({ seats }, { places }) => {
    must(places.length === seats.length);
    return { phase: "over", places };
  },
  "seat-removed": removed,
  cosigned,
  sealed: () => ({ phase: "sealed" }),
  "seat-to-bot": (state, { seat }) => away(state, seat, true),
  "seat-back": (state, { seat }) => away(state, seat, false),
  rekeyed,
  "re-anchored": reAnchored,
  resumed: nothing,
  "note-simulated": nothing,
  "note-pause": nothing,
  "note-time-given": nothing,
};
