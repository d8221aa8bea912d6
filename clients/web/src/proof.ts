/** What this browser found out about the cards, in words. It has no rules, so it speaks of cards, never of moves being allowed. */
import type { CardsVerdict } from "./net/proofs";

/** One thing that was checked: `good` null while it cannot be told yet. */
export interface Check {
  readonly title: string;
  readonly detail: string;
  readonly good: boolean | null;
}

/** The line that stands under every verdict of a browser. */
export const LIMIT = "Moves are signed and consistent; ono audit FILE checks that each was allowed.";

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

const FAULTS: Readonly<Record<string, string>> = {
  "not-canonical": "its bytes are not written as they must be",
  "bad-form": "it is not formed as it must be",
  "wrong-index": "its number is wrong",
  "wrong-previous": "it does not follow from the entry before",
  "clock-fell": "its clock runs backwards",
  "bad-signature": "the table did not sign it",
  "impossible-event": "something impossible happened in it",
  "wrong-digest": "it leads to another table than it says",
  "bad-command-signature": "its player did not sign the command",
  "bad-certificate": "a player's keys are not certified",
  "weak-key": "a key is not allowed",
  "counter-reused": "a command was logged twice",
  "seen-unknown": "a command comes from another history",
  "bad-commitments": "the sealed cards do not fit",
  "bad-reveal": "a player's cut is not the promised one",
  "wrong-order": "the order is not the one that was cut",
  "wrong-draw": "a card was not the next of the pile",
  "missing-paper": "a card came without its proof",
  "bad-opening": "a card is not the sealed one",
  "bad-sealing": "a card of yours is not the sealed one",
  "bad-dealer-reveal": "the dealer's secret does not fit its promises",
  "bad-deck": "the deck was not complete",
};

/** The verdict as a heading. */
export function verdictTitle({ state }: CardsVerdict): string {
  return { proven: "Cards proven", open: "Checked so far", failed: "Not proven" }[state];
}

/** Which entry is the first bad one, and why. */
export function faultLine({ fault }: CardsVerdict): string {
  if (fault === null) return "";
  const where = fault.index === null ? "The log" : `Entry ${fault.index}`;
  return `${where}: ${FAULTS[fault.code] ?? fault.code}.`;
}

/** What was checked in one line, or the first bad entry. */
export function verdictLine(verdict: CardsVerdict): string {
  if (verdict.state === "failed") return faultLine(verdict);
  const { signatures, openings } = verdict.counts;
  return `${count(signatures, "signature")}, ${count(openings, "card opening")}. ${cutLine(verdict)}`;
}

function cutLine({ counts, omitted }: CardsVerdict): string {
  return `Your cut is in ${counts.shuffles - omitted.length} of ${count(counts.shuffles, "shuffle")}.`;
}

/** Who has signed the end of the game: "3 of 4 players have signed". */
export function signedLine(signed: number, players: number): string {
  return `${signed} of ${count(players, "player")} ${players === 1 ? "has" : "have"} signed.`;
}

/** The four things that are checked, with their numbers; `seated` where this browser cut too. */
export function checksOf(verdict: CardsVerdict, seated: boolean): Check[] {
  const { counts, omitted, state } = verdict;
  const good = state === "failed" ? null : true;
  const revealed = state === "failed" ? false : state === "proven" ? true : null;
  return [
    {
      title: "Everyone cut the deck",
      detail: `${count(counts.reveals, "secret number")} went into ${count(counts.shuffles, "shuffle")}. ${seated ? cutLine(verdict) : ""}`,
      good: good && (omitted.length === 0 || null),
    },
    {
      title: "Every card was the sealed one",
      detail: `${count(counts.openings, "card")} opened, each as it was sealed before the cut.`,
      good,
    },
    {
      title: "Every move was signed",
      detail: `${count(counts.entries, "entry", "entries")} in one chain, ${count(counts.signatures, "signature")}.`,
      good,
    },
    {
      title: "The order was fixed before play",
      detail:
        state === "open"
          ? "The dealer's secret comes with the end of the round; then it is checked."
          : "The dealer's secret gives every sealed card again.",
      good: revealed,
    },
  ];
}
