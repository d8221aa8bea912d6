/** Why something cannot be done: before it is sent, and after the table has refused it. */
import type { View } from "./game/view";
import { colourName } from "./look/colours";
import { faceName } from "./look/faces";
import { type Words, fitting, promptWords } from "./sentences";

const REFUSALS: Readonly<Record<string, string>> = {
  "not-your-turn": "Another seat is on turn.",
  "wrong-phase": "That cannot be done now.",
  shuffling: "The cards are being shuffled.",
  stale: "The table has moved on since you chose.",
  "no-such-card": "That card is not in your hand.",
  "does-not-fit": "That card does not fit.",
  "only-the-drawn-card": "After drawing, only the drawn card may be played.",
  "needs-colour": "A wild card needs a colour.",
  "could-play": "You may draw only when no card fits, and one does.",
  "nothing-to-draw": "There is no card left to draw.",
  "may-draw": "You may pass only when there is nothing to draw and nothing to play.",
  "no-challenge": "There is nothing to challenge.",
  "not-equal": "Only equal coloured cards go down together.",
  "one-card": "One card at a time is played here.",
  "needs-target": "Choose whose hand you take.",
  "must-play": "The drawn card fits and must be played.",
  "no-bluffing": "A Wild Draw Four fits only when you hold no card of the colour.",
  "not-as-last-card": "That card may not be the last one.",
  "cannot-answer": "That card does not answer the cards owed.",
  "nothing-to-call": "There is no last card to call.",
  "nothing-to-catch": "There was nothing to catch.",
  "too-early": "Too early: they may still call it.",
  "window-closed": "Too late: the time to catch is over.",
  "no-calls": "Last cards are not called at this table.",
  "call-is-automatic": "Last cards are called by themselves here.",
  paused: "The host lets the table stand still: nothing can be played until it goes on.",
  "not-host": "Only the host may do that.",
  locked: "The host has locked this table: nobody new takes a seat.",
  "no-such-seat": "There is no such seat, or nobody sits there.",
  "seat-taken": "Somebody sits there already.",
  "already-seated": "You have a seat already.",
  "is-witness": "You are a witness of this game.",
  "witnesses-full": "This game has as many witnesses as it can take.",
  "room-full": "Every seat is taken.",
  "name-taken": "Somebody else has that name, or one that looks like it.",
  "bad-name": "A name has 1 to 24 letters.",
  "too-few-seats": "There are too few players to start.",
  "bad-option": "The table does not take these options.",
  sealed: "The game is over.",
  "not-seated": "You are watching and have no seat.",
  away: "The computer plays this seat. Enter again to take it back.",
};

/** Why the table refused, in one sentence. */
export function refusalText(code: string): string {
  return REFUSALS[code] ?? `The table refused: ${code}.`;
}

const REASONS: Readonly<Record<string, (view: View) => string>> = {
  "does-not-fit": (view) => `Needs ${fitting(view).join(", ")} or a wild. Lifted cards fit.`,
  "only-the-drawn-card": () => "After drawing, only the drawn card may be played.",
  "cannot-answer": (view) => `It does not answer the +${view.debt?.total ?? 0}. Lifted cards do.`,
  "no-bluffing": ({ colour }) =>
    `You still hold ${colour === null ? "the colour" : colourName(colour)}: no bluffing here.`,
  "not-as-last-card": () => "It may not be your last card.",
  "must-play": () => "The drawn card fits and must be played.",
};

/** What the prompt says after a tap on a card that may not be played. */
export function illegalWords(view: View, face: string | null, reason: string): Words {
  const name = face === null ? "That card" : faceName(face);
  if (reason === "not-your-turn") return { title: "Not your turn", detail: promptWords(view, null).title };
  const detail = REASONS[reason]?.(view) ?? "";
  return { title: reason === "does-not-fit" ? `${name} does not fit` : `${name} must wait`, detail };
}
