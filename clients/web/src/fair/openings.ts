/** The commitments of a shuffle, and what opens them (fairness.md 2.3). */
import { placeOf, shuffleOf } from "./slots";
import { type Bytes, DIGEST_SIZE, hashed, same, u16, u32 } from "./transcript";

const CARDS = 65536;

/** A card with the salt that hides it in its commitment. */
export interface Opening {
  readonly card: number;
  readonly salt: Bytes;
}

/** The hash that fixes the card at a place and hides it behind its salt. */
export function commitment(gid: Bytes, k: number, place: number, card: number, salt: Bytes): Bytes {
  return hashed("ono1/slot", gid, u32(k), u16(place), u16(card), salt);
}

/** Whether the slot's shuffle, with these commitments, committed to this card and salt there. */
export function opens(commitments: Bytes, gid: Bytes, slot: number, { card, salt }: Opening): boolean {
  const start = placeOf(slot) * DIGEST_SIZE;
  const committed = commitments.subarray(start, start + DIGEST_SIZE);
  return card >= 0 && card < CARDS && same(committed, commitment(gid, shuffleOf(slot), placeOf(slot), card, salt));
}
