/** What this browser found out about the cards, in one line. */
import type { CardsVerdict } from "./net/proofs";

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

const FAULTS: Readonly<Record<string, string>> = {
  "not-canonical": "its bytes are not written as they must be",
  "bad-form": "it is not formed as it must be",
  "wrong-index": "its number is wrong",
  "wrong-previous": "it does not follow from the entry before",
  "clock-fell": "its clock runs backwards",
  "bad-signature": "the table did not sign it",
  "impossible-event": "something impossible happened in it",
  "wrong-digest": "it leads to another table than it says",
  "not-seated": "its sender holds no such seat",
  "wrong-cause": "somebody acted who was not the one to do so",
  undecided: "its player did not ask for that",
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
  "bad-escrow": "a share of the dealer's secret is not the promised one",
};

/** Which entry is the first bad one, and why. */
export function faultLine({ fault }: CardsVerdict): string {
  if (fault === null) return "";
  const where = fault.index === null ? "The log" : `Entry ${fault.index}`;
  return `${where}: ${FAULTS[fault.code] ?? fault.code}.`;
}

export const signaturesLine = (signatures: number): string => `${count(signatures, "signature")} checked`;
/** Openings for all and those sealed to this seat: each card as often as it was proven. */
export const openedLine = (openings: number): string => `${count(openings, "card")} opened`;

/** What was checked in one line, or the first bad entry. */
export function verdictLine(verdict: CardsVerdict): string {
  if (verdict.state === "failed") return faultLine(verdict);
  const { signatures, openings } = verdict.counts;
  return `${signaturesLine(signatures)}, ${openedLine(openings)}. ${cutLine(verdict)}`.trimEnd();
}

/** In how many shuffles my own number is; empty for somebody who was never asked for one. */
export function cutLine({ counts, omitted }: CardsVerdict): string {
  if (counts.own === 0 && omitted.length === 0) return "";
  return `Your cut is in ${counts.own} of ${count(counts.shuffles, "shuffle")}.`;
}
