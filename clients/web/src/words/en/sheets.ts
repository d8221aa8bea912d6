/** What is said before something is done: a challenge, a bluff, a card that may not be played. */
import type { View } from "../../game/view";
import type { Colour } from "../../look/colours";
import { COLOUR_NAMES, faceName } from "./cards";
import { count, fitting } from "./phrases";

const cardOf = (face: string | null): string => (face === null ? "That card" : faceName(face));

/** Why a card may not be played. */
export const REASONS = {
  "does-not-fit": ({ colour, top }: View) => `Needs ${fitting(colour, top).join(", ")} or a wild. Lifted cards fit.`,
  "only-the-drawn-card": () => "After drawing, only the drawn card may be played.",
  "cannot-answer": ({ debt }: View) => `It does not answer the +${debt?.total ?? 0}. Lifted cards do.`,
  "no-bluffing": ({ colour }: View) =>
    `You still hold ${colour === null ? "the colour" : COLOUR_NAMES[colour]}: no bluffing here.`,
  "not-as-last-card": () => "It may not be your last card.",
  "must-play": () => "The drawn card fits and must be played.",
};

export const SHEETS = {
  notYourTurn: "Not your turn",
  noFit: (face: string | null) => `${cardOf(face)} does not fit`,
  wait: (face: string | null) => `${cardOf(face)} must wait`,
  challenge: {
    title: (name: string) => `Did ${name} bluff?`,
    /** What made it a bluff: the colour in play, null where there was none. */
    rule: (name: string, colour: Colour | null, cards: number) =>
      colour === null
        ? `No colour was in play, so it was no bluff. ${name} has ${count(cards, "card")}.`
        : `${COLOUR_NAMES[colour]} was in play. If ${name} still held a ${COLOUR_NAMES[colour]} card, it was a bluff. ` +
          `${name} has ${count(cards, "card")}.`,
    take: (cards: number) => `You draw ${cards} and miss your turn`,
    dare: (name: string, theirs: number, mine: number) =>
      `If ${name} bluffed, ${name} draws ${theirs} and you play on; if not, you draw ${mine} and lose the turn`,
  },
  bluff: {
    detail: (colour: Colour | null, name: string) =>
      `You still hold ${colour === null ? "" : `${COLOUR_NAMES[colour]}, `}the colour in play. ${name} may challenge: ` +
      "then you draw 4. If nobody does, nobody sees your hand until the round ends.",
    anyway: (name: string) => `${name} draws 4, or challenges you`,
  },
};
