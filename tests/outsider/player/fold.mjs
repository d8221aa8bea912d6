/** The state that the events give, and its digest (log.md sections 5 and 7). */

import { pack } from "./codec.mjs";
import { H } from "./keys.mjs";
import { Fault } from "./forms.mjs";

const FACE = /^([RYGB]([0-9]|S|R|D|A)|W|W4|SH|SW|CU)$/;
const SEATS = 64;
const WITNESSES = 8;

export class State {
  phase = "lobby";
  step = 0;
  round = 0;
  turns = 0;
  turn = null;
  direction = 1;
  colour = null;
  drawn = null;
  debt = null;
  seats = [];
  playing = [];
  hands = [];
  called = [];
  exposed = [];
  stuck = 0;
  misses = [];
  scores = [];
  out = [];
  unfinished = 0;
  piles = [];
  discards = [];
  shuffle = null;
  todo = [];
  dealSeat = null;
  host = null;
  cosigned = [];
  witnesses = new Map();
  invited = [];
  // Beside the digest
  options = Object.create(null);
  deck = [];
  opened = new Map();
  places = [];
  result = null;
  shuffles = 0;

  /** What stands for the state in its digest. */
  packed() {
    const state = [
      this.phase,
      this.step,
      this.round,
      this.turns,
      this.turn,
      this.direction,
      this.colour,
      this.drawn,
      this.debt,
      this.seats.map((seat) => seat && [seat.kind, seat.away, seat.gone]),
      this.playing,
      this.hands,
      this.called,
      this.exposed,
      this.stuck,
      this.misses,
      this.scores,
      this.out,
      this.unfinished,
      this.piles.map(({ k, taken }) => [k, taken]),
      this.discards,
      this.discards.map((slot) => this.opened.get(slot) ?? null),
      this.shuffle && [this.shuffle.k, this.shuffle.n, this.shuffle.into],
      this.todo,
      this.dealSeat,
      this.host,
      this.cosigned,
    ];
    const witnesses = rising([...this.witnesses.keys()]).map((number) => [number, this.witnesses.get(number).gone]);
    const more = [witnesses, this.invited].filter((rows) => rows.length);
    return pack([...state, ...more]);
  }

  digest() {
    return H("ono1/state", this.packed()).subarray(0, 16);
  }

  seat(number) {
    return this.seats[number] ?? impossible(`there is no seat ${number}`);
  }

  /** A seat's player, or a witness, who is there. */
  signer(number) {
    if (number < SEATS) return this.seat(number);
    const witness = this.witnesses.get(number);
    return witness && !witness.gone ? witness : impossible(`there is no witness ${number}`);
  }

  hidden(slots) {
    return slots.filter((slot) => !this.opened.has(slot));
  }

  open(slots, cards) {
    if (slots.length !== cards.length) impossible("not one card for each slot");
    slots.forEach((slot, i) => {
      if (!(cards[i] in this.deck)) impossible(`the deck has no card ${cards[i]}`);
      this.opened.set(slot, cards[i]);
    });
  }

  /** Take these off the top of the pile, in just this order. */
  draw(slots) {
    for (const slot of slots) {
      const [pile] = this.piles;
      if (!pile || pile.slots[pile.taken] !== slot) impossible(`slot ${slot} is not the next of the pile`);
      pile.taken++;
      if (pile.taken === pile.slots.length) this.piles.shift();
    }
  }

  leave(list, slot) {
    const at = list.indexOf(slot);
    if (at < 0) impossible(`slot ${slot} is not there`);
    list.splice(at, 1);
  }

  /** A hand has grown or moved: no call and no missed call of it holds. */
  uncall(seats) {
    this.called = this.called.filter((seat) => !seats.includes(seat));
    this.unexpose(seats);
  }

  unexpose(seats) {
    this.exposed = this.exposed.filter(([seat]) => !seats.includes(seat));
  }

  forget(slots) {
    for (const slot of slots) this.opened.delete(slot);
  }

  lists(...lists) {
    if (lists.some((list) => list.length !== this.seats.length)) impossible("not one item for each seat");
  }
}

function impossible(words) {
  throw new Fault("impossible-event", words);
}

const rising = (numbers) => [...numbers].sort((a, b) => a - b);
const add = (list, number) => rising(new Set([...list, number]));

/** Fields that name seats, or a slot in a list: checked before the event is applied. */
function checkNames(state, event) {
  const hosted = ["note-pause", "note-time-given"].includes(event.kind); // by a host who may hold no seat
  if (hosted) state.signer(event.seat ?? event.by);
  const named = hosted || ["seated", "bot-seated", "cosigned", "re-anchored", "round-ended", "directed"].includes(event.kind);
  if (!named) {
    if (typeof event.seat === "number") state.seat(event.seat);
    for (const seat of event.seats ?? []) state.seat(seat);
    for (const name of ["deal_seat", "by", "accused"]) if (typeof event[name] === "number") state.seat(event[name]);
  }
  if (event.slots && new Set(event.slots).size !== event.slots.length) impossible("a slot is named twice");
}

const EVOLVE = {
  "log-opened": (s, e) => {
    s.options = e.options;
  },
  "dealer-seated": () => {},
  seated: (s, e) => sit(s, e, { kind: "human", identity: e.identity, session: e.session, x25519: e.x25519 }),
  "bot-seated": (s, e) => sit(s, e, { kind: "bot" }),
  left: (s, e) => {
    s.seats[e.seat] = null;
  },
  "witness-came": (s, e) => {
    if (e.witness < SEATS || e.witness >= SEATS + WITNESSES) impossible(`no witness has the number ${e.witness}`);
    s.witnesses.set(e.witness, { name: e.name, identity: e.identity, session: e.session, gone: false });
  },
  "witness-left": (s, e) => {
    const witness = e.witness >= SEATS ? s.signer(e.witness) : impossible("a seat is no witness");
    if (s.shuffles) witness.gone = true;
    else s.witnesses.delete(e.witness);
  },
  "host-set": (s, e) => {
    s.host = e.seat;
  },
  directed: (s, e) => {
    if (e.witness < SEATS || !e.seats.length || e.seats.length > SEATS) impossible("a host who is no witness, or no seats");
    s.signer(e.witness);
    Object.assign(s, { host: e.witness, invited: e.seats });
  },
  "options-set": (s, e) => {
    s.options = e.options;
  },
  "game-started": (s, e) => {
    if (!e.deck.every((face) => FACE.test(face))) impossible("a face that no card has");
    Object.assign(s, { phase: "deal", options: e.ruleset, deck: e.deck, playing: e.seats });
    s.hands = s.seats.map(() => []);
    s.scores = s.seats.map(() => 0);
    s.misses = s.seats.map(() => 0);
  },
  "to-do": (s, e) => {
    s.todo = e.tasks;
  },
  "shuffle-begun": (s, e) => {
    if (e.k !== s.shuffles + 1) impossible(`shuffle ${e.k} after ${s.shuffles}`);
    const [top] = s.discards.slice(-1);
    if (e.into === "deck") {
      Object.assign(s, { phase: "deal", piles: [], discards: [], opened: new Map(), colour: null, result: null });
      s.hands = s.hands.map(() => []);
    } else if (e.into === "pile") {
      s.forget(s.discards.slice(0, -1));
      s.piles = [];
      s.discards = top === undefined ? [] : [top];
    } else if (e.into === "hands") {
      s.forget(s.hands.flat());
      s.hands = s.hands.map(() => []);
      s.called = [];
      s.exposed = [];
    } else impossible(`cards are shuffled into ${e.into}`);
    s.shuffles = e.k;
    s.shuffle = { k: e.k, n: e.cards.length + e.slots.length, into: e.into };
  },
  "shuffle-closed": (s, e) => {
    if (s.shuffle?.k !== e.k) impossible(`shuffle ${e.k} is not open`);
    if (rising(e.order).some((place, i) => place !== i) || e.order.length !== s.shuffle.n)
      impossible("an order of other places");
    s.piles.unshift({ k: e.k, taken: 0, slots: e.order.map((place) => 256 * e.k + place) });
    s.shuffle = null;
    s.todo = [];
  },
  "sat-out": () => {},
  "deal-drawn": (s, e) => {
    s.draw(e.slots);
    s.open(e.slots, e.cards);
    s.discards.push(...e.slots);
  },
  "round-began": (s, e) => {
    Object.assign(s, { round: e.round, dealSeat: e.deal_seat, playing: e.seats, turns: 0, direction: 1, stuck: 0 });
    Object.assign(s, { called: [], exposed: [] });
  },
  dealt: (s, e) => {
    s.lists(e.hands);
    const slots = e.hands.flat();
    const [pile] = s.piles;
    if (!pile) impossible("there is no pile to deal from");
    const first = new Set(pile.slots.slice(0, slots.length));
    if (new Set(slots).size !== slots.length || !slots.every((slot) => first.has(slot)))
      impossible("cards that are not the first of the pile");
    pile.taken = slots.length;
    if (pile.taken === pile.slots.length) s.piles.shift();
    Object.assign(s, { hands: e.hands.map((hand) => [...hand]), called: [], exposed: [] });
  },
  "starter-turned": (s, e) => {
    s.draw([e.slot]);
    s.open([e.slot], [e.card]);
    s.discards.push(e.slot);
    s.colour = colourOf(s.deck[e.card]);
  },
  "starter-returned": (s, e) => {
    s.leave(s.discards, e.slot);
    s.forget([e.slot]);
    s.colour = null;
  },
  asked: (s, e) => Object.assign(s, { turn: e.seat, phase: e.phase, step: e.step, turns: e.turns, drawn: e.drawn }),
  "colour-named": (s, e) => {
    s.colour = e.colour;
  },
  shown: (s, e) => s.open(e.slots, e.cards),
  played: (s, e) => {
    for (const slot of e.slots) s.leave(s.hands[e.seat], slot);
    s.open(e.slots, e.cards);
    s.discards.push(...e.slots);
    Object.assign(s, { colour: e.colour, stuck: 0, drawn: null });
  },
  called: (s, e) => {
    s.called = add(s.called, e.seat);
    s.unexpose([e.seat]);
  },
  exposed: (s, e) => {
    s.unexpose([e.seat]);
    s.exposed = [...s.exposed, [e.seat, e.step, e.open]];
  },
  "catch-opened": (s, e) => {
    s.exposed = s.exposed.map((one) => (one[0] === e.seat ? [one[0], one[1], true] : one));
  },
  "catch-closed": (s, e) => s.unexpose(e.seats),
  caught: (s, e) => s.unexpose([e.seat]),
  mistaken: () => {},
  "hands-moved": (s, e) => {
    for (const seat of [...e.givers, ...e.takers]) s.seat(seat);
    if (rising(e.givers).join() !== rising(new Set(e.takers)).join()) impossible("hands that come from nowhere");
    const hands = e.givers.map((seat) => s.hands[seat]);
    e.takers.forEach((seat, i) => {
      s.hands[seat] = hands[i];
    });
    s.uncall(e.takers);
  },
  reversed: (s, e) => {
    s.direction = e.direction;
  },
  skipped: () => {},
  owed: (s, e) => {
    s.seat(e.debt[1]);
    s.debt = e.debt;
  },
  accepted: (s) => {
    s.debt = null;
  },
  challenged: (s) => {
    s.debt = null;
  },
  drew: (s, e) => {
    s.draw(e.slots);
    s.hands[e.seat].push(...e.slots);
    s.uncall([e.seat]);
    s.stuck = 0;
  },
  recycled: (s, e) => {
    s.leave(s.discards, e.slot);
    s.hands[e.seat].push(e.slot);
    s.uncall([e.seat]);
    s.stuck = 0;
  },
  waived: () => {},
  passed: (s, e) => Object.assign(s, { stuck: e.stuck, drawn: null }),
  "timed-out": (s, e) => {
    s.misses[e.seat] = e.misses;
  },
  "clock-restored": (s, e) => {
    s.misses[e.seat] = 0;
  },
  "round-ended": (s, e) => {
    s.lists(e.hands, e.points, e.places, e.scores);
    if (e.winner !== null) s.seat(e.winner);
    e.hands.forEach((cards, seat) => s.open(s.hands[seat], cards));
    Object.assign(s, { phase: "round-over", turn: null, drawn: null, debt: null, exposed: [] });
    Object.assign(s, { scores: e.scores, out: e.out, unfinished: e.unfinished, result: e });
  },
  "game-ended": (s, e) => {
    s.lists(e.places);
    Object.assign(s, { phase: "over", places: e.places });
  },
  cosigned: (s, e) => {
    s.signer(e.seat);
    s.cosigned = add(s.cosigned, e.seat);
  },
  sealed: (s) => {
    s.phase = "sealed";
  },
  "seat-removed": (s, e) => {
    s.seat(e.seat).gone = true;
    s.playing = s.playing.filter((seat) => seat !== e.seat);
    s.discards.unshift(...s.hands[e.seat]);
    s.hands[e.seat] = [];
    if (s.phase === "respond" && s.turn === e.seat) s.debt = null;
    s.uncall([e.seat]);
  },
  "seat-to-bot": (s, e) => Object.assign(s.seat(e.seat), { away: true, level: e.level }),
  "seat-back": (s, e) => {
    s.seat(e.seat).away = false;
  },
  rekeyed: (s, e) => Object.assign(s.seat(e.seat), { session: e.session, x25519: e.x25519 }),
  "re-anchored": (s, e) => {
    if (e.seat !== null) s.signer(e.seat);
  },
  resumed: () => {},
  "note-simulated": () => {},
  "note-pause": () => {},
  "note-time-given": () => {},
};

/** The colour that a face is printed in, nil for a wild. */
export const colourOf = (face) => (/^[RYGB]/.test(face) ? face[0] : null);

function sit(state, event, who) {
  if (event.seat < 0 || event.seat >= SEATS) impossible(`there is no seat ${event.seat}`);
  while (state.seats.length <= event.seat) {
    state.seats.push(null);
    if (state.phase === "lobby") continue;
    state.hands.push([]);
    state.misses.push(0);
    state.scores.push(0);
  }
  state.seats[event.seat] = { ...who, name: event.name, level: event.level ?? null, away: false, gone: false };
}

export function evolve(state, event) {
  checkNames(state, event);
  EVOLVE[event.kind](state, event);
}
