/** What happened: a sentence for the log, and what pops up over the table. */
import type { Colour } from "../../look/colours";
import type { Along, Play, Who } from "../../telling";
import { COLOUR_NAMES, faceName } from "./cards";
import { cardName, count } from "./phrases";

/** "You draw", "Ada draws": the own form of the verb first. */
const does = (who: Who, mine: string, theirs = mine): string => (who === null ? `You ${mine}` : `${who} ${theirs}`);
const are = (who: Who): string => does(who, "are", "is");
/** "you" inside a sentence. */
const name = (who: Who): string => who ?? "you";
const capital = (words: string): string => (words === "you" ? "You" : words);

/** "Ada", "Ada and you", "Ada, Kofi and you". */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "nobody";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** The same at the start of a sentence. */
export function people(whos: readonly Who[]): string {
  const [first = "nobody", ...others] = whos.map(name);
  return listed([capital(first), ...others]);
}

const few = (cards: number): string => (cards === 1 ? "a card" : `${cards} cards`);

function along({ equal, under }: Along): string {
  if (equal > 1) return `, ${equal} of them`;
  return under.length > 0 ? `, and with it ${listed(under.map((face) => faceName(face)))}` : "";
}

const gone = {
  left: (who: Who) => does(who, "leave the game", "leaves the game"),
  away: (who: Who) => `${are(who)} away and out of the game`,
  unseated: (who: Who) => `${are(who)} put out of the game by the host`,
};

export const LINES = {
  seated: (who: Who) => does(who, "sit down.", "sits down."),
  botSeated: (who: string, level: string) => `${who} sits down: a computer, ${level}.`,
  left: (who: Who) => does(who, "leave.", "leaves."),
  witnessCame: (who: string) => `${who} comes as a witness.`,
  directed: (who: string) => `${who} directs this game: each seat is for one player.`,
  witnessAgain: (who: string) => `${who} witnesses with new keys, as from another device.`,
  witnessLeft: (who: string) => `${who} witnesses no more.`,
  started: (players: number) => `The game begins with ${count(players, "player")}.`,
  shuffling: "The cards are being shuffled.",
  shuffled: "Shuffled and cut.",
  options: "The rules were changed.",
  dealDrawn: (drawn: readonly (readonly [Who, string | null])[]) =>
    `Drawn for the deal, the highest deals: ${listed(drawn.map(([who, face]) => `${name(who)} ${cardName(face)}`))}.`,
  deals: (who: Who) => does(who, "deal.", "deals."),
  dealt: (cards: number) => `${count(cards, "card")} each.`,
  dealtAgain: "All hands are dealt again.",
  starter: (face: string | null) => `The first card is ${cardName(face)}.`,
  starterReturned: "It goes back into the deck.",
  colour: (who: Who, colour: Colour) => `${does(who, "name", "names")} ${COLOUR_NAMES[colour]}.`,
  played({ who, jumps, face, text, named, ...more }: Play): string {
    const plays = jumps ? does(who, "jump in and play", "jumps in and plays") : does(who, "play", "plays");
    const colour = named === null ? "" : ` The colour is ${COLOUR_NAMES[named]}.`;
    return `${plays} ${cardName(face, text)}${along(more)}.${colour}`;
  },
  called: (who: Who) => `Last card: ${name(who)}!`,
  exposed: (who: Who) => `${does(who, "have", "has")} one card left and did not call it.`,
  catchClosed: (whos: readonly Who[]) => `${people(whos)} cannot be caught any more.`,
  caught: (by: Who, who: Who) => `${does(by, "catch", "catches")} ${name(who)}: no call.`,
  mistaken: {
    call: (who: Who) => `${does(who, "call", "calls")} without reason.`,
    catch: (who: Who) => `${does(who, "catch", "catches")} without reason.`,
  },
  swapped: (whos: readonly Who[]) => `${people(whos)} swap hands.`,
  handsOn: (giver: Who, taker: Who) => `All hands go on: ${giver === null ? "yours" : `${giver}'s`} to ${name(taker)}.`,
  timedOut: (who: Who, short: boolean) =>
    `${does(who, "run", "runs")} out of time.${short ? " From now on the clock is short." : ""}`,
  clockRestored: (who: Who) => `${are(who)} in time again.`,
  removed: {
    left: (who: Who) => `${gone.left(who)}.`,
    away: (who: Who) => `${gone.away(who)}.`,
    unseated: (who: Who) => `${gone.unseated(who)}.`,
  },
  reversed: (clockwise: boolean) => `Play turns round: ${clockwise ? "clockwise" : "anticlockwise"}.`,
  skipped: (who: Who) => `${does(who, "miss", "misses")} a turn.`,
  owed: (who: Who, cards: number, answers: boolean, disputes: boolean) =>
    `${does(who, "must take")} ${cards}${answers ? " or answer" : ""}${disputes ? " or challenge" : ""}.`,
  undisputed: (who: Who) => `${does(who, "do", "does")} not challenge.`,
  takes: (who: Who, cards: number | null) => `${does(who, "take", "takes")} ${cards ?? "the cards"}.`,
  challenged(who: Who, accused: Who, bluff: boolean, shown: readonly string[]): string {
    const seen = shown.length > 0 ? ` You are shown ${listed(shown.map((face) => faceName(face)))}.` : "";
    return `${does(who, "challenge", "challenges")} ${name(accused)}. It was ${bluff ? "a bluff" : "honest"}.${seen}`;
  },
  drew: (who: Who, cards: number, faces: readonly string[]) =>
    `${does(who, "draw", "draws")} ${faces.length > 0 ? faces.map((face) => faceName(face)).join(", ") : few(cards)}.`,
  recycled: (who: Who) => `${does(who, "take", "takes")} the last card from under the top.`,
  waived: (who: Who, cards: number) => `No card is left: ${name(who)} need not draw ${cards}.`,
  keeps: (who: Who) => does(who, "keep the card.", "keeps the card."),
  passes: (who: Who) => does(who, "pass.", "passes."),
  lastLeft: (who: Who) => `${are(who)} the last one left.`,
  alone: (who: Who) => `${are(who)} alone in this round and ${who === null ? "win" : "wins"} it.`,
  goesOut: (who: Who) => does(who, "go out and win.", "goes out and wins."),
  nobodyLeft: "The round ends: nobody is left to play it.",
  capped: "The round ends: it took too many turns.",
  blocked: "The round ends: nobody can play or draw.",
  signed: (who: Who) => `${does(who, "have", "has")} checked the cards and signed.`,
  sealed: "The log is complete.",
  toBot: (who: Who) => `The computer plays for ${name(who)}.`,
  putOut: (who: Who) => `${are(who)} put out by the host. The computer plays for ${name(who)}.`,
  back: (who: Who) => `${are(who)} back.`,
  satOut: (whos: readonly Who[]) =>
    `${listed(whos.map((who) => does(who, "gave no seed and sit", "gave no seed and sits")))} this round out.`,
  rekeyed: (who: Who) => `${does(who, "play", "plays")} with new keys, as from another device.`,
  resumed: "The server was started again. The game goes on.",
  paused: (who: Who) => `${does(who, "pause", "pauses")} the table.`,
  unpaused: (who: Who) => `${does(who, "let", "lets")} the table go on.`,
  timeGiven: (who: Who, seconds: number) => `${does(who, "get", "gets")} ${seconds} s more.`,
};

export const BANNERS = {
  hands: "Hands shuffled",
  shuffling: "Shuffling",
  cut: (cutters: number, people: number) => `Cut by ${cutters} of ${people}`,
  dealDrawn: "Drawing for the deal",
  written: (text: string, colour: Colour) => `${text}: ${COLOUR_NAMES[colour]}`,
  allIn: (cards: number) => `All In: ${count(cards, "card")}`,
  jumped: (who: Who) => does(who, "jump in!", "jumps in!"),
  exposed: (who: Who) => does(who, "did not call!"),
  caught: (who: Who) => `${are(who)} caught!`,
  mistaken: {
    call: (who: Who) => `${capital(name(who))}: nothing to call`,
    catch: (who: Who) => `${capital(name(who))}: nothing to catch`,
  },
  swapped: (whos: readonly Who[]) => `${people(whos)} swap hands`,
  handsOn: "All hands go on",
  timedOut: (who: Who) => `Time is up for ${name(who)}`,
  removed: gone,
  called: (who: Who) => `Last card: ${name(who)}!`,
  reversed: "Turned round",
  skipped: (who: Who) => (who === null ? "You are skipped" : `${who} skipped`),
  draws: (who: Who, cards: number) => `+${cards} for ${name(who)}`,
  bluff: (accused: Who) => `It was a bluff: ${name(accused)} must pay`,
  honest: (who: Who) => `No bluff: ${name(who)} must pay`,
  noCard: "No card left",
  nobodyWins: "Nobody wins",
  wins: (who: Who) => does(who, "win!", "wins!"),
  toBot: (who: Who) => `The computer plays for ${name(who)}`,
  back: (who: Who) => `${are(who)} back`,
  satOut: (whos: readonly Who[]) => listed(whos.map((who) => does(who, "sit this round out", "sits this round out"))),
};

/** What the table does once the time is over. */
export const DEFAULTS = {
  take: (cards: number) => `Hurry, then you take ${cards}`,
  keep: "Hurry, then you keep it",
  colour: "Hurry, then it is Red",
  draw: "Hurry, then a card is drawn for you",
};
