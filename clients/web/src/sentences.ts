/** Sentences about the game: the log, the banners, and the prompt that says who must act now and what for. */
import type { EventKind, EventOf, GameEvent } from "./game/events";
import type { Card, View } from "./game/view";
import { colourName } from "./look/colours";
import { colourOf, faceName, kindOf } from "./look/faces";
import type { Prompt } from "./net/session";

/** One event as it is shown: the table right before and right after it. */
export interface Moment<E extends GameEvent = GameEvent> {
  readonly event: E;
  readonly before: View;
  readonly after: View;
}

/** The name of a seat; "you" for one's own. */
export function nameOf(view: View, seat: number | null): string {
  if (seat === null) return "nobody";
  if (seat === view.seat) return "you";
  return view.places.find((place) => place.seat === seat)?.name ?? `seat ${seat + 1}`;
}

const cardsOf = (count: number): string => (count === 1 ? "a card" : `${count} cards`);
export const cardCount = (count: number): string => `${count} ${count === 1 ? "card" : "cards"}`;
export const directionName = (direction: number): string => (direction === 1 ? "clockwise" : "anticlockwise");

/** "Ada draws", "You draw": the verb in both forms, the own one first. Names stay as they were typed. */
function does(view: View, seat: number, verbs: string): string {
  const [mine = "", theirs = mine] = verbs.split("/");
  return seat === view.seat ? `You ${mine}` : `${nameOf(view, seat)} ${theirs}`;
}

const topName = ({ top }: View): string => (top === null ? "a card" : faceName(top));

/** Faces of these slots, where they came to my own hand. */
function mineAmong({ hand }: View, slots: readonly number[]): Card[] {
  return hand.filter(({ slot, face }) => face !== null && slots.includes(slot));
}

function played({ event, after }: Moment<EventOf<"played">>): string {
  const wild = after.top !== null && colourOf(after.top) === null;
  const named = wild ? `. The colour is ${colourName(event.colour)}` : "";
  return `${does(after, event.seat, "play/plays")} ${topName(after)}${named}.`;
}

function drew({ event, after }: Moment<EventOf<"drew">>): string {
  const mine = mineAmong(after, event.slots).map(({ face }) => faceName(face ?? ""));
  const what = mine.length > 0 ? mine.join(", ") : cardsOf(event.slots.length);
  return `${does(after, event.seat, "draw/draws")} ${what}.`;
}

function challenged({ event, after }: Moment<EventOf<"challenged">>): string {
  const verdict = event.verdict === "bluff" ? "It was a bluff." : "It was honest.";
  return `${does(after, event.seat, "challenge/challenges")} ${nameOf(after, event.accused)}. ${verdict}`;
}

function roundEnded({ event, after }: Moment<EventOf<"round-ended">>): string {
  if (event.winner !== null) return `${does(after, event.winner, "go out and win/goes out and wins")}.`;
  return event.why === "cap" ? "The round ends: it took too many turns." : "The round ends: nobody can play or draw.";
}

type Teller<K extends EventKind> = (moment: Moment<EventOf<K>>) => string;
type Tellers = { readonly [K in EventKind]?: Teller<K> };

const LINES: Tellers = {
  seated: ({ event, after }) => `${does(after, event.seat, "sit down/sits down")}.`,
  "bot-seated": ({ event }) => `${event.name} sits down: a computer, ${event.level}.`,
  left: ({ event, before }) => `${does(before, event.seat, "leave/leaves")}.`,
  "game-started": ({ event }) => `The game begins with ${event.seats.length} players.`,
  "shuffle-begun": () => "The cards are being shuffled.",
  "shuffle-closed": () => "Shuffled and cut.",
  dealt: ({ event }) => `${cardCount(Math.max(...event.hands.map((hand) => hand.length)))} each.`,
  "starter-turned": ({ after }) => `The first card is ${topName(after)}.`,
  "starter-returned": () => "It goes back into the deck.",
  "colour-named": ({ event, after }) => `${does(after, event.seat, "name/names")} ${colourName(event.colour)}.`,
  played,
  called: ({ event, after }) => `Last card: ${nameOf(after, event.seat)}!`,
  reversed: ({ event }) => `Play turns round: ${directionName(event.direction)}.`,
  skipped: ({ event, after }) => `${does(after, event.seat, "miss/misses")} a turn.`,
  owed: ({ event, after }) => `${does(after, event.seat, "must take")} ${event.debt[0]} or challenge.`,
  accepted: ({ event, after }) => `${does(after, event.seat, "do/does")} not challenge.`,
  challenged,
  drew,
  recycled: ({ event, after }) => `${does(after, event.seat, "take/takes")} the last card from under the top.`,
  waived: ({ event, after }) => `No card is left: ${nameOf(after, event.seat)} need not draw ${event.count}.`,
  passed: ({ event, before, after }) =>
    `${does(after, event.seat, before.phase === "drawn" ? "keep the card/keeps the card" : "pass/passes")}.`,
  "round-ended": roundEnded,
  cosigned: ({ event, after }) => `${does(after, event.seat, "have/has")} checked the cards and signed.`,
  sealed: () => "The log is complete.",
  "seat-to-bot": ({ event, after }) => `The computer plays for ${nameOf(after, event.seat)}.`,
  "seat-back": ({ event, after }) => `${does(after, event.seat, "are/is")} back.`,
  resumed: () => "The server was started again. The game goes on.",
};

const forWhom = (view: View, seat: number): string => `for ${nameOf(view, seat)}`;

/** Only what must not be missed gets a banner: each action card's effect, and the last card. */
const BANNERS: Tellers = {
  "shuffle-begun": () => "Shuffling",
  "colour-named": ({ event }) => colourName(event.colour),
  played: ({ event, after }) => (after.top === "W" ? colourName(event.colour) : ""),
  called: ({ event, after }) => `Last card: ${nameOf(after, event.seat)}!`,
  reversed: () => "Turned round",
  skipped: ({ event, after }) =>
    event.seat === after.seat ? "You are skipped" : `${nameOf(after, event.seat)} skipped`,
  owed: ({ event, after }) => `+${event.debt[0]} ${forWhom(after, event.seat)}`,
  challenged: ({ event, after }) =>
    event.verdict === "bluff"
      ? `It was a bluff: ${nameOf(after, event.accused)} must pay`
      : `No bluff: ${nameOf(after, event.seat)} must pay`,
  drew: ({ event, after }) => (event.why === "turn" ? "" : `+${event.slots.length} ${forWhom(after, event.seat)}`),
  waived: () => "No card left",
  "round-ended": ({ event, after }) =>
    event.winner === null ? "Nobody wins" : `${does(after, event.winner, "win/wins")}!`,
  "seat-to-bot": ({ event, after }) => `The computer plays for ${nameOf(after, event.seat)}`,
  "seat-back": ({ event, after }) => `${does(after, event.seat, "are/is")} back`,
};

function told(tellers: Tellers, moment: Moment): string | null {
  const teller = tellers[moment.event.kind] as ((moment: Moment) => string) | undefined;
  return teller?.(moment) || null;
}

/** What happened as a line of the log, null for what needs no words. */
export const lineOf = (moment: Moment): string | null => told(LINES, moment);

/** What pops up over the table, null for quiet events. */
export const bannerOf = (moment: Moment): string | null => told(BANNERS, moment);

// What fits, and why not

const SIGNS: Readonly<Record<string, string>> = { "8": "an 8", S: "a Skip", R: "a Reverse", D: "a Draw Two" };

/** The sign of the top card as something to match, null where it is a wild. */
function signOf(top: string | null): string | null {
  if (top === null || colourOf(top) === null) return null;
  return SIGNS[kindOf(top)] ?? `a ${kindOf(top)}`;
}

/** "Blue, a 7": what a card must match; a wild always fits. */
function fitting({ colour, top }: View): string[] {
  const named = colour === null ? [] : [colourName(colour)];
  const sign = signOf(top);
  return sign === null ? named : [...named, sign];
}

const REASONS: Readonly<Record<string, (view: View) => string>> = {
  "does-not-fit": (view) => `Needs ${fitting(view).join(", ")} or a wild. Lifted cards fit.`,
  "only-the-drawn-card": () => "After drawing, only the drawn card may be played.",
};

export interface Words {
  readonly title: string;
  readonly detail: string;
}

/** What the prompt says after a tap on a card that may not be played. */
export function illegalWords(view: View, face: string | null, reason: string): Words {
  const name = face === null ? "That card" : faceName(face);
  if (reason === "not-your-turn") return { title: "Not your turn", detail: promptWords(view, null).title };
  const detail = REASONS[reason]?.(view) ?? "";
  return { title: reason === "does-not-fit" ? `${name} does not fit` : `${name} must wait`, detail };
}

/** A card's reason as part of its accessible name. */
export const reasonName = (code: string): string => code.replaceAll("-", " ");

// Who must act now, and what for

function distance(view: View): string {
  const places = view.places.map(({ seat }) => seat);
  const [me, turn] = [places.indexOf(view.seat ?? -1), places.indexOf(view.turn ?? -1)];
  if (me < 0 || turn < 0) return `Play goes ${directionName(view.direction)}`;
  const steps = ((((me - turn) * view.direction) % places.length) + places.length) % places.length;
  const when =
    steps === 1 ? "You are next" : steps === 2 ? "You are next but one" : `You come after ${steps - 1} others`;
  return `${when}, ${directionName(view.direction)}`;
}

function myTurn(view: View, prompt: Prompt | null): string {
  if (prompt === null) return "";
  const may = (act: string): boolean => prompt.acts.includes(act);
  if (may("play")) return `Match ${fitting(view).join(" or ")}, or play a wild`;
  return may("draw") ? "Nothing fits: draw a card" : "Nothing fits and no card is left: pass";
}

function drawnWords(view: View, prompt: Prompt | null): Words {
  const card = view.hand.find(({ slot }) => slot === view.drawn);
  const title = card?.face ? `You drew ${faceName(card.face)}` : "You drew a card";
  if (prompt === null) return { title, detail: "" };
  const fits = prompt.acts.includes("play");
  return { title, detail: fits ? "It fits. Play it now or keep it" : "It does not fit. Keep it" };
}

function myWords(view: View, prompt: Prompt | null): Words {
  const owed = view.debt?.total ?? 0;
  if (view.phase === "drawn") return drawnWords(view, prompt);
  if (view.phase === "start-colour") return { title: "Your turn", detail: "Name the colour to begin with" };
  if (view.phase !== "respond") return { title: "Your turn", detail: myTurn(view, prompt) };
  return { title: `+${owed} is on you`, detail: view.debt?.dispute ? `Challenge, or take ${owed}` : `Take ${owed}` };
}

function theirTitle(view: View, name: string): string {
  const owed = view.debt?.total ?? 0;
  if (view.phase === "start-colour") return `${name}: name the colour`;
  if (view.phase === "drawn") return `${name}: play the drawn card or keep it`;
  if (view.phase !== "respond") return `${name} is playing`;
  return view.debt?.dispute ? `${name}: challenge or draw ${owed}` : `${name}: draw ${owed}`;
}

/** Whether the table waits for this seat. */
export function isMyTurn({ seat, turn, shuffling, result }: View): boolean {
  return seat !== null && turn === seat && !shuffling && result === null;
}

/** What the prompt bar says: who must act now and what for. */
export function promptWords(view: View, prompt: Prompt | null): Words {
  if (view.shuffling) return { title: "Shuffling", detail: "Everyone here cuts the deck" };
  if (view.result !== null) return { title: "The round is over", detail: "" };
  if (view.turn === null) return { title: "Dealing", detail: "" };
  if (view.turn === view.seat) return myWords(view, prompt);
  return { title: theirTitle(view, nameOf(view, view.turn)), detail: distance(view) };
}
