/** What happened: which sentence tells of an event, and which pops up over the table. */
import type { EventKind, EventOf } from "./game/events";
import type { View } from "./game/view";
import { type Colour, colourOf, kindOf } from "./look/colours";
import { isSet } from "./ruleset";
import { type Moment, isStacking, nameOf } from "./sentences";
import { COLOUR_NAMES } from "./words/table";
import { BANNERS, DEFAULTS, LINES } from "./words/later";

/** Somebody in a sentence: the name as it was typed, null for whoever reads it. */
export type Who = string | null;

/** What goes down with the card that is named: how many equal ones with it, or what an All In takes along. */
export interface Along {
  readonly equal: number;
  readonly under: readonly string[];
}

export interface Play extends Along {
  readonly who: Who;
  /** Out of turn. */
  readonly jumps: boolean;
  readonly face: string | null;
  /** What is written on it. */
  readonly text: string;
  /** The colour named with a wild. */
  readonly named: Colour | null;
}

export const whoIs = (view: View, seat: number | null): Who => (seat === view.seat ? null : nameOf(view, seat));
const whosOf = (view: View, seats: readonly number[]): Who[] => seats.map((seat) => whoIs(view, seat));

/** The hand of the accused, where this challenge has shown it to me; sorted. */
export function shownTo({ seat, accused, shown }: EventOf<"challenged">, after: View): readonly string[] {
  if (seat !== after.seat || shown.length === 0) return [];
  return after.places.find((place) => place.seat === accused)?.hand ?? [];
}

/** Faces of these slots, where they came to my own hand. */
const mineAmong = ({ hand }: View, slots: readonly number[]): string[] =>
  hand.flatMap(({ slot, face }) => (face !== null && slots.includes(slot) ? [face] : []));

const isWild = ({ top }: View): boolean => top !== null && colourOf(top) === null;
const jumps = ({ event, before }: Moment<EventOf<"played">>): boolean =>
  before.turn !== null && before.turn !== event.seat;

function along({ event, after }: Moment<EventOf<"played">>): Along {
  const more = event.slots.length - 1;
  const under = more === 0 ? [] : after.under.slice(-more);
  return under.every((face) => face === after.top) ? { equal: event.slots.length, under: [] } : { equal: 1, under };
}

function played(moment: Moment<EventOf<"played">>): string {
  const { event, after } = moment;
  return LINES.played({
    who: whoIs(after, event.seat),
    jumps: jumps(moment),
    face: after.top,
    text: after.topText ?? "",
    named: isWild(after) ? event.colour : null,
    ...along(moment),
  });
}

function playedBanner(moment: Moment<EventOf<"played">>): string {
  const { event, after } = moment;
  if (after.topText) return BANNERS.written(after.topText, event.colour);
  if (after.top !== null && kindOf(after.top) === "A") return BANNERS.allIn(event.slots.length);
  if (jumps(moment)) return BANNERS.jumped(whoIs(after, event.seat));
  return isWild(after) && after.top !== "W4" ? COLOUR_NAMES[event.colour] : "";
}

function dealDrawn({ event, after }: Moment<EventOf<"deal-drawn">>): string {
  const faces = [...after.under, ...(after.top === null ? [] : [after.top])].slice(-event.seats.length);
  return LINES.dealDrawn(event.seats.map((seat, i) => [whoIs(after, seat), faces[i] ?? null] as const));
}

function dealt({ event, before }: Moment<EventOf<"dealt">>): string {
  return before.phase === "deal" ? LINES.dealt(Math.max(...event.hands.map((hand) => hand.length))) : LINES.dealtAgain;
}

function roundEnded({ event, after }: Moment<EventOf<"round-ended">>): string {
  const { winner, why } = event;
  if (winner === null) return why === "absent" ? LINES.nobodyLeft : why === "cap" ? LINES.capped : LINES.blocked;
  const who = whoIs(after, winner);
  return why === "alone" ? LINES.lastLeft(who) : why === "absent" ? LINES.alone(who) : LINES.goesOut(who);
}

/** Whose seeds are in the shuffle that was closed: seats, and witnesses by their numbers. */
export function cuttersOf({ papers = [] }: Moment): number[] {
  return papers.flatMap((paper) => (paper.kind === "reveals" ? paper.values.map(([number]) => number) : []));
}

/** Of how many who could have cut. */
function cutBy(moment: Moment<EventOf<"shuffle-closed">>): string {
  const { places, witnesses } = moment.after;
  const people = places.filter(({ kind, gone }) => kind === "human" && !gone).length + witnesses.length;
  return BANNERS.cut(cuttersOf(moment).length, people);
}

type Teller<K extends EventKind> = (moment: Moment<EventOf<K>>) => string;
type Tellers = { readonly [K in EventKind]?: Teller<K> };

/** Tells of the seat that the event is about. */
const of =
  (says: () => (who: Who) => string) =>
  ({ event, after }: { readonly event: { readonly seat: number }; readonly after: View }): string =>
    says()(whoIs(after, event.seat));

const TOLD: Tellers = {
  seated: of(() => LINES.seated),
  "bot-seated": ({ event }) => LINES.botSeated(event.name, event.level),
  left: ({ event, before }) => LINES.left(whoIs(before, event.seat)),
  "witness-came": ({ event, before }) =>
    before.witnesses.some(({ number }) => number === event.witness)
      ? LINES.witnessAgain(event.name)
      : LINES.witnessCame(event.name),
  "witness-left": ({ event, before }) => LINES.witnessLeft(nameOf(before, event.witness)),
  directed: ({ event, after }) => LINES.directed(nameOf(after, event.witness)),
  "game-started": ({ event }) => LINES.started(event.seats.length),
  "shuffle-begun": () => LINES.shuffling,
  "shuffle-closed": () => LINES.shuffled,
  "options-set": () => LINES.options,
  "deal-drawn": dealDrawn,
  "round-began": ({ event, after }) =>
    isSet(after, "first_deal", "draw") || event.round > 1 ? LINES.deals(whoIs(after, event.deal_seat)) : "",
  dealt,
  "starter-turned": ({ after }) => LINES.starter(after.top),
  "starter-returned": () => LINES.starterReturned,
  "colour-named": ({ event, after }) => LINES.colour(whoIs(after, event.seat), event.colour),
  played,
  called: of(() => LINES.called),
  exposed: of(() => LINES.exposed),
  "catch-closed": ({ event, after }) => LINES.catchClosed(whosOf(after, event.seats)),
  caught: ({ event, after }) => LINES.caught(whoIs(after, event.by), whoIs(after, event.seat)),
  mistaken: ({ event, after }) => LINES.mistaken[event.what](whoIs(after, event.seat)),
  "hands-moved": ({ event: { givers, takers }, after }) =>
    givers.length === 2
      ? LINES.swapped(whosOf(after, givers))
      : LINES.handsOn(whoIs(after, givers[0] ?? null), whoIs(after, takers[0] ?? null)),
  "timed-out": ({ event, after }) => LINES.timedOut(whoIs(after, event.seat), event.misses >= 2),
  "clock-restored": of(() => LINES.clockRestored),
  "seat-removed": ({ event, before }) => LINES.removed[event.why](whoIs(before, event.seat)),
  reversed: ({ event }) => LINES.reversed(event.direction === 1),
  skipped: of(() => LINES.skipped),
  owed: ({ event, after }) =>
    LINES.owed(whoIs(after, event.seat), event.debt[0], isStacking(after), Boolean(after.debt?.dispute)),
  accepted: ({ event, before, after }) => {
    const who = whoIs(after, event.seat);
    return before.debt?.dispute ? LINES.undisputed(who) : LINES.takes(who, before.debt?.total ?? null);
  },
  challenged: ({ event, after }) => {
    const [who, accused] = [whoIs(after, event.seat), whoIs(after, event.accused)];
    return LINES.challenged(who, accused, event.verdict === "bluff", shownTo(event, after));
  },
  drew: ({ event, after }) => LINES.drew(whoIs(after, event.seat), event.slots.length, mineAmong(after, event.slots)),
  recycled: of(() => LINES.recycled),
  waived: ({ event, after }) => LINES.waived(whoIs(after, event.seat), event.count),
  passed: ({ event, before, after }) => LINES[before.phase === "drawn" ? "keeps" : "passes"](whoIs(after, event.seat)),
  "round-ended": roundEnded,
  cosigned: of(() => LINES.signed),
  sealed: () => LINES.sealed,
  "seat-to-bot": ({ event, after }) => LINES[event.why === "unseated" ? "putOut" : "toBot"](whoIs(after, event.seat)),
  "seat-back": of(() => LINES.back),
  "sat-out": ({ event, after }) => LINES.satOut(whosOf(after, event.seats)),
  rekeyed: of(() => LINES.rekeyed),
  resumed: () => LINES.resumed,
  "note-pause": ({ event, after }) => LINES[event.on ? "paused" : "unpaused"](whoIs(after, event.seat)),
  "note-time-given": ({ event, after }) => LINES.timeGiven(whoIs(after, after.turn), Math.ceil(event.ms / 1000)),
};

/** Only what must not be missed gets a banner: each action card's effect, and the last card. */
const POPPED: Tellers = {
  "shuffle-begun": ({ event }) => (event.into === "hands" ? BANNERS.hands : BANNERS.shuffling),
  "shuffle-closed": cutBy,
  "deal-drawn": () => BANNERS.dealDrawn,
  "colour-named": ({ event }) => COLOUR_NAMES[event.colour],
  played: playedBanner,
  exposed: of(() => BANNERS.exposed),
  caught: of(() => BANNERS.caught),
  mistaken: ({ event, after }) => BANNERS.mistaken[event.what](whoIs(after, event.seat)),
  "hands-moved": ({ event: { givers }, after }) =>
    givers.length === 2 ? BANNERS.swapped(whosOf(after, givers)) : BANNERS.handsOn,
  "timed-out": of(() => BANNERS.timedOut),
  "seat-removed": ({ event, before }) => BANNERS.removed[event.why](whoIs(before, event.seat)),
  called: of(() => BANNERS.called),
  reversed: () => BANNERS.reversed,
  skipped: of(() => BANNERS.skipped),
  owed: ({ event, after }) => BANNERS.draws(whoIs(after, event.seat), event.debt[0]),
  challenged: ({ event, after }) =>
    event.verdict === "bluff" ? BANNERS.bluff(whoIs(after, event.accused)) : BANNERS.honest(whoIs(after, event.seat)),
  drew: ({ event, after }) =>
    event.why === "turn" || event.why === "clock" ? "" : BANNERS.draws(whoIs(after, event.seat), event.slots.length),
  waived: () => BANNERS.noCard,
  "round-ended": ({ event, after }) =>
    event.winner === null ? BANNERS.nobodyWins : BANNERS.wins(whoIs(after, event.winner)),
  "seat-to-bot": of(() => BANNERS.toBot),
  "seat-back": of(() => BANNERS.back),
  "sat-out": ({ event, after }) => BANNERS.satOut(whosOf(after, event.seats)),
};

function told(tellers: Tellers, moment: Moment): string | null {
  const teller = tellers[moment.event.kind] as ((moment: Moment) => string) | undefined;
  return teller?.(moment) || null;
}

/** What happened as a line of the log, null for what needs no words. */
export const lineOf = (moment: Moment): string | null => told(TOLD, moment);

/** What pops up over the table, null for quiet events. */
export const bannerOf = (moment: Moment): string | null => told(POPPED, moment);

/** What the table does once the time is over, in time to hurry. */
export function defaultOf({ phase, debt }: View): string {
  if (phase === "respond") return DEFAULTS.take(debt?.total ?? 0);
  if (phase === "drawn") return DEFAULTS.keep;
  return phase === "start-colour" ? DEFAULTS.colour : DEFAULTS.draw;
}
