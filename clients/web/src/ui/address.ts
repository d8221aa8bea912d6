/** The address of the page: which room it names, and what it offers. */

const ROOM = /^\/r\/([A-Za-z]{4,8})\/?(?:#.*)?$/;

const OFFER = /^#import=([0-9a-f]{64})$/;

/** The secret of an identity that this fragment offers, in hex; or null. */
export function offeredBy(hash: string): string | null {
  return OFFER.exec(hash)?.[1] ?? null;
}

/** The room that this path names, with or without a fragment; or null. */
export function roomOf(path: string): string | null {
  return ROOM.exec(path)?.[1]?.toUpperCase() ?? null;
}
