/**
 * Shares of the dealer's secret (a chain's tip, and its x25519 secret), which all players together put together if the
 * dealer vanishes; any fewer tell nothing (fairness.md 2.5).
 */
import { type Bytes, derived, hashed, u8, u32 } from "./transcript";

/** Bytes of the secret and of each share. */
export const SECRET_SIZE = 64;

/** The secret that these shares, all of them, give. */
export function combined(shares: readonly Bytes[]): Bytes {
  return shares.reduce((sum, share) => sum.map((byte, place) => byte ^ share[place]!), new Uint8Array(SECRET_SIZE));
}

/** The hash that fixes a seat's share of the secret behind the chain with this base, and hides it. */
export function shareCommitment(gid: Bytes, base: number, seat: number, share: Bytes): Bytes {
  return hashed("ono1/escrow", gid, u32(base), u8(seat), share);
}

/** A sealed share opened with the key that its player has with the dealer. */
export function shareOpened(key: Bytes, base: number, seat: number, sealed: Bytes): Bytes {
  return combined([sealed, derived(key, "ono1/escrow-seal", [u32(base), u8(seat)], SECRET_SIZE)]);
}
