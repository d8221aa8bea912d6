/** Where the log of a game comes from: the server that played it, else the shelf of this browser. */
import type { LATER } from "../words/later";
import type { Game } from "../ui/game.svelte";
import { roomPath } from "../ui/marks";
import { shelf } from "./shelf";

/** Why there is no log to look at; the words for it are LATER.past. */
export type Trouble = Exclude<keyof typeof LATER.past, "again">;

/** A log at hand, and the id that it was asked for by; null for one that came as a file. */
export interface Log {
  readonly file: Blob;
  readonly id: string | null;
}

const GAME = /^\/g\/([0-9a-f]{64})\/?$/;

/** The game that this path names, or null where it names none: then it is the list's. */
export const gameOf = (path: string): string | null => GAME.exec(path.toLowerCase())?.[1] ?? null;

/** Out of games that are over: to the room one is in, or to the first page. */
export function leave(game: Game): void {
  const { table } = game;
  game.go(table.room === null ? "/" : roomPath(table.room, table.log));
}

export const pathOf = (game: string): string => `/g/${game}`;

const TROUBLES: Readonly<Record<number, Trouble>> = { 403: "running", 404: "unknown", 503: "unavailable" };

/** The log of a game, or why there is none. */
export async function fetched(game: string): Promise<Blob | Trouble> {
  const answer = await fetch(`/logs/${game}.ono`).catch(() => null);
  if (answer?.ok) return answer.blob();
  const kept = await shelf.log(game).catch(() => null);
  return kept ?? (answer === null ? "offline" : (TROUBLES[answer.status] ?? "busy"));
}
