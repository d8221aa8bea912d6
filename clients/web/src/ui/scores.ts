/** How a round and a match stand, in words. */
import type { Place, View } from "../game/view";
import type { LogLine } from "../net/table.svelte";
import { isMatch, numberOf } from "../ruleset";
import { whoIs } from "../telling";
import { SCORES } from "../words/later";

/** What the points are counted up to; null where only one round is played. */
export const targetOf = (view: View): number | null => (isMatch(view) ? numberOf(view, "target") : null);

/** What the last round added to each score, by seat number. */
export function gainsOf(log: readonly LogLine[]): number[] {
  const ends = log.flatMap(({ events }) => events.filter((event) => event.kind === "round-ended"));
  const before = ends.at(-2)?.scores ?? [];
  return (ends.at(-1)?.scores ?? []).map((score, seat) => score - (before[seat] ?? 0));
}

/** What became of a seat in the round that ended. */
export function leftWords({ result }: View, { seat, cards, gone, out }: Place): string {
  if (gone) return SCORES.left;
  if (result && !result.places[seat]) return out ? SCORES.out : SCORES.absent;
  return SCORES.held(cards, result?.points[seat] ?? 0, out);
}

/** Who won, as a heading. Where nothing but a round is played, one without a winner is nobody's. */
export function winnerTitle(view: View): string {
  const { result, options } = view;
  const placed = options["score"] !== undefined && options["score"] !== "none";
  const first = placed ? view.places.filter(({ seat }) => view.final[seat] === 1).map(({ seat }) => seat) : [];
  const winners = first.length > 0 ? first : result?.winner == null ? [] : [result.winner];
  return winners.length === 0 ? SCORES.nobody : SCORES.winners(winners.map((seat) => whoIs(view, seat)));
}

/** How a match ended. */
export const matchWords = (view: View): string => (isMatch(view) ? SCORES.after(view.round) : "");

/** How the round ended, as a heading. */
export function roundTitle(view: View): string {
  const { result } = view;
  if (result === null) return "";
  const { winner, why } = result;
  const endings: Readonly<Record<string, string>> = SCORES.endings;
  if (winner === null || why === "alone" || why === "absent") return endings[why] ?? SCORES.nobody;
  return SCORES.goesOut(whoIs(view, winner));
}

/** What the winner of the round was given for it. */
export function roundWords(view: View, gains: readonly number[]): string {
  const winner = view.result?.winner ?? null;
  const won = winner === null ? 0 : (gains[winner] ?? 0);
  return won > 0 ? SCORES.takes(whoIs(view, winner), won) : "";
}
