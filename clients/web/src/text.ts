/** The words of the first page and of the table. Those of later screens are in latertext.ts, sentences about the game in sentences.ts. */

/** The presets as the table words them, for the page that is there before any table. */
export const PRESETS = {
  boardflix: {
    label: "boardflix",
    line: "One round, no points; the game calls your last card, and bluffs may be challenged.",
  },
  official: {
    label: "Official",
    line: "The printed rules: rounds up to 500 points, and you call your last card yourself.",
  },
  "table-party": {
    label: "Table Party",
    line: "Stacking, All In cards and a clock; one round, and everybody is given a place.",
  },
} as const;
export type PresetName = keyof typeof PRESETS;

export const TEXT = {
  title: "ONO",
  yourTurn: "Your turn",
  home: {
    claim: "A card game with nothing up its sleeve.",
    promise: "Everyone cuts the deck. Everyone can check it after.",
    name: "Your name",
    create: "New table",
    quick: "Play against computers",
    tables: "Public tables",
    code: "Or join with a code",
    codeHint: "such as KWPX",
    join: "Join",
    back: "Back to table",
    games: "Your games",
    rules: "Rules",
    broken: "A part of this page did not come. Load it again.",
    badCode: "A code has four to eight letters, such as KWPX.",
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
    notCalled: "Not called",
    gone: "gone",
    out: "out",
    waits: "waits",
    call: "Last card!",
    callWith: "call it with your card",
    calling: "called with your card",
    callNow: "before you are caught",
    callsPlace: "Calls",
    hurry: "Hurry",
    known: "Cards you know",
    close: "Close",
  },
  notice: {
    lost: "The connection is gone. Trying again …",
    back: "Reconnected.",
    connecting: "Connecting …",
    dealing: "Dealing …",
  },
} as const;
