/** What this browser has checked, at length. It has no rules, so it speaks of cards, never of moves being allowed. */
import type { CardsVerdict } from "./net/proofs";
import { cutLine } from "./proof";
import { CHECKS } from "./words/later";

/** One thing that was checked: `good` null while it cannot be told yet. */
export interface Check {
  readonly title: string;
  readonly detail: string;
  readonly good: boolean | null;
}

/** The verdict as a heading. */
export const verdictTitle = ({ state }: Pick<CardsVerdict, "state">): string => CHECKS.titles[state];

/** Who had a part in the shuffles without a seat. */
function witnessLine({ counts }: CardsVerdict, names: readonly string[]): string {
  return names.length === 0 ? "" : CHECKS.witnesses(names, counts.witnessed, counts.shuffles);
}

/**
 * What is checked, with its numbers; `seated` where this browser cut too, `agreed` the newest entry that others hold too,
 * or -1; `witnesses` by name.
 */
export function checksOf(
  verdict: CardsVerdict,
  seated: boolean,
  agreed: number,
  witnesses: readonly string[] = [],
): Check[] {
  const { counts, omitted, state } = verdict;
  const { deck, cards, moves, order, same } = CHECKS;
  const good = state === "failed" ? null : true;
  const revealed = state === "failed" ? false : state === "proven" ? true : null;
  return [
    {
      title: deck.title,
      detail: [
        deck.detail(counts.reveals, counts.shuffles),
        seated ? cutLine(verdict) : "",
        witnessLine(verdict, witnesses),
      ].join(" "),
      good: good && (omitted.length === 0 || null),
    },
    { title: cards.title, detail: cards.detail(counts.openings), good },
    { title: moves.title, detail: moves.detail(counts.entries, counts.signatures), good },
    { title: order.title, detail: state === "open" ? order.open : order.shown, good: revealed },
    { title: same.title, detail: agreed < 0 ? same.alone : same.agreed(agreed), good: agreed < 0 ? null : good },
  ];
}
