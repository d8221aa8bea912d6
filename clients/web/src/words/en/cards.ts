/** Cards by their names. */
import { type Colour, colourOf, kindOf } from "../../look/colours";

export const COLOUR_NAMES: Record<Colour, string> = { R: "Red", Y: "Yellow", G: "Green", B: "Blue" };

const KINDS: Readonly<Record<string, string>> = {
  S: "Skip",
  R: "Reverse",
  D: "Draw Two",
  A: "All In",
  W: "Wild",
  W4: "Wild Draw Four",
  SH: "Wild Shuffle Hands",
  SW: "Wild Swap Hands",
  CU: "Wild Customizable",
};

/** "Red 5", "Blue Skip", "Wild Draw Four"; with what is written on a customizable card. */
export function faceName(face: string, text = ""): string {
  const colour = colourOf(face);
  const name = KINDS[kindOf(face)] ?? kindOf(face);
  if (colour !== null) return `${COLOUR_NAMES[colour]} ${name}`;
  return text === "" ? name : `${name}: ${text}`;
}

/** A card that may be hidden. */
export const cardName = (face: string | null, text = ""): string => (face === null ? "a card" : faceName(face, text));

/** "1 card", "4 cards". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

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
