/** What a game is known by on the screen: its link, and what its engraved patterns are drawn from. */
import { fingerprint } from "../fair/keys";
import type { LogLine } from "../net/table.svelte";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Where a room is found; with the fingerprint of its table, once its log tells the key. */
export function roomPath(room: string, log: readonly LogLine[]): string {
  const birth = log[0]?.events[0];
  return `/r/${room}${birth?.kind === "log-opened" ? `#k=${fingerprint(birth.table)}` : ""}`;
}

/** A player's identity key in hex; a computer, which has none, gets a part of the game's id. */
export function hashOf(log: readonly LogLine[], game: string, seat: number): string {
  const sitter = log.at(-1)?.after.seats[seat];
  if (sitter?.kind === "human") return bytesToHex(sitter.identity);
  return game.slice(8 * (seat + 1));
}
