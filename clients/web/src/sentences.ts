/** Sentences about the game: the prompt, that says who must act now and what for. What happened is told by telling.ts. */
import type { GameEvent } from "./game/events";
import type { View } from "./game/view";
import { colourName } from "./look/colours";
import { colourOf, faceName, kindOf } from "./look/faces";
import type { Paper } from "./net/entry";
import type { Prompt } from "./net/session";
import { isSet } from "./ruleset";

/** One event as it is shown: the table right before and right after it. */
export interface Moment<E extends GameEvent = GameEvent> {
  readonly event: E;
  readonly before: View;
  readonly after: View;
  /** What came with it in the log. */
  readonly papers?: readonly Paper[];
}

/** The name of a seat; "you" for one's own. */
export function nameOf(view: View, seat: number | null): string {
  if (seat === null) return "nobody";
  if (seat === view.seat) return "you";
  const witness = view.witnesses.find(({ number }) => number === seat);
  return (view.places.find((place) => place.seat === seat) ?? witness)?.name ?? `seat ${seat + 1}`;
}

export const cardCount = (count: number): string => `${count} ${count === 1 ? "card" : "cards"}`;
export const directionName = (direction: number): string => (direction === 1 ? "clockwise" : "anticlockwise");

export const topName = ({ top, topText }: View): string => (top === null ? "a card" : faceName(top, topText));

// What fits, and why not

const SIGNS: Readonly<Record<string, string>> = {
  "8": "an 8",
  S: "a Skip",
  R: "a Reverse",
  D: "a Draw Two",
  A: "an All In",
};

/** The sign of the top card as something to match, null where it is a wild. */
function signOf(top: string | null): string | null {
  if (top === null || colourOf(top) === null) return null;
  return SIGNS[kindOf(top)] ?? `a ${kindOf(top)}`;
}

/** "Blue, a 7": what a card must match; a wild always fits. */
export function fitting({ colour, top }: View): string[] {
  const named = colour === null ? [] : [colourName(colour)];
  const sign = signOf(top);
  return sign === null ? named : [...named, sign];
}

export interface Words {
  readonly title: string;
  readonly detail: string;
}

/** A card's reason as part of its accessible name. */
export const reasonName = (code: string): string => code.replaceAll("-", " ");

// Who must act now, and what for

function distance(view: View): string {
  const places = view.places.filter(({ playing }) => playing).map(({ seat }) => seat);
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
  if (may("play")) return `Match ${fitting(view).join(" or ")}, or play a wild${may("draw") ? ", or draw" : ""}`;
  return may("draw") ? "Nothing fits: draw a card" : "Nothing fits and no card is left: pass";
}

function drawnWords(view: View, prompt: Prompt | null): Words {
  const card = view.hand.find(({ slot }) => slot === view.drawn);
  const title = card?.face ? `You drew ${faceName(card.face)}` : "You drew a card";
  if (prompt === null) return { title, detail: "" };
  const fits = prompt.acts.includes("play");
  const keep = prompt.acts.includes("pass");
  return {
    title,
    detail: fits ? (keep ? "It fits. Play it now or keep it" : "It fits. Play it") : "It does not fit. Keep it",
  };
}

/** Whether cards owed may be answered by cards at this table. */
export const isStacking = (view: View): boolean =>
  typeof view.options["stack"] === "string" && !isSet(view, "stack", "none");

function answers(view: View, prompt: Prompt | null): string {
  const owed = view.debt?.total ?? 0;
  const ways = [
    ...(prompt?.acts.includes("play") ? ["Answer with a lifted card"] : []),
    ...(view.debt?.dispute ? ["challenge"] : []),
    `take ${owed}`,
  ];
  const said = ways.length === 1 ? ways[0]! : `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)!}`;
  return said[0]!.toUpperCase() + said.slice(1);
}

function myWords(view: View, prompt: Prompt | null): Words {
  const owed = view.debt?.total ?? 0;
  if (view.phase === "drawn" && view.drawn !== null) return drawnWords(view, prompt);
  if (view.phase === "start-colour") return { title: "Your turn", detail: "Name the colour to begin with" };
  if (view.phase !== "respond" || view.debt === null) return { title: "Your turn", detail: myTurn(view, prompt) };
  return { title: `+${owed} is on you`, detail: answers(view, prompt) };
}

function theirTitle(view: View, name: string): string {
  const owed = view.debt?.total ?? 0;
  if (view.phase === "start-colour") return `${name}: name the colour`;
  if (view.phase === "drawn") return `${name}: play the drawn card or keep it`;
  if (view.phase !== "respond") return `${name} is playing`;
  const ways = [...(isStacking(view) ? ["answer"] : []), ...(view.debt?.dispute ? ["challenge"] : []), `draw ${owed}`];
  return `${name}: ${ways.join(" or ")}`;
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
  if (prompt?.acts.includes("play"))
    return { title: "You may jump in", detail: `${topName(view)} on ${topName(view)}, now` };
  return { title: theirTitle(view, nameOf(view, view.turn)), detail: distance(view) };
}
