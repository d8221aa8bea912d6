/** What this browser found out about the cards, in one line. */
import type { CardsVerdict } from "./net/proofs";
import { CHECKS, FAULTS } from "./words/later";

/** Which entry is the first bad one, and why. */
export function faultLine({ fault }: CardsVerdict): string {
  const words: Readonly<Record<string, string>> = FAULTS;
  return fault === null ? "" : CHECKS.fault(fault.index, words[fault.code] ?? fault.code);
}

/** What was checked in one line, or the first bad entry. Each card counts as often as it was proven, to all or to this seat. */
export function verdictLine(verdict: CardsVerdict): string {
  if (verdict.state === "failed") return faultLine(verdict);
  const { signatures, openings } = verdict.counts;
  return CHECKS.verdict(signatures, openings, cutLine(verdict));
}

/** In how many shuffles my own number is; empty for somebody who was never asked for one. */
export function cutLine({ counts, omitted }: CardsVerdict): string {
  return counts.own === 0 && omitted.length === 0 ? "" : CHECKS.cut(counts.own, counts.shuffles);
}
