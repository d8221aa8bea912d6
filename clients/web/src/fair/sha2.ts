/**
 * SHA-256 and SHA-512 (FIPS 180-4). Their constants are worked out from what defines them: the fractions of the roots of
 * the first primes. SHA-512 serves signatures only, so it may take its 64-bit words as BigInts.
 */
import type { Bytes } from "./transcript";

type Eight<T> = [T, T, T, T, T, T, T, T];

const isPrime = (n: number): boolean => Array.from({ length: n - 2 }, (_, at) => at + 2).every((by) => n % by !== 0);
const PRIMES = Array.from({ length: 408 }, (_, at) => at + 2).filter(isPrime);

/** The first 64 bits behind the point of a prime's square root (2n) or cube root (3n). */
function fraction(prime: number, root: bigint): bigint {
  const power = BigInt(prime) << (64n * root);
  let found = 0n;
  for (let bit = 1n << 66n; bit > 0n; bit >>= 1n) if ((found | bit) ** root <= power) found |= bit;
  return BigInt.asUintN(64, found);
}

const high = (word: bigint): number => Number(word >> 32n);
const START_512 = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));
const K_512 = PRIMES.map((prime) => fraction(prime, 3n));
const START_256 = START_512.map(high);
const K_256 = Int32Array.from(K_512.slice(0, 64), high);

/** The message, a bit, zeros, and its length in bits: a whole number of blocks. */
function padded(message: Bytes, block: number): DataView {
  const size = Math.ceil((message.length + 1 + block / 8) / block) * block;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(size - 8, BigInt(8 * message.length));
  return view;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Bytes): Bytes {
  const data = padded(message, 64);
  const hash = Int32Array.from(START_256);
  const words = new Int32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = data.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const [s0, s1] = [turned(x, 7) ^ turned(x, 18) ^ (x >>> 3), turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)];
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    mix256(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

function mix256(hash: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as Eight<number>;
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K_256[i]! + words[i]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = hash[place]! + word));
}

const cut = (word: bigint): bigint => BigInt.asUintN(64, word);
const turnedLong = (word: bigint, by: bigint): bigint => (word >> by) | cut(word << (64n - by));

export function sha512(message: Bytes): Uint8Array<ArrayBuffer> {
  const data = padded(message, 128);
  const hash = BigUint64Array.from(START_512);
  const words = new BigUint64Array(80);
  for (let at = 0; at < data.byteLength; at += 128) {
    for (let i = 0; i < 16; i++) words[i] = data.getBigUint64(at + 8 * i);
    for (let i = 16; i < 80; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const s0 = turnedLong(x, 1n) ^ turnedLong(x, 8n) ^ (x >> 7n);
      const s1 = turnedLong(y, 19n) ^ turnedLong(y, 61n) ^ (y >> 6n);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    mix512(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(64));
  hash.forEach((word, place) => digest.setBigUint64(8 * place, word));
  return new Uint8Array(digest.buffer);
}

function mix512(hash: BigUint64Array, words: BigUint64Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as Eight<bigint>;
  for (let i = 0; i < 80; i++) {
    const s1 = turnedLong(e, 14n) ^ turnedLong(e, 18n) ^ turnedLong(e, 41n);
    const one = h + s1 + ((e & f) ^ (~e & g)) + K_512[i]! + words[i]!;
    const s0 = turnedLong(a, 28n) ^ turnedLong(a, 34n) ^ turnedLong(a, 39n);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, cut(d + one), c, b, a, cut(one + two)];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = hash[place]! + word));
}
