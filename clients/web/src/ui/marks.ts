/** What the engraved patterns are drawn from, in hex. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LogLine } from "../net/table.svelte";

/** The game's own number: the table's nonce at its birth. Empty before the log is there. */
export function seedOf(log: readonly LogLine[]): string {
  const opened = log[0]?.events[0];
  return opened?.kind === "log-opened" ? bytesToHex(opened.nonce) : "";
}

/** A player's identity key; a computer, which has none, gets a part of the game's number. */
export function hashOf(log: readonly LogLine[], seat: number): string {
  const sitter = log.at(-1)?.after.seats[seat];
  if (sitter?.kind === "human") return bytesToHex(sitter.identity);
  return seedOf(log).slice(8 * (seat + 1));
}
