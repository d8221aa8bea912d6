/** What sentences are made of: cards and numbers. */
import { type Colour, colourOf, kindOf } from "../../look/colours";
import { COLOUR_NAMES, faceName } from "./cards";

/** "1 card", "4 cards". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A card that may be hidden. */
export const cardName = (face: string | null, text = ""): string => (face === null ? "a card" : faceName(face, text));

const SIGNS: Readonly<Record<string, string>> = {
  "8": "an 8",
  S: "a Skip",
  R: "a Reverse",
  D: "a Draw Two",
  A: "an All In",
};

/** "Blue", "a 7": what a card must match; the sign of a wild is matched by none. */
export function fitting(colour: Colour | null, top: string | null): string[] {
  const named = colour === null ? [] : [COLOUR_NAMES[colour]];
  if (top === null || colourOf(top) === null) return named;
  return [...named, SIGNS[kindOf(top)] ?? `a ${kindOf(top)}`];
}
