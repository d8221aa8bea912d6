/** What each kind of card does at this table, in one sentence. */
import { LATER, kindName } from "../words/later";
import type { Explained } from "../net/messages";

export interface Meaning {
  /** The face that stands for its kind. */
  readonly face: string;
  readonly name: string;
  readonly line: string;
}

type Options = Pick<Explained, "options">;

/** The value in force of an option that is offered; undefined for one that has no meaning here. */
const valueOf = ({ options }: Options, name: string): unknown => options.find(([known]) => known === name)?.[3];

/** The kinds of cards in the deck of this table, the plain ones first. */
export function meaningsOf(explained: Options): readonly Meaning[] {
  const { names, lines } = LATER.cards;
  const is = (name: string, value: unknown): boolean => valueOf(explained, name) === value;
  const kind = (face: string, line: string): Meaning => ({ face, name: kindName(face), line });
  const stacks = !is("stack", "none") && valueOf(explained, "stack") !== undefined;
  const four = is("wild_draw_four", "honest") ? "honest" : is("wild_draw_four", "free") ? "free" : "challenge";
  const newer = is("deck", "modern112");
  return [
    { ...kind("R5", lines.number), name: names.number },
    ...(is("seven_zero", true) ? [kind("G7", lines.seven), kind("B0", lines.zero)] : []),
    kind("YS", lines.skip),
    kind("GR", lines.reverse),
    kind("BD", stacks ? lines.drawTwoStacked : lines.drawTwo),
    ...(is("deck", "party") && !is("all_in", 0) ? [kind("RA", lines.allIn)] : []),
    kind("W", lines.wild),
    kind("W4", lines.drawFour[four]),
    ...(newer ? [is("hands_card", "swap") ? kind("SW", lines.swap) : kind("SH", lines.shuffle)] : []),
    ...(newer ? [kind("CU", lines.custom)] : []),
  ];
}
