/** What a game is known by on the screen: its link, and what its engraved patterns are drawn from. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { fingerprint } from "../fair/keys";
import type { EventOf } from "../game/events";
import type { LogLine } from "../net/table.svelte";

function birthOf(log: readonly LogLine[]): EventOf<"log-opened"> | null {
  const opened = log[0]?.events[0];
  return opened?.kind === "log-opened" ? opened : null;
}

/** Where a room is found; with the fingerprint of its table, once its log tells the key. */
export function roomPath(room: string, log: readonly LogLine[]): string {
  const birth = birthOf(log);
  return `/r/${room}${birth ? `#k=${fingerprint(birth.table)}` : ""}`;
}

/** The game's own number in hex: the table's nonce at its birth. Empty before the log is there. */
export function seedOf(log: readonly LogLine[]): string {
  const birth = birthOf(log);
  return birth ? bytesToHex(birth.nonce) : "";
}

/** A player's identity key in hex; a computer, which has none, gets a part of the game's number. */
export function hashOf(log: readonly LogLine[], seat: number): string {
  const sitter = log.at(-1)?.after.seats[seat];
  if (sitter?.kind === "human") return bytesToHex(sitter.identity);
  return seedOf(log).slice(8 * (seat + 1));
}
