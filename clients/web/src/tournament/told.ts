/** What a board says, in words. */
import { TOURNAMENT } from "../words/tournament";
import type { Board } from "./board";

/** How far the tournament is. */
export function phaseWords({ phase, paused, round, rounds, stage }: Board): string {
  if (paused) return TOURNAMENT.paused;
  if (phase !== "rounds") return TOURNAMENT.phases[phase];
  return stage === "final" ? TOURNAMENT.final : TOURNAMENT.round(round, rounds);
}

/** Why the organiser's program refused a request, in one sentence. */
export function refusalWords(code: string): string {
  const refused: Readonly<Record<string, string>> = TOURNAMENT.refused;
  return refused[code] ?? TOURNAMENT.unknown(code);
}
