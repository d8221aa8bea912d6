/**
 * Identities and what they sign: Ed25519 by one strict rule, and secrets derived from one.
 *
 * Libraries disagree about crafted keys and signatures, and one log must have one verdict everywhere. So a key is checked
 * once, when it is introduced (`keyOk`); after that `verify` asks the same question as every other program (fairness.md
 * 1.4). `crypto.subtle` is not used: a phone on a plain http:// address does not have it.
 */
import { Point, getPublicKey, hashes, sign as signed } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { numberOf } from "./numbers";
import { type Bytes, derived, hashed, same, textBytes } from "./transcript";

hashes.sha512 = sha512;

const SIGNATURE_SIZE = 64;
const KEY_SIZE = 32;
const ORDER = Point.CURVE().n;
const FINGERPRINT_SIZE = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const IDENTITY_POINT = Uint8Array.from({ length: KEY_SIZE }, (_, place) => (place === 0 ? 1 : 0));

/** `size` bytes that nobody can guess. */
export function entropy(size: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** The Ed25519 public key of a 32-byte secret. */
export const publicKey = (secret: Bytes): Bytes => getPublicKey(secret);

/** The Ed25519 signature, 64 bytes; the message must be an `encode`d one, so that it has a label. */
export const sign = (secret: Bytes, message: Bytes): Bytes => signed(message, secret);

/** Whether this is a canonical Ed25519 key of the prime group: not of small order, no torsion part. */
export function keyOk(key: Bytes): boolean {
  return !same(key, IDENTITY_POINT) && pointOf(key)?.isTorsionFree() === true;
}

function pointOf(key: Bytes): Point | null {
  try {
    return Point.fromBytes(key);
  } catch {
    return null;
  }
}

/**
 * Whether the signature is good by the strict rule, for a key that passed `keyOk`: R spelled as S·B - h·A is. So R has
 * one spelling, and no torsion part where the key has none.
 */
export function verify(key: Bytes, message: Bytes, signature: Bytes): boolean {
  const r = signature.subarray(0, KEY_SIZE);
  const s = numberOf(signature.subarray(KEY_SIZE));
  const point = pointOf(key);
  if (!point || signature.length !== SIGNATURE_SIZE || same(r, IDENTITY_POINT) || s >= ORDER) return false;
  const h = numberOf(sha512(concatBytes(r, key, message))) % ORDER;
  const made = Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(h));
  return same(r, made.toBytes());
}

/** The secret for one purpose and game, derived so that nothing but `master` need be stored. */
export function ownSecret(master: Bytes, purpose: string, ...parts: readonly Bytes[]): Bytes {
  return derived(master, "ono1/own", [textBytes(purpose), ...parts]);
}

/** A key's short name for people and links: 80 bits of its hash, 16 characters of a-z and 2-7 (base32). */
export function fingerprint(key: Bytes): string {
  let bits = "";
  for (const byte of hashed("ono1/fingerprint", key).subarray(0, FINGERPRINT_SIZE))
    bits += byte.toString(2).padStart(8, "0");
  return bits.replace(/.{5}/g, (five) => LETTERS[parseInt(five, 2)]!);
}
