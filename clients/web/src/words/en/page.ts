/** The words of the first page, which are there before all others. */

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
};

export const PAGE = {
  title: "ONO",
  menu: "Menu",
  cardBack: "Card back",
  claim: "A card game with nothing up its sleeve.",
  promise: "Everyone cuts the deck. Everyone can check it after.",
  name: "Your name",
  create: "New table",
  quick: "Play against computers",
  tables: "Public tables",
  games: "Your games",
  code: "Or join with a code",
  codeHint: "such as KWPX",
  join: "Join",
  back: (room: string) => `Back to table ${room}`,
  rules: "Rules",
  alone:
    "No connection: opening, joining and playing a table need the server. This page goes on by itself once it is there.",
  reload: "Load again",
  broken: "A part of this page did not come. Load it again.",
  badCode: "A code has four to eight letters, such as KWPX.",
};
