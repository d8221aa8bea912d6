/** What happened, in sentences: a line of the log for each event, and what pops up over the table. */
import type { EventKind, EventOf } from "./game/events";
import type { Card, View } from "./game/view";
import { colourName } from "./look/colours";
import { colourOf, faceName, kindOf } from "./look/faces";
import { isSet } from "./ruleset";
import { type Moment, cardCount, directionName, isStacking, nameOf, topName } from "./sentences";

const cardsOf = (count: number): string => (count === 1 ? "a card" : `${count} cards`);

/** "Ada draws", "You draw": the verb in both forms, the own one first. Names stay as they were typed. */
function does(view: View, seat: number, verbs: string): string {
  const [mine = "", theirs = mine] = verbs.split("/");
  return seat === view.seat ? `You ${mine}` : `${nameOf(view, seat)} ${theirs}`;
}

/** "Ada", "Ada and you", "Ada, Kofi and you". */
function listed(words: readonly string[]): string {
  const [last = "nobody", ...before] = [...words].reverse();
  return before.length === 0 ? last : `${before.reverse().join(", ")} and ${last}`;
}

/** The hand of the accused, where this challenge has shown it to me; sorted. */
export function shownTo({ seat, accused, shown }: EventOf<"challenged">, after: View): readonly string[] {
  if (seat !== after.seat || shown.length === 0) return [];
  return after.places.find((place) => place.seat === accused)?.hand ?? [];
}

/** Faces of these slots, where they came to my own hand. */
function mineAmong({ hand }: View, slots: readonly number[]): Card[] {
  return hand.filter(({ slot, face }) => face !== null && slots.includes(slot));
}

/** The other cards of a play: equal ones, or what an All In takes along. */
function besides({ event, after }: Moment<EventOf<"played">>): string {
  const more = event.slots.length - 1;
  if (more === 0) return "";
  const shed = after.under.slice(-more);
  if (shed.every((face) => face === after.top)) return `, ${event.slots.length} of them`;
  return `, and with it ${listed(shed.map((face) => faceName(face)))}`;
}

function played(moment: Moment<EventOf<"played">>): string {
  const { event, before, after } = moment;
  const wild = after.top !== null && colourOf(after.top) === null;
  const named = wild ? `. The colour is ${colourName(event.colour)}` : "";
  const jumped = before.turn !== null && before.turn !== event.seat;
  const verbs = jumped ? "jump in and play/jumps in and plays" : "play/plays";
  return `${does(after, event.seat, verbs)} ${topName(after)}${besides(moment)}${named}.`;
}

function playedBanner({ event, before, after }: Moment<EventOf<"played">>): string {
  const colour = colourName(event.colour);
  if (after.topText) return `${after.topText}: ${colour}`;
  if (after.top !== null && kindOf(after.top) === "A") return `All In: ${cardCount(event.slots.length)}`;
  if (before.turn !== null && before.turn !== event.seat) return `${does(after, event.seat, "jump/jumps")} in!`;
  return after.top !== null && colourOf(after.top) === null && after.top !== "W4" ? colour : "";
}

/** Who swaps with whom, as the start of a sentence. */
function swappers({ event, after }: Moment<EventOf<"hands-moved">>): string {
  const [first = "", ...others] = event.givers.map((seat) => nameOf(after, seat));
  return listed([capital(first), ...others]);
}

function handsMoved(moment: Moment<EventOf<"hands-moved">>): string {
  const { event, after } = moment;
  const [giver = null, taker = null] = [event.givers[0], event.takers[0]];
  if (event.givers.length === 2) return `${swappers(moment)} swap hands.`;
  const whose = giver === after.seat ? "yours" : `${nameOf(after, giver)}'s`;
  return `All hands go on: ${whose} to ${nameOf(after, taker)}.`;
}

const handsMovedBanner = (moment: Moment<EventOf<"hands-moved">>): string =>
  moment.event.givers.length === 2 ? `${swappers(moment)} swap hands` : "All hands go on";

/** Words at the start of a sentence; only "you" is changed, names stay as they were typed. */
const capital = (words: string): string => (words === "you" ? "You" : words);

function dealDrawn({ event, after }: Moment<EventOf<"deal-drawn">>): string {
  const faces = [...after.under, ...(after.top === null ? [] : [after.top])].slice(-event.seats.length);
  const shown = event.seats.map((seat, i) => `${nameOf(after, seat)} ${faces[i] ? faceName(faces[i]) : "a card"}`);
  return `Drawn for the deal, the highest deals: ${listed(shown)}.`;
}

function dealt({ event, before }: Moment<EventOf<"dealt">>): string {
  if (before.phase !== "deal") return "All hands are dealt again.";
  return `${cardCount(Math.max(...event.hands.map((hand) => hand.length)))} each.`;
}

function timedOut({ event, after }: Moment<EventOf<"timed-out">>): string {
  const short = event.misses >= 2 ? " From now on the clock is short." : "";
  return `${does(after, event.seat, "run/runs")} out of time.${short}`;
}

const gone = ({ event, before }: Moment<EventOf<"seat-removed">>): string =>
  ({
    left: `${does(before, event.seat, "leave/leaves")} the game`,
    away: `${does(before, event.seat, "are/is")} away and out of the game`,
    unseated: `${does(before, event.seat, "are/is")} put out of the game by the host`,
  })[event.why];

const MISTAKES = { call: "call/calls", catch: "catch/catches" } as const;

function drew({ event, after }: Moment<EventOf<"drew">>): string {
  const mine = mineAmong(after, event.slots).map(({ face }) => faceName(face ?? ""));
  const what = mine.length > 0 ? mine.join(", ") : cardsOf(event.slots.length);
  return `${does(after, event.seat, "draw/draws")} ${what}.`;
}

function challenged({ event, after }: Moment<EventOf<"challenged">>): string {
  const verdict = event.verdict === "bluff" ? "It was a bluff." : "It was honest.";
  const hand = shownTo(event, after).map((face) => faceName(face));
  const seen = hand.length > 0 ? ` You are shown ${listed(hand)}.` : "";
  return `${does(after, event.seat, "challenge/challenges")} ${nameOf(after, event.accused)}. ${verdict}${seen}`;
}

function roundEnded({ event, after }: Moment<EventOf<"round-ended">>): string {
  if (event.winner !== null && event.why === "alone")
    return `${does(after, event.winner, "are/is")} the last one left.`;
  if (event.why === "absent") {
    return event.winner === null
      ? "The round ends: nobody is left to play it."
      : `${does(after, event.winner, "are/is")} alone in this round and win${event.winner === after.seat ? "" : "s"} it.`;
  }
  if (event.winner !== null) return `${does(after, event.winner, "go out and win/goes out and wins")}.`;
  return event.why === "cap" ? "The round ends: it took too many turns." : "The round ends: nobody can play or draw.";
}

/** Whose seeds are in the shuffle that was closed: seats, and witnesses by their numbers. */
export function cuttersOf({ papers = [] }: Moment): number[] {
  return papers.flatMap((paper) => (paper.kind === "reveals" ? paper.values.map(([number]) => number) : []));
}

/** Of how many who could have cut. */
function cutBy(moment: Moment<EventOf<"shuffle-closed">>): string {
  const { places, witnesses } = moment.after;
  const people = places.filter(({ kind, gone }) => kind === "human" && !gone).length + witnesses.length;
  return `Cut by ${cuttersOf(moment).length} of ${people}`;
}

type Teller<K extends EventKind> = (moment: Moment<EventOf<K>>) => string;
type Tellers = { readonly [K in EventKind]?: Teller<K> };

const LINES: Tellers = {
  seated: ({ event, after }) => `${does(after, event.seat, "sit down/sits down")}.`,
  "bot-seated": ({ event }) => `${event.name} sits down: a computer, ${event.level}.`,
  left: ({ event, before }) => `${does(before, event.seat, "leave/leaves")}.`,
  "witness-came": ({ event, before }) =>
    before.witnesses.some(({ number }) => number === event.witness)
      ? `${event.name} witnesses with new keys, as from another device.`
      : `${event.name} comes as a witness.`,
  "witness-left": ({ event, before }) => `${nameOf(before, event.witness)} witnesses no more.`,
  "game-started": ({ event }) => `The game begins with ${event.seats.length} players.`,
  "shuffle-begun": () => "The cards are being shuffled.",
  "shuffle-closed": () => "Shuffled and cut.",
  "options-set": () => "The rules were changed.",
  "deal-drawn": dealDrawn,
  "round-began": ({ event, after }) =>
    isSet(after, "first_deal", "draw") || event.round > 1 ? `${does(after, event.deal_seat, "deal/deals")}.` : "",
  dealt,
  "starter-turned": ({ after }) => `The first card is ${topName(after)}.`,
  "starter-returned": () => "It goes back into the deck.",
  "colour-named": ({ event, after }) => `${does(after, event.seat, "name/names")} ${colourName(event.colour)}.`,
  played,
  called: ({ event, after }) => `Last card: ${nameOf(after, event.seat)}!`,
  exposed: ({ event, after }) => `${does(after, event.seat, "have/has")} one card left and did not call it.`,
  "catch-closed": ({ event, after }) =>
    `${capital(listed(event.seats.map((seat) => nameOf(after, seat))))} cannot be caught any more.`,
  caught: ({ event, after }) => `${does(after, event.by, "catch/catches")} ${nameOf(after, event.seat)}: no call.`,
  mistaken: ({ event, after }) => `${does(after, event.seat, MISTAKES[event.what])} without reason.`,
  "hands-moved": handsMoved,
  "timed-out": timedOut,
  "clock-restored": ({ event, after }) => `${does(after, event.seat, "are/is")} in time again.`,
  "seat-removed": (moment) => `${gone(moment)}.`,
  reversed: ({ event }) => `Play turns round: ${directionName(event.direction)}.`,
  skipped: ({ event, after }) => `${does(after, event.seat, "miss/misses")} a turn.`,
  owed: ({ event, after }) => {
    const ways = ["", ...(isStacking(after) ? ["answer"] : []), ...(after.debt?.dispute ? ["challenge"] : [])];
    return `${does(after, event.seat, "must take")} ${event.debt[0]}${ways.join(" or ")}.`;
  },
  accepted: ({ event, before, after }) =>
    before.debt?.dispute
      ? `${does(after, event.seat, "do/does")} not challenge.`
      : `${does(after, event.seat, "take/takes")} ${before.debt?.total ?? "the cards"}.`,
  challenged,
  drew,
  recycled: ({ event, after }) => `${does(after, event.seat, "take/takes")} the last card from under the top.`,
  waived: ({ event, after }) => `No card is left: ${nameOf(after, event.seat)} need not draw ${event.count}.`,
  passed: ({ event, before, after }) =>
    `${does(after, event.seat, before.phase === "drawn" ? "keep the card/keeps the card" : "pass/passes")}.`,
  "round-ended": roundEnded,
  cosigned: ({ event, after }) => `${does(after, event.seat, "have/has")} checked the cards and signed.`,
  sealed: () => "The log is complete.",
  "seat-to-bot": ({ event, after }) => {
    const out = event.why === "unseated" ? `${does(after, event.seat, "are/is")} put out by the host. ` : "";
    return `${out}The computer plays for ${nameOf(after, event.seat)}.`;
  },
  "seat-back": ({ event, after }) => `${does(after, event.seat, "are/is")} back.`,
  "sat-out": ({ event, after }) =>
    `${listed(event.seats.map((seat) => does(after, seat, "gave no seed and sit/gave no seed and sits")))} this round out.`,
  rekeyed: ({ event, after }) => `${does(after, event.seat, "play/plays")} with new keys, as from another device.`,
  resumed: () => "The server was started again. The game goes on.",
  "note-pause": ({ event, after }) =>
    `${does(after, event.seat, event.on ? "stop/stops" : "let/lets")} the table ${event.on ? "for a while" : "go on"}.`,
};

const forWhom = (view: View, seat: number): string => `for ${nameOf(view, seat)}`;

/** Only what must not be missed gets a banner: each action card's effect, and the last card. */
const BANNERS: Tellers = {
  "shuffle-begun": ({ event }) => (event.into === "hands" ? "Hands shuffled" : "Shuffling"),
  "shuffle-closed": cutBy,
  "deal-drawn": () => "Drawing for the deal",
  "colour-named": ({ event }) => colourName(event.colour),
  played: playedBanner,
  exposed: ({ event, after }) =>
    event.seat === after.seat ? "You did not call!" : `${nameOf(after, event.seat)} did not call!`,
  caught: ({ event, after }) => `${does(after, event.seat, "are/is")} caught!`,
  mistaken: ({ event, after }) => `${capital(nameOf(after, event.seat))}: nothing to ${event.what}`,
  "hands-moved": handsMovedBanner,
  "timed-out": ({ event, after }) => `Time is up ${forWhom(after, event.seat)}`,
  "seat-removed": gone,
  called: ({ event, after }) => `Last card: ${nameOf(after, event.seat)}!`,
  reversed: () => "Turned round",
  skipped: ({ event, after }) =>
    event.seat === after.seat ? "You are skipped" : `${nameOf(after, event.seat)} skipped`,
  owed: ({ event, after }) => `+${event.debt[0]} ${forWhom(after, event.seat)}`,
  challenged: ({ event, after }) =>
    event.verdict === "bluff"
      ? `It was a bluff: ${nameOf(after, event.accused)} must pay`
      : `No bluff: ${nameOf(after, event.seat)} must pay`,
  drew: ({ event, after }) =>
    event.why === "turn" || event.why === "clock" ? "" : `+${event.slots.length} ${forWhom(after, event.seat)}`,
  waived: () => "No card left",
  "round-ended": ({ event, after }) =>
    event.winner === null ? "Nobody wins" : `${does(after, event.winner, "win/wins")}!`,
  "seat-to-bot": ({ event, after }) => `The computer plays for ${nameOf(after, event.seat)}`,
  "seat-back": ({ event, after }) => `${does(after, event.seat, "are/is")} back`,
  "sat-out": ({ event, after }) => listed(event.seats.map((seat) => `${does(after, seat, "sit/sits")} this round out`)),
};

function told(tellers: Tellers, moment: Moment): string | null {
  const teller = tellers[moment.event.kind] as ((moment: Moment) => string) | undefined;
  return teller?.(moment) || null;
}

/** What happened as a line of the log, null for what needs no words. */
export const lineOf = (moment: Moment): string | null => told(LINES, moment);

/** What pops up over the table, null for quiet events. */
export const bannerOf = (moment: Moment): string | null => told(BANNERS, moment);

/** What the table does once the time is over. */
export function defaultOf({ phase, debt }: View): string {
  if (phase === "respond") return `then you take ${debt?.total ?? 0}`;
  if (phase === "drawn") return "then you keep it";
  return phase === "start-colour" ? "then it is Red" : "then a card is drawn for you";
}
