/**
 * Labelled hashing: E, H and F of fairness.md 1.1. The draws are in draws.ts.
 *
 * Everything that is hashed, signed or derived goes through `encode`, so no two uses can be confused: a label names the
 * use, and each part carries its length.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

export type Bytes = Uint8Array;

export const DIGEST_SIZE = 32;

const HASH_BLOCK = 64;

/** `size` bytes, big-endian. */
function unsigned(size: number, number: number): Bytes {
  const bytes = new Uint8Array(size);
  for (let place = size - 1, rest = number; place >= 0; place--, rest = Math.floor(rest / 256)) bytes[place] = rest;
  return bytes;
}

export const u8 = (number: number): Bytes => unsigned(1, number);
export const u16 = (number: number): Bytes => unsigned(2, number);
export const u32 = (number: number): Bytes => unsigned(4, number);
/** Eight bytes, for numbers up to 2^53 - 1. */
export const u64 = (number: number): Bytes => unsigned(8, number);

/** The bytes of an ASCII or UTF-8 text. */
export const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** Whether two byte strings are the same; not for comparing secrets. */
export function same(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** E: label and parts as one byte string that reads in one way only; at most 255 parts. */
export function encode(label: string, ...parts: readonly Bytes[]): Bytes {
  const name = textBytes(label);
  const pieces = parts.flatMap((part) => [u32(part.length), part]);
  return concatBytes(u8(name.length), name, u8(parts.length), ...pieces);
}

/** H: SHA-256 of the encoded label and parts, 32 bytes. */
export function hashed(label: string, ...parts: readonly Bytes[]): Bytes {
  return sha256(encode(label, ...parts));
}

/** HMAC-SHA-256 of a text under a key of at most 64 bytes. */
export function hmac(key: Bytes, text: Bytes): Bytes {
  const block = (fill: number): Bytes => new Uint8Array(HASH_BLOCK).fill(fill).map((byte, at) => byte ^ (key[at] ?? 0));
  return sha256(concatBytes(block(0x5c), sha256(concatBytes(block(0x36), text))));
}

/** F: `length` bytes that only the holder of `key` (32 uniform bytes) can know: HKDF's expand step alone. */
export function derived(key: Bytes, label: string, parts: readonly Bytes[] = [], length = DIGEST_SIZE): Bytes {
  const text = encode(label, ...parts);
  const blocks: Bytes[] = [];
  for (let number = 1; blocks.length * DIGEST_SIZE < length; number++)
    blocks.push(hmac(key, concatBytes(blocks.at(-1) ?? new Uint8Array(0), text, u8(number))));
  return concatBytes(...blocks).slice(0, length);
}
