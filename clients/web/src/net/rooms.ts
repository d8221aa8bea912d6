/** The public tables of the server that this page came from, as `GET /rooms` lists them (protocol.md 9). */
import type { Plain } from "../fair/codec";
import { type Read, list, natural, record, text, truth } from "../game/forms";

const LISTING = record({ code: text, preset: text, players: natural, seats: natural, begun: truth });
export type Listing = Read<typeof LISTING>;

const LISTINGS = list(LISTING);

/** Those that wait for players first; an error if there is no answer, or none that can be read. */
export async function publicTables(): Promise<readonly Listing[]> {
  const answer = await fetch("/rooms");
  if (!answer.ok) throw new Error(`a list of rooms expected, got HTTP ${answer.status}`);
  return LISTINGS((await answer.json()) as Plain);
}
