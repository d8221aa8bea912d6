/**
 * A shuffle: the dealer commits to its arrangement, then everybody's seeds cut it (fairness.md 2.2).
 *
 * After the first reveal nothing that anybody can still vary enters: the order follows from the begin entry's hash and
 * the revealed links alone.
 */
import { concatBytes } from "@noble/hashes/utils.js";
import { Stream, permutation } from "./draws";
import { commitment } from "./openings";
import { type Bytes, derived, hashed, u8, u16, u32 } from "./transcript";

/** A seat's link for a shuffle: the seat, the link's index, its value. */
export type Reveal = readonly [seat: number, index: number, value: Bytes];

/** The dealer's side of a shuffle: the card at each place, and the commitments, 32 bytes a place. */
export interface Arrangement {
  readonly cards: readonly number[];
  readonly commitments: Bytes;
}

/** What the dealer's link for shuffle `k` makes of these cards, given in any order. */
export function arrange(gid: Bytes, k: number, dealerLink: Bytes, cards: readonly number[]): Arrangement {
  const base = [...cards].sort((a, b) => a - b);
  const laid = permutation(derived(dealerLink, "ono1/dealer-perm", [gid, u32(k)]), base.length);
  const placed = laid.map((place) => base[place]!);
  const salt = (place: number): Bytes => derived(dealerLink, "ono1/salt", [gid, u32(k), u16(place)]);
  const commitments = placed.map((card, place) => commitment(gid, k, place, card, salt(place)));
  return { cards: placed, commitments: concatBytes(...commitments) };
}

/** The common seed of all reveals, given by rising seats; 32 bytes. */
export function mix(ctx: Bytes, reveals: readonly Reveal[]): Bytes {
  return hashed("ono1/mix", ctx, ...reveals.map(([seat, index, value]) => concatBytes(u8(seat), u32(index), value)));
}

/** The places in which n cards are drawn: the j-th card drawn is the slot at place order[j]. */
export function order(seed: Bytes, n: number): number[] {
  return permutation(derived(seed, "ono1/perm"), n);
}

/** The public die of a shuffle, below `choices`: who starts. */
export function first(seed: Bytes, choices: number): number {
  return new Stream(derived(seed, "ono1/first")).draw(choices);
}
