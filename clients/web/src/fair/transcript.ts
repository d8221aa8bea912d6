/**
 * Labelled hashing and the stream of draws: E, H, F, stream, draw and perm of fairness.md 1.1.
 *
 * Everything that is hashed, signed or derived goes through `encode`, so no two uses can be confused: a label names the
 * use, and each part carries its length.
 */
import { expand } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

export type Bytes = Uint8Array;

export const DIGEST_SIZE = 32;

const STREAM_RANGE = 65536;

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

/** F: `length` bytes that only the holder of `key` (32 uniform bytes) can know: HKDF's expand step alone. */
export function derived(key: Bytes, label: string, parts: readonly Bytes[] = [], length = DIGEST_SIZE): Bytes {
  return expand(sha256, key, encode(label, ...parts), length);
}

function* values(key: Bytes): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, key, u64(block));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let place = 0; place < bytes.length; place += 2) yield view.getUint16(place);
  }
}

/** An endless row of fair draws that anybody with the key can repeat. */
export class Stream {
  readonly #values: Generator<number, never>;

  constructor(key: Bytes) {
    this.#values = values(key);
  }

  /** A number below `choices` (1 to 65,535), each as likely as the others: what would favour some is skipped. */
  draw(choices: number): number {
    const limit = STREAM_RANGE - (STREAM_RANGE % choices);
    let value = this.#values.next().value;
    while (value >= limit) value = this.#values.next().value;
    return value % choices;
  }
}

/** Perm: the numbers 0 to n-1 in the order that `key` fixes. What is shuffled so has base[result[x]] at x. */
export function permutation(key: Bytes, n: number): number[] {
  const stream = new Stream(key);
  const order = Array.from({ length: n }, (_, place) => place);
  for (let last = n - 1; last > 0; last--) {
    const chosen = stream.draw(last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}
