/**
 * Identities and the keys of one game: Ed25519 signatures, X25519 agreement, derived secrets.
 *
 * Libraries disagree about crafted keys and signatures, and one log must have one verdict everywhere. So a key is checked
 * once, when it is introduced (`keyOk`); after that `verify` asks the same question as every other program (fairness.md
 * 1.4). `crypto.subtle` is not used: a phone on a plain http:// address does not have it.
 */
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { type Bytes, derived, hashed, same, textBytes } from "./transcript";

const SIGNATURE_SIZE = 64;
const KEY_SIZE = 32;
const FINGERPRINT_SIZE = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const IDENTITY_POINT = Uint8Array.from({ length: KEY_SIZE }, (_, place) => (place === 0 ? 1 : 0));

/** `size` bytes that nobody can guess. */
export function entropy(size: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** The Ed25519 public key of a 32-byte secret. */
export const publicKey = (secret: Bytes): Bytes => ed25519.getPublicKey(secret);

/** The Ed25519 signature, 64 bytes; the message must be an `encode`d one, so that it has a label. */
export const sign = (secret: Bytes, message: Bytes): Bytes => ed25519.sign(message, secret);

function torsionFree(point: Bytes): boolean {
  return ed25519.Point.fromBytes(point, false).isTorsionFree();
}

/** Whether this is a canonical Ed25519 key of the prime group: not of small order, no torsion part. */
export function keyOk(key: Bytes): boolean {
  try {
    return key.length === KEY_SIZE && !same(key, IDENTITY_POINT) && torsionFree(key);
  } catch {
    return false;
  }
}

/**
 * Whether the signature is good by the strict rule, for a key that passed `keyOk`.
 *
 * The library multiplies by the cofactor; with no torsion in key and R that is the equation without it.
 */
export function verify(key: Bytes, message: Bytes, signature: Bytes): boolean {
  if (signature.length !== SIGNATURE_SIZE) return false;
  const r = signature.subarray(0, KEY_SIZE);
  if (same(r, IDENTITY_POINT)) return false;
  return ed25519.verify(signature, message, key, { zip215: false }) && torsionFree(r);
}

/** The X25519 public key of a 32-byte secret. */
export const exchangePublic = (secret: Bytes): Bytes => x25519.getPublicKey(secret);

/** What both holders can compute, 32 bytes; a public key of small order is an Error. */
export const exchange = (secret: Bytes, key: Bytes): Bytes => x25519.getSharedSecret(secret, key);

/** The secret for one purpose and game, derived so that nothing but `master` need be stored. */
export function ownSecret(master: Bytes, purpose: string, gid: Bytes): Bytes {
  return derived(master, "ono1/own", [textBytes(purpose), gid]);
}

/** A key's short name for people and links: 80 bits of its hash, 16 characters of a-z and 2-7 (base32). */
export function fingerprint(key: Bytes): string {
  let bits = "";
  for (const byte of hashed("ono1/fingerprint", key).subarray(0, FINGERPRINT_SIZE))
    bits += byte.toString(2).padStart(8, "0");
  return bits.replace(/.{5}/g, (five) => LETTERS[parseInt(five, 2)]!);
}
