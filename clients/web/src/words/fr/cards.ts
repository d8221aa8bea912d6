/** Les cartes par leur nom. */
import { type Colour, colourOf, kindOf } from "../../look/colours";
import type { Page } from "../page";
import type { Table } from "../table";

export const COLOUR_NAMES: Table["COLOUR_NAMES"] = { R: "Rouge", Y: "Jaune", G: "Vert", B: "Bleu" };

const MASCULINE: Readonly<Record<Colour, string>> = { R: "rouge", Y: "jaune", G: "vert", B: "bleu" };
const FEMININE: Readonly<Record<Colour, string>> = { R: "rouge", Y: "jaune", G: "verte", B: "bleue" };

const KINDS: Readonly<Record<string, string>> = {
  S: "Passe ton tour",
  R: "Inversion",
  D: "+2",
  A: "Tapis",
  W: "Joker",
  W4: "Joker +4",
  SH: "Joker Mélange des mains",
  SW: "Joker Échange de mains",
  CU: "Joker personnalisable",
};

const isFeminine = (kind: string): boolean => kind === "R";

/** « Passe ton tour », « Joker +4 », « 5 » : la carte sans sa couleur. */
export const kindName = (face: string): string => KINDS[kindOf(face)] ?? kindOf(face);

/** « 5 rouge », « Inversion bleue », « Joker +4 ». */
export const faceName: Page["faceName"] = (face, text = "") => {
  const [colour, kind] = [colourOf(face), kindOf(face)];
  if (colour !== null) return `${kindName(face)} ${(isFeminine(kind) ? FEMININE : MASCULINE)[colour]}`;
  return text === "" ? kindName(face) : `${kindName(face)} : ${text}`;
};

/** « un 5 rouge », « une Inversion bleue » ; « une carte » quand elle est cachée. */
export const aCard = (face: string | null, text = ""): string =>
  face === null ? "une carte" : `${isFeminine(kindOf(face)) ? "une" : "un"} ${faceName(face, text)}`;

/** « le 5 rouge », « l’Inversion bleue ». */
export const theCard = (face: string): string =>
  isFeminine(kindOf(face)) ? `l’${faceName(face)}` : `le ${faceName(face)}`;

/** « du bleu », « un 7 » : ce qu’une carte doit suivre. */
export function fitting(colour: Colour | null, top: string | null): string[] {
  const named = colour === null ? [] : [`du ${MASCULINE[colour]}`];
  if (top === null || colourOf(top) === null) return named;
  return [...named, `${isFeminine(kindOf(top)) ? "une" : "un"} ${kindName(top)}`];
}

/** « 0 carte », « 1 carte », « 4 cartes ». */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n < 2 ? one : many}`;

/** « Ada », « Ada et vous », « Ada, Kofi et vous ». */
export function listed(words: readonly string[], last = "et"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)!}`;
}
