/** ChaCha20-Poly1305 of RFC 8439, for short texts without additional data. */
import { concatBytes } from "@noble/hashes/utils.js";
import { bytesOf, numberOf } from "./numbers";
import { type Bytes, same } from "./transcript";

const BLOCK = 64;
const TAG = 16;
const ROUNDS = 20;
/** "expand 32-byte k". */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** What a tag is computed by: a prime, and the bits that its key may have. */
const PRIME = 2n ** 130n - 5n;
const ABOVE = 1n << 64n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function words(bytes: Bytes): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, place) => view.getUint32(4 * place, true));
}

/** The bytes of the stream at the block of this number. */
function block(key: Bytes, nonce: Bytes, number: number): Bytes {
  const first = Uint32Array.of(...CONSTANTS, ...words(key), number, ...words(nonce));
  const state = first.slice();
  const mixed = (a: number, b: number, by: number, turned: number): void => {
    state[a]! += state[b]!;
    state[turned] = rotated(state[turned]! ^ state[a]!, by);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const shift = round % 2;
    for (let a = 0; a < 4; a++) {
      const [b, c, d] = [4 + ((a + shift) % 4), 8 + ((a + 2 * shift) % 4), 12 + ((a + 3 * shift) % 4)];
      mixed(a, b, 16, d);
      mixed(c, d, 12, b);
      mixed(a, b, 8, d);
      mixed(c, d, 7, b);
    }
  }
  const bytes = new DataView(new ArrayBuffer(BLOCK));
  state.forEach((word, place) => bytes.setUint32(4 * place, word + first[place]!, true));
  return new Uint8Array(bytes.buffer);
}

/** `text` xor the stream; what was done so is undone so. */
function streamed(key: Bytes, nonce: Bytes, text: Bytes): Bytes {
  const result = Uint8Array.from(text);
  for (let at = 0; at < text.length; at += BLOCK)
    block(key, nonce, 1 + at / BLOCK).forEach((byte, place) => (result[at + place]! ^= byte));
  return result;
}

/** The tag of a text that was streamed. */
function tagOf(key: Bytes, nonce: Bytes, text: Bytes): Bytes {
  const once = block(key, nonce, 0);
  const r = numberOf(once.subarray(0, TAG)) & CLAMP;
  const filling = new Uint8Array((TAG - (text.length % TAG)) % TAG);
  const whole = new DataView(concatBytes(text, filling, bytesOf(BigInt(text.length) << 64n, TAG)).buffer);
  let sum = 0n;
  for (let at = 0; at < whole.byteLength; at += TAG) {
    const [low, high] = [whole.getBigUint64(at, true), whole.getBigUint64(at + 8, true)];
    sum = ((sum + low + ((high | ABOVE) << 64n)) * r) % PRIME;
  }
  return bytesOf(sum + numberOf(once.subarray(TAG, 2 * TAG)), TAG);
}

/** Ciphertext || tag; 12 bytes of nonce, never used twice under one key of 32. */
export function encrypted(key: Bytes, nonce: Bytes, text: Bytes): Bytes {
  const streaming = streamed(key, nonce, text);
  return concatBytes(streaming, tagOf(key, nonce, streaming));
}

/** The text in ciphertext || tag; null where the tag is not that of this key and nonce. */
export function decrypted(key: Bytes, nonce: Bytes, data: Bytes): Bytes | null {
  const text = data.subarray(0, -TAG);
  return same(data.subarray(-TAG), tagOf(key, nonce, text)) ? streamed(key, nonce, text) : null;
}
