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

/** What a card is called whatever its colour: "5", "Skip", "Wild Draw Four". */
export const kindName = (face: string): string => KINDS[kindOf(face)] ?? kindOf(face);

/** "Red 5", "Blue Skip", "Wild Draw Four"; with what is written on a customizable card. */
export function faceName(face: string, text = ""): string {
  const colour = colourOf(face);
  const name = kindName(face);
  if (colour !== null) return `${COLOUR_NAMES[colour]} ${name}`;
  return text === "" ? name : `${name}: ${text}`;
}
