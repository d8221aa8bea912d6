/** Every word that stands on a screen, in one place; sentences about the game itself are in sentences.ts. */
import type { ActionId } from "./actions";

export const TEXT = {
  title: "ONO",
  yourTurn: "Your turn",
  home: {
    claim: "A card game with nothing up its sleeve.",
    promise: "Everyone cuts the deck. Everyone can check it after.",
    name: "Your name",
    create: "New table",
    quick: "Play against computers",
    code: "Or join with a code",
    codeHint: "four letters",
    join: "Join",
    broken: "A part of this page did not come. Load it again.",
    badCode: "A code has four letters, such as KWPX.",
  },
  join: {
    watching: "Just watch",
    sit: "Sit down",
    empty: "Nobody sits here yet.",
    full: "Every seat is taken. You can watch.",
  },
  lobby: {
    title: "Lobby",
    link: "Link to this table",
    copy: "Copy link",
    copied: "Copied",
    marked: "Marked: copy it now",
    qr: "QR code of the link",
    seats: "Seats",
    open: "Open",
    rules: "Boardflix rules",
    rulesHint:
      "One round. Match colour or sign, draw only when nothing fits, challenge a Wild Draw Four. Your last card is called for you.",
    tooFew: "At least two seats must be taken.",
    levels: { easy: "Easy", medium: "Medium", hard: "Hard" },
  },
  table: {
    menu: "Menu",
    mute: "Mute sounds",
    unmute: "Sound on",
    fairness: "Fairness",
    log: "What happened",
    sending: "Sending …",
    pick: "The card goes down when you pick.",
    spectator: "Watching",
    checking: "Checked so far",
    tampered: "Something is wrong",
    lastCard: "Last card",
  },
  bluff: {
    title: "This is a bluff",
    back: "Take it back",
    backHint: "Nothing has been sent",
    anyway: "Play it anyway",
  },
  menu: {
    title: "Menu",
    sounds: "Sounds",
    speed: "Speed of moves",
    speeds: { slow: "Slow", normal: "Normal", fast: "Fast", off: "At once" },
    table: "Table",
    tables: { dark: "Dark", light: "Light" },
    keys: "Keys",
    leave: "Leave the table",
    leaveSure: "Leave? Press again",
    leaveHint: "The computer plays your cards; come back by the same link.",
    seatHint: "Your seat becomes free.",
    close: "Close",
  },
  keys: {
    title: "Keys",
    hand: "Move in your hand",
    enter: "Play the card, press the button",
    colours: "Pick a colour",
    escape: "Take back, close",
  },
  winner: {
    rematch: "Play again",
    soon: "Waiting for all to sign …",
    waitForHost: "The host can start a new game.",
    checked: "How it was checked",
    save: "Save the log",
    home: "Leave",
    final: "Final table",
  },
  fairness: {
    title: "Fairness",
    pattern: "This pattern is drawn from the game's own number. Same first 12 letters, same game:",
    cannot: "What this cannot show",
    cannotHint:
      "The host's program deals, so it knows all cards while you play. How old each card in a hand is can be read from the log. " +
      "Two players may still talk. A browser has no rules inside: whether each move was allowed is shown by ono audit.",
    save: "Save the log to check it elsewhere",
    close: "Back to the table",
  },
  notice: {
    lost: "The connection is gone. Trying again …",
    held: "Your seat is kept: the computer plays for you after a while, and gives it back.",
    back: "Reconnected.",
    replaced: "This table was opened elsewhere, so it stopped here.",
    takeOver: "Go on here",
    connecting: "Connecting …",
  },
} as const;

/** Words beside the keys in the list of keys. */
export const ACTION_TEXT: Readonly<Record<ActionId, string>> = {
  draw: "Draw a card",
  pass: "Keep the drawn card, or pass",
  play: "Play the drawn card",
  accept: "Take the cards",
  challenge: "Challenge",
  colour: "Name the colour",
  sort: "Sort your hand",
  mute: "Sound on or off",
  log: "What happened",
  skip: "Show at once what is still to be shown",
  keys: "List the keys",
};

export const SORTS = { colour: "By colour", number: "By number", dealt: "As dealt" } as const;

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
  "not-over": "A rematch begins after the end.",
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
