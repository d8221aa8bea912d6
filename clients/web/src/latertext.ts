/** The words of the screens that come later than the first table, and of the sheets. */
import type { ActionId } from "./actions";

export const LATER = {
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
    marked: "Now copy the selected link",
    qr: "QR code of the link",
    seats: "Seats",
    open: "Open",
    rules: "Boardflix rules",
    rulesHint:
      "One round. Match colour or sign, draw only when nothing fits, challenge a Wild Draw Four. Your last card is called for you.",
    tooFew: "At least two seats must be taken.",
    levels: { easy: "Easy", medium: "Medium", hard: "Hard" },
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
    keys: "Keyboard",
    leave: "Leave the table",
    leaveSure: "Leave? Press again",
    leaveHint: "The computer plays your cards; come back by the same link.",
    seatHint: "Your seat becomes free.",
  },
  keys: {
    title: "Keyboard",
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
    pattern: "This pattern is drawn from the game's own number. Same first 12 characters, same game:",
    cannot: "What this cannot show",
    cannotHint:
      "The host's program deals, so it knows all cards while you play. How old each card in a hand is can be read from the log. " +
      "Two players may still talk. A browser has no rules inside: whether each move was allowed is shown by ono audit.",
    save: "Save the log to check it elsewhere",
    close: "Back to the table",
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
