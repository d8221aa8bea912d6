/** What went wrong with the connection or the room, in one sentence each. */

const ERRORS: Readonly<Record<string, string>> = {
  "no-such-room": "There is no table with that code.",
  "too-many": "The server is busy. Try again in a moment.",
  version: "This page needs a newer version for the server. Load it again.",
  "not-host": "Only the host may do that.",
  "not-over": "A new game begins after the end of this one.",
  locked: "The host has locked this table: nobody new comes in.",
  kicked: "The host has put you out of this table.",
  unavailable: "The server cannot store anything now. Try again later.",
  damaged: "What is stored of this table is damaged. Tell whoever runs the server.",
  "needs-newer": "This game needs a newer version of the page. Load it again.",
  "bad-option": "The server does not know these rules.",
  replaced: "This table was opened elsewhere, so it stopped here.",
  "wrong-table": "This is not the table that the link names. Ask for a new link.",
  "log-rolled-back": "The server lost a part of this game, so it stopped here. Save the log: it is your proof.",
  forked: "The table showed two histories of this game. Play no further here; the proof is yours to show.",
};

/** What went wrong with the connection or the room, in one sentence. */
export function errorText(code: string): string {
  return ERRORS[code] ?? `Something went wrong: ${code}.`;
}
