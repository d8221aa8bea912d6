/**
 * Slots, and what is sealed to one seat: its openings and notes (fairness.md 2.3). Commitments are in openings.ts.
 *
 * In the log a slot is one number that says its shuffle and its place there: 256 * k + place.
 */
import { concatBytes } from "@noble/hashes/utils.js";
import { decrypted, encrypted } from "./chacha";
import type { Opening } from "./openings";
import { type Bytes, derived, hashed, same, u16, u32 } from "./transcript";
import { exchange } from "./x25519";

export const SEALED_SIZE = 34;

const PLACES = 256;
const NONCE_SIZE = 12;
const NOTE_BLOCK = 1024;

export const slotOf = (k: number, place: number): number => PLACES * k + place;
export const shuffleOf = (slot: number): number => Math.floor(slot / PLACES);
export const placeOf = (slot: number): number => slot % PLACES;

/** The X25519 public keys of dealer and player. */
export interface Pair {
  readonly dealer: Bytes;
  readonly player: Bytes;
}

/** K: the key that dealer and player share in one game; a peer's key of small order is an Error. */
export function sharedKey(gid: Bytes, ownSecret: Bytes, peer: Bytes, { dealer, player }: Pair): Bytes {
  return hashed("ono1/dh", gid, exchange(ownSecret, peer), dealer, player);
}

/** `data` xor the one-time pad of this slot and player. */
function padded(key: Bytes, slot: number, data: Bytes): Bytes {
  const pad = derived(key, "ono1/open", [u32(shuffleOf(slot)), u16(placeOf(slot))], SEALED_SIZE);
  return data.map((byte, place) => byte ^ pad[place]!);
}

/** The opening for one player's eyes, 34 bytes; the commitment is what proves it, so it carries no tag. */
export function sealed(key: Bytes, slot: number, { card, salt }: Opening): Bytes {
  return padded(key, slot, concatBytes(u16(card), salt));
}

/** Card and salt of a sealed opening of 34 bytes, to be checked with `opens`. */
export function unsealed(key: Bytes, slot: number, data: Bytes): Opening {
  const plain = padded(key, slot, data);
  return { card: plain[0]! * 256 + plain[1]!, salt: plain.subarray(2) };
}

/** u32 length || body || zeros up to a multiple of 1,024 bytes, so that the length tells little. */
function filled(body: Bytes): Bytes {
  const plain = concatBytes(u32(body.length), body);
  return concatBytes(plain, new Uint8Array((NOTE_BLOCK - (plain.length % NOTE_BLOCK)) % NOTE_BLOCK));
}

/** What the table says to one seat alone: nonce (12 bytes, never used twice under one key) || ciphertext || tag. */
export function noteSealed(key: Bytes, nonce: Bytes, body: Bytes): Bytes {
  return concatBytes(nonce, encrypted(noteKey(key), nonce, filled(body)));
}

/** The body of a sealed note, or null when it is not a whole note sealed under this key. */
export function noteOpened(key: Bytes, data: Bytes): Bytes | null {
  const plain =
    data.length > NOTE_BLOCK && decrypted(noteKey(key), data.subarray(0, NONCE_SIZE), data.subarray(NONCE_SIZE));
  if (!plain) return null;
  const length = new DataView(plain.buffer, plain.byteOffset).getUint32(0);
  const body = plain.slice(4, 4 + length);
  return same(plain, filled(body)) ? body : null;
}

const noteKey = (key: Bytes): Bytes => derived(key, "ono1/note-key");
