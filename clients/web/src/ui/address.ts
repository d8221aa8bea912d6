/** The address of the page: which room it names, and the link that brings others there. */
import { fingerprint } from "../fair/keys";
import type { LogLine } from "../net/table.svelte";

const ROOM = /^\/r\/([A-Za-z]{4})\/?$/;

/** The room that this path names, or null. */
export function roomOf(path: string): string | null {
  return ROOM.exec(path)?.[1]?.toUpperCase() ?? null;
}

/** Where a room is found; with the fingerprint of its table, once its log tells the key. */
export function roomPath(room: string, log: readonly LogLine[]): string {
  const opened = log[0]?.events[0];
  return `/r/${room}${opened?.kind === "log-opened" ? `#k=${fingerprint(opened.table)}` : ""}`;
}
