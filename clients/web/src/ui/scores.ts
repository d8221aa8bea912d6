/** How a round and a match stand, in words. */
import type { Place, View } from "../game/view";
import type { LogLine } from "../net/table.svelte";
import { isMatch, numberOf } from "../ruleset";
import { cardCount, nameOf } from "../sentences";

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
  if (gone) return "left the game";
  if (result && !result.places[seat]) return out ? "out of the game" : "not in this round";
  const points = result?.points[seat] ?? 0;
  const left = cards === 0 ? "no cards left" : `${cardCount(cards)}, ${points} ${points === 1 ? "point" : "points"}`;
  return out ? `${left}, out of the game` : left;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Who won, as a heading. Where nothing but a round is played, one without a winner is nobody's. */
export function winnerTitle(view: View): string {
  const { result, options } = view;
  const placed = options["score"] !== undefined && options["score"] !== "none";
  const first = placed ? view.places.filter(({ seat }) => view.final[seat] === 1).map(({ seat }) => seat) : [];
  const winners = first.length > 0 ? first : result?.winner == null ? [] : [result.winner];
  if (winners.length === 0) return "Nobody wins";
  const names = capital(winners.map((seat) => nameOf(view, seat)).join(" and "));
  return `${names} ${winners.length === 1 && winners[0] !== view.seat ? "wins" : "win"}!`;
}

/** How a match ended. */
export function matchWords(view: View): string {
  const target = targetOf(view);
  return target === null ? "" : `after ${view.round === 1 ? "1 round" : `${view.round} rounds`}`;
}

const NO_WINNER: Readonly<Record<string, string>> = {
  blocked: "Nobody can play or draw",
  cap: "Too many turns",
  alone: "Nobody else is left",
  absent: "Too few gave their seeds",
};

/** How the round ended, as a heading. */
export function roundTitle(view: View): string {
  const { result } = view;
  if (result === null) return "";
  const { winner, why } = result;
  if (winner === null || why === "alone" || why === "absent") return NO_WINNER[why] ?? "Nobody wins";
  return `${capital(nameOf(view, winner))} ${winner === view.seat ? "go" : "goes"} out`;
}

/** What the winner of the round was given for it. */
export function roundWords({ result, seat }: View, gains: readonly number[]): string {
  const winner = result?.winner ?? null;
  const won = winner === null ? 0 : (gains[winner] ?? 0);
  if (won <= 0) return "";
  return `and ${winner === seat ? "take" : "takes"} ${won} ${won === 1 ? "point" : "points"}`;
}
