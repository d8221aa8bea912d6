/** The address of the page: which room it names. */

const ROOM = /^\/r\/([A-Za-z]{4,8})\/?(?:#.*)?$/;

/** The room that this path names, with or without a fragment; or null. */
export function roomOf(path: string): string | null {
  return ROOM.exec(path)?.[1]?.toUpperCase() ?? null;
}
