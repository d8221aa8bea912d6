/** The order of one's own hand: stable, and the table never hears of it. */
import type { Card } from "../game/view";
import { COLOURS, colourOf, kindOf } from "../look/colours";
import type { Sort } from "./settings.svelte";

/** Numbers first, then action cards, then wilds. */
const KINDS = [..."0123456789SRDA", "W", "W4", "SH", "SW", "CU"];

/** Where a face's colour stands; wilds after all colours. */
function colourRank(face: string): number {
  const colour = colourOf(face);
  return colour === null ? COLOURS.length : COLOURS.indexOf(colour);
}

const kindRank = (face: string): number => KINDS.indexOf(kindOf(face));

const RANKS: Readonly<Record<Sort, (face: string) => number>> = {
  colour: (face) => colourRank(face) * KINDS.length + kindRank(face),
  number: (face) => kindRank(face) * KINDS.length + colourRank(face),
  dealt: () => 0,
};

/** The hand in this order; cards that rank alike stay as they were received, a face not known yet goes last. */
export function sorted(hand: readonly Card[], by: Sort): Card[] {
  const rank = ({ face }: Card): number => (face === null ? Infinity : RANKS[by](face));
  return [...hand].sort((a, b) => rank(a) - rank(b) || 0);
}
