/** The prompt, that says who must act now and what for. What happened is told by telling.ts. */
import type { GameEvent } from "./game/events";
import type { View } from "./game/view";
import type { Paper } from "./net/entry";
import type { Prompt } from "./net/session";
import { isSet } from "./ruleset";
import { PROMPT, TEXT } from "./words/table";

/** One event as it is shown: the table right before and right after it. */
export interface Moment<E extends GameEvent = GameEvent> {
  readonly event: E;
  readonly before: View;
  readonly after: View;
  /** What came with it in the log. */
  readonly papers?: readonly Paper[];
}

/** The name of a seat, or of a witness by its number. */
export function nameOf({ places, witnesses }: View, seat: number | null): string {
  if (seat === null) return TEXT.nobody;
  const witness = witnesses.find(({ number }) => number === seat);
  return (places.find((place) => place.seat === seat) ?? witness)?.name ?? TEXT.seat(seat + 1);
}

export interface Words {
  readonly title: string;
  readonly detail: string;
}

/** How many turns away mine is; null where I have none. */
function distance({ places, seat, turn, direction }: View): number | null {
  const playing = places.filter(({ playing }) => playing).map(({ seat }) => seat);
  const [me, now] = [playing.indexOf(seat ?? -1), playing.indexOf(turn ?? -1)];
  if (me < 0 || now < 0) return null;
  return ((((me - now) * direction) % playing.length) + playing.length) % playing.length;
}

function myTurn({ colour, top }: View, prompt: Prompt | null): string {
  if (prompt === null) return "";
  const may = (act: string): boolean => prompt.acts.includes(act);
  if (may("play")) return PROMPT.match(colour, top, may("draw"));
  return may("draw") ? PROMPT.draw : PROMPT.pass;
}

function drawnWords(view: View, prompt: Prompt | null): Words {
  const card = view.hand.find(({ slot }) => slot === view.drawn);
  const title = PROMPT.drew(card?.face ?? null);
  if (prompt === null) return { title, detail: "" };
  if (!prompt.acts.includes("play")) return { title, detail: PROMPT.keep };
  return { title, detail: prompt.acts.includes("pass") ? PROMPT.playOrKeep : PROMPT.play };
}

/** Whether cards owed may be answered by cards at this table. */
export const isStacking = (view: View): boolean =>
  typeof view.options["stack"] === "string" && !isSet(view, "stack", "none");

function myWords(view: View, prompt: Prompt | null): Words {
  const { phase, drawn, debt } = view;
  if (phase === "drawn" && drawn !== null) return drawnWords(view, prompt);
  if (phase === "start-colour") return { title: TEXT.yourTurn, detail: PROMPT.nameColour };
  if (phase !== "respond" || debt === null) return { title: TEXT.yourTurn, detail: myTurn(view, prompt) };
  const plays = prompt?.acts.includes("play") ?? false;
  return { title: PROMPT.owed(debt.total), detail: PROMPT.answer(debt.total, plays, debt.dispute !== null) };
}

function theirTitle(view: View, name: string): string {
  const { phase, debt } = view;
  if (phase === "start-colour") return PROMPT.theirs.colour(name);
  if (phase === "drawn") return PROMPT.theirs.drawn(name);
  if (phase !== "respond") return PROMPT.theirs.turn(name);
  return PROMPT.theirs.answer(name, debt?.total ?? 0, isStacking(view), Boolean(debt?.dispute));
}

/** Whether the table waits for this seat. */
export function isMyTurn({ seat, turn, shuffling, result }: View): boolean {
  return seat !== null && turn === seat && !shuffling && result === null;
}

/** What the prompt bar says: who must act now and what for. */
export function promptWords(view: View, prompt: Prompt | null): Words {
  if (view.shuffling) return PROMPT.shuffling;
  if (view.result !== null) return { title: PROMPT.over, detail: "" };
  if (view.turn === null) return { title: PROMPT.dealing, detail: "" };
  if (view.turn === view.seat) return myWords(view, prompt);
  if (prompt?.acts.includes("play"))
    return { title: PROMPT.jump.title, detail: PROMPT.jump.detail(view.top, view.topText ?? "") };
  const detail = PROMPT.distance(distance(view), view.direction === 1);
  return { title: theirTitle(view, nameOf(view, view.turn)), detail };
}
