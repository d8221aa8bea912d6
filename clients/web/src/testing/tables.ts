/** Tables for component tests: a view in the middle of a round, and prompts, with what differs. */
import { NO_PROMPT } from "../actions";
import type { Place, View } from "../game/view";
import type { Prompt } from "../net/session";

export const place = (seat: number, name: string, more: Partial<Place> = {}): Place => ({
  seat,
  name,
  kind: "human",
  level: "",
  away: false,
  gone: false,
  playing: true,
  out: false,
  cards: 7,
  called: false,
  exposed: null,
  catchable: false,
  score: 0,
  misses: 0,
  hand: [],
  ...more,
});

const HAND = ["R4", "Y7", "G9", "B5", "W", "W4"].map((face, i) => ({ slot: 260 + i, face }));

/** Sol (seat 0, this browser) to play on a Blue 7, with Mira, Kofi (a computer) and Ada at the table. */
export const table = (more: Partial<View> = {}): View => ({
  seat: 0,
  phase: "play",
  step: 12,
  round: 1,
  turn: 0,
  direction: 1,
  colour: "B",
  top: "B7",
  under: ["R7"],
  hand: HAND,
  drawn: null,
  debt: null,
  places: [
    place(0, "Sol", { cards: HAND.length }),
    place(1, "Mira"),
    place(2, "Kofi", { kind: "bot", level: "medium", cards: 1, called: true }),
    place(3, "Ada"),
  ],
  nextSeat: 1,
  pile: 58,
  discards: 20,
  shuffling: false,
  host: 0,
  invited: 0,
  options: { preset: "boardflix" },
  result: null,
  final: [],
  cosigned: [],
  witnesses: [],
  ...more,
});

/** My turn: the 7, the Blue and the wilds fit; the Wild Draw Four would be a bluff. */
export const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  ...NO_PROMPT,
  step: 12,
  acts: ["play"],
  cards: [
    [260, "does-not-fit"],
    [261, null],
    [262, "does-not-fit"],
    [263, null],
    [264, null],
    [265, null],
  ],
  bluffs: [265],
  ...more,
});

/** A Wild Draw Four by Mira is on me. */
export const challenged = (): readonly [View, Prompt] => [
  table({ phase: "respond", top: "W4", under: ["B7"], debt: { total: 4, by: 1, dispute: { colour: "B" } } }),
  prompt({ acts: ["accept", "challenge"], cards: [], bluffs: [], stakes: [4, 6] }),
];

/** The round is over: Mira went out. */
export const finished = (more: Partial<View> = {}): View =>
  table({
    phase: "over",
    turn: null,
    places: [
      place(0, "Sol", { cards: 2, hand: ["R4", "Y7"] }),
      place(1, "Mira", { cards: 0 }),
      place(2, "Kofi", { kind: "bot", level: "medium", cards: 1, hand: ["W"] }),
    ],
    result: { winner: 1, why: "empty", points: [11, 0, 50], places: [2, 1, 3] },
    final: [2, 1, 3],
    cosigned: [0],
    ...more,
  });
