/** What the prompt says, who must act now and what for, and what its buttons say. */
import type { Colour } from "../../look/colours";
import { faceName } from "./cards";
import { cardName, fitting } from "./phrases";

export const PROMPT = {
  shuffling: { title: "Shuffling", detail: "Everyone here cuts the deck" },
  over: "The round is over",
  dealing: "Dealing",
  jump: {
    title: "You may jump in",
    detail: (top: string | null, text: string) => `${cardName(top, text)} on ${cardName(top, text)}, now`,
  },
  match: (colour: Colour | null, top: string | null, draws: boolean) =>
    `Match ${fitting(colour, top).join(" or ")}, or play a wild${draws ? ", or draw" : ""}`,
  draw: "Nothing fits: draw a card",
  pass: "Nothing fits and no card is left: pass",
  drew: (face: string | null) => `You drew ${cardName(face)}`,
  playOrKeep: "It fits. Play it now or keep it",
  play: "It fits. Play it",
  keep: "It does not fit. Keep it",
  nameColour: "Name the colour to begin with",
  owed: (cards: number) => `+${cards} is on you`,
  /** What may be done about cards owed: answer them with cards, challenge, take them. */
  answer: (cards: number, plays: boolean, disputes: boolean) =>
    [plays && "answer with a lifted card", disputes && "challenge", `take ${cards}`]
      .filter(Boolean)
      .join(", ")
      .replace(/, (take.*)/, ", or $1")
      .replace(/^./, (first) => first.toUpperCase()),
  theirs: {
    colour: (name: string) => `${name}: name the colour`,
    drawn: (name: string) => `${name}: play the drawn card or keep it`,
    turn: (name: string) => `${name} is playing`,
    answer: (name: string, cards: number, stacks: boolean, disputes: boolean) =>
      `${name}: ${[stacks && "answer", disputes && "challenge", `draw ${cards}`].filter(Boolean).join(" or ")}`,
  },
  /** How many turns away my own is; null where I have none. */
  distance(steps: number | null, clockwise: boolean): string {
    const way = clockwise ? "clockwise" : "anticlockwise";
    if (steps === null) return `Play goes ${way}`;
    if (steps > 2) return `You come after ${steps - 1} others, ${way}`;
    return `You are next${steps === 2 ? " but one" : ""}, ${way}`;
  },
  acts: {
    draw: "Draw a card",
    keep: "Keep it",
    pass: "Pass",
    play: (face: string) => `Play ${faceName(face)}`,
    take: (cards: number) => `Take ${cards}`,
    challenge: "Challenge",
    colour: "Name the colour",
    sort: "Sort",
  },
};
