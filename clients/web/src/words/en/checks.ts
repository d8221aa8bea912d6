/** What a browser found out about the cards, and how a round and a match stand. */
import type { Who } from "../../telling";
import { count } from "./phrases";
import { people } from "./telling";

export const FAULTS = {
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

export const CHECKS = {
  /** The line that stands under every verdict of a browser. */
  limit: "Moves are signed and consistent; ono audit FILE checks that each was allowed.",
  titles: { proven: "Cards proven", open: "Checked so far", failed: "Not verified" },
  fault: (entry: number | null, why: string) => `${entry === null ? "The log" : `Entry ${entry}`}: ${why}.`,
  verdict: (signatures: number, cards: number, cut: string) =>
    `${count(signatures, "signature")} checked, ${count(cards, "card")} opened. ${cut}`.trimEnd(),
  cut: (own: number, shuffles: number) => `Your cut is in ${own} of ${count(shuffles, "shuffle")}.`,
  signed: (signed: number, players: number) =>
    `${signed} of ${count(players, "player")} ${players === 1 ? "has" : "have"} signed.`,
  witnesses: (names: readonly string[], cut: number, shuffles: number) =>
    `${names.join(", ")}, ${names.length === 1 ? "a witness" : "witnesses"} without cards, cut ${cut} of ${count(shuffles, "shuffle")}.`,
  deck: {
    title: "Everyone cut the deck",
    detail: (numbers: number, shuffles: number) =>
      `${count(numbers, "secret number")} went into ${count(shuffles, "shuffle")}.`,
  },
  cards: {
    title: "Every card was the sealed one",
    detail: (cards: number) => `${count(cards, "card")} opened, each as it was sealed before the cut.`,
  },
  moves: {
    title: "Every move was signed",
    detail: (entries: number, signatures: number) =>
      `${count(entries, "entry", "entries")} in one chain, ${count(signatures, "signature")} checked.`,
  },
  order: {
    title: "The order was fixed before play",
    open: "The dealer's secret comes with the end of each round; then its cards are checked.",
    shown: "The dealer's secret gives every sealed card again.",
  },
  same: {
    title: "Everyone saw the same game",
    alone: "Players show each other their logs as rounds begin and end; nobody else has shown one yet.",
    agreed: (entry: number) => `Somebody else holds the same log up to entry ${entry}.`,
  },
};

export const SCORES = {
  left: "left the game",
  out: "out of the game",
  absent: "not in this round",
  held: (cards: number, points: number, out: boolean) =>
    `${cards === 0 ? "no cards left" : `${count(cards, "card")}, ${count(points, "point")}`}${out ? ", out of the game" : ""}`,
  nobody: "Nobody wins",
  winners: (whos: readonly Who[]) => `${people(whos)} ${whos.length === 1 && whos[0] !== null ? "wins" : "win"}!`,
  after: (rounds: number) => `after ${count(rounds, "round")}`,
  goesOut: (who: Who) => (who === null ? "You go out" : `${who} goes out`),
  takes: (who: Who, points: number) => `and ${who === null ? "take" : "takes"} ${count(points, "point")}`,
  endings: {
    blocked: "Nobody can play or draw",
    cap: "Too many turns",
    alone: "Nobody else is left",
    absent: "Too few gave their seeds",
  },
};
