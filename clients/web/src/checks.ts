/** What this browser has checked, at length. It has no rules, so it speaks of cards, never of moves being allowed. */
import type { CardsVerdict } from "./net/proofs";
import { count, cutLine, openedLine, signaturesLine } from "./proof";

/** The line that stands under every verdict of a browser. */
export const LIMIT = "Moves are signed and consistent; ono audit FILE checks that each was allowed.";

/** One thing that was checked: `good` null while it cannot be told yet. */
export interface Check {
  readonly title: string;
  readonly detail: string;
  readonly good: boolean | null;
}

/** The verdict as a heading. */
export function verdictTitle({ state }: Pick<CardsVerdict, "state">): string {
  return { proven: "Cards proven", open: "Checked so far", failed: "Not verified" }[state];
}

/** Who has signed the end of the game: "3 of 4 players have signed". */
export function signedLine(signed: number, players: number): string {
  return `${signed} of ${count(players, "player")} ${players === 1 ? "has" : "have"} signed.`;
}

/** Who had a part in the shuffles without a seat: "Wil, a witness without cards, cut 2 of 3 shuffles." */
export function witnessLine({ counts }: CardsVerdict, names: readonly string[]): string {
  if (names.length === 0) return "";
  const who = names.length === 1 ? "a witness" : "witnesses";
  return `${names.join(", ")}, ${who} without cards, cut ${counts.witnessed} of ${count(counts.shuffles, "shuffle")}.`;
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
  const good = state === "failed" ? null : true;
  const revealed = state === "failed" ? false : state === "proven" ? true : null;
  return [
    {
      title: "Everyone cut the deck",
      detail: [
        `${count(counts.reveals, "secret number")} went into ${count(counts.shuffles, "shuffle")}.`,
        seated ? cutLine(verdict) : "",
        witnessLine(verdict, witnesses),
      ].join(" "),
      good: good && (omitted.length === 0 || null),
    },
    {
      title: "Every card was the sealed one",
      detail: `${openedLine(counts.openings)}, each as it was sealed before the cut.`,
      good,
    },
    {
      title: "Every move was signed",
      detail: `${count(counts.entries, "entry", "entries")} in one chain, ${signaturesLine(counts.signatures)}.`,
      good,
    },
    {
      title: "The order was fixed before play",
      detail:
        state === "open"
          ? "The dealer's secret comes with the end of each round; then its cards are checked."
          : "The dealer's secret gives every sealed card again.",
      good: revealed,
    },
    {
      title: "Everyone saw the same game",
      detail:
        agreed < 0
          ? "Players show each other their logs as rounds begin and end; nobody else has shown one yet."
          : `Somebody else holds the same log up to entry ${agreed}.`,
      good: agreed < 0 ? null : good,
    },
  ];
}
