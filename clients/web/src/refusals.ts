/** What was refused or went wrong, in one sentence each. */

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
  "not-host": "Only the host may do that.",
  "no-such-seat": "There is no such seat, or nobody sits there.",
  "seat-taken": "Somebody sits there already.",
  "already-seated": "You have a seat already.",
  "room-full": "Every seat is taken.",
  "name-taken": "Another seat has that name, or one that looks like it.",
  "bad-name": "A name has 1 to 24 letters.",
  "too-few-seats": "There are too few players to start.",
  sealed: "The game is over.",
  "not-seated": "You are watching and have no seat.",
  away: "The computer plays this seat. Enter again to take it back.",
};

const ERRORS: Readonly<Record<string, string>> = {
  "no-such-room": "There is no table with that code.",
  "too-many": "The server is busy. Try again in a moment.",
  version: "This page is too old for the server. Load it again.",
  "not-host": "Only the host may do that.",
  "not-over": "A new game begins after the end of this one.",
  unavailable: "The server cannot store anything now. Try again later.",
  "needs-newer": "This page is too old for this game. Load it again.",
  "bad-option": "The server does not know these rules.",
  "wrong-table": "This is not the table that the link names. Ask for a new link.",
  "log-rolled-back": "The server lost a part of this game, so it stopped here. Save the log: it is your proof.",
};

/** Why the table refused, in one sentence. */
export function refusalText(code: string): string {
  return REFUSALS[code] ?? `The table refused: ${code}.`;
}

/** What went wrong with the connection or the room, in one sentence. */
export function errorText(code: string): string {
  return ERRORS[code] ?? `Something went wrong: ${code}.`;
}
