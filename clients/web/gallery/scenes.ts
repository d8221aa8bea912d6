/** States of the table by what differs: seats, cards in hand, and what is asked. */
import type { Place, View } from "../src/game/view";
import type { Prompt } from "../src/net/session";
import { place, prompt, table } from "../src/testing/tables";

export const PHASES = [
  "mine",
  "waiting",
  "drawn",
  "stack",
  "challenge",
  "colour",
  "starter",
  "manual",
  "last",
  "catch",
  "jump",
  "match",
] as const;
export type Phase = (typeof PHASES)[number];

export interface Scene {
  /** 2 to 10. */
  readonly seats: number;
  /** Cards in my hand, 0 to 40. */
  readonly hand: number;
  readonly phase: Phase;
}

const NAMES = ["Sol", "Mira", "Kofi", "Maximiliane", "Ada", "Zoë", "Bartholomew", "Noa", "Wei-Ling", "Quinn"];
const FACES = ["R4", "Y7", "G9", "B5", "W", "RS", "B0", "GR", "YD", "W4", "R6", "B7", "G1", "Y2", "BR", "R9", "GS"];
const SLOT = 260;
const STEP = 12;

function placeAt(seat: number, hand: number): Place {
  const name = NAMES[seat] ?? `Seat ${seat + 1}`;
  if (seat === 0) return place(seat, name, { cards: hand });
  const bot = seat % 3 === 2;
  return place(seat, name, { cards: [7, 1, 12, 4, 23][seat % 5]!, ...(bot ? { kind: "bot", level: "medium" } : {}) });
}

const mayPlay = (face: string): boolean => face.startsWith("B") || face.endsWith("7") || face.startsWith("W");

function asked({ hand }: View): Prompt {
  const cards = hand.map(({ slot, face }): [number, string | null] => {
    return [slot, mayPlay(face ?? "") ? null : "does-not-fit"];
  });
  const bluffs = hand.filter(({ face }) => face === "W4").map(({ slot }) => slot);
  return prompt({ acts: ["play", "draw"], cards, bluffs, until: performance.now() + 20_000 });
}

/** What is to be seen, and what is asked of me in it. */
export function sceneOf({ seats, hand, phase }: Scene): readonly [View, Prompt | null] {
  const cards = Array.from({ length: hand }, (_, i) => ({ slot: SLOT + i, face: FACES[i % FACES.length]! }));
  const places = Array.from({ length: seats }, (_, seat) => placeAt(seat, hand));
  const usual = table({ hand: cards, places, under: ["G7", "R7", "B2"] });
  const prompted = asked(usual);
  const debt = { total: 4, by: seats - 1, dispute: { colour: "B" } } as const;
  switch (phase) {
    case "mine":
    case "colour":
      return [usual, prompted];
    case "waiting":
      return [{ ...usual, turn: 1, direction: -1 }, null];
    case "drawn": {
      const drawn = cards.at(-1)?.slot ?? null;
      const only = prompted.cards.map(([slot]): [number, string | null] => [slot, slot === drawn ? null : "not-drawn"]);
      return [
        { ...usual, phase: "drawn", drawn },
        { ...prompted, acts: ["play", "pass"], cards: only },
      ];
    }
    case "stack": {
      const stacked = { ...usual, options: { ...usual.options, stack: "same" }, colour: "Y", top: "YD" } as const;
      const owed = { total: 6, by: 1, dispute: null };
      return [
        { ...stacked, phase: "respond", debt: owed },
        { ...prompted, acts: ["play", "accept"] },
      ];
    }
    case "challenge":
      return [
        { ...usual, phase: "respond", top: "W4", debt },
        { ...prompted, acts: ["accept", "challenge"], cards: [], stakes: [4, 6] },
      ];
    case "starter":
      return [
        { ...usual, phase: "start-colour", top: "W", colour: null },
        { ...prompted, acts: ["name_colour"], cards: [] },
      ];
    case "manual":
    case "last": {
      const manual = { ...usual, options: { ...usual.options, call: "manual" } };
      if (phase === "manual") return [manual, prompted];
      return [manual, { ...prompted, lasts: cards.slice(0, 2).map(({ slot }) => slot) }];
    }
    case "catch": {
      const missed = { cards: 1, exposed: STEP, catchable: true };
      const open = places.map((one) => (one.seat === 1 ? { ...one, ...missed } : one));
      const view = { ...usual, places: open, options: { ...usual.options, call: "manual", call_penalty: 2 } };
      return [view, { ...prompted, catches: [[1, STEP]] }];
    }
    case "jump":
      return [
        { ...usual, turn: 1 },
        { ...prompted, acts: ["play"] },
      ];
    case "match": {
      const scored = places.map((one) => ({ ...one, score: 123 + 31 * one.seat }));
      return [{ ...usual, places: scored, options: { ...usual.options, target: 500, score: "match" } }, prompted];
    }
  }
}
