/** ChaCha20-Poly1305 of RFC 8439, without associated data: 12 bytes of nonce, 16 bytes of tag after the text. */
import { concatBytes } from "./bytes";
import { bytesOf, numberOf } from "./little";
import { type Bytes, same } from "./transcript";

const TAG_SIZE = 16;
const BLOCK_SIZE = 64;
const CHUNK_SIZE = 16;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
/** The four columns of the state, then its four diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const P = 2n ** 130n - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** word[to] = (word[to] ^ (word[from] += word[by])) turned left. */
function mixed(word: Uint32Array, from: number, by: number, to: number, left: number): void {
  word[from] = word[from]! + word[by]!;
  const turned = word[to]! ^ word[from]!;
  word[to] = (turned << left) | (turned >>> (32 - left));
}

/** One block of key stream, 64 bytes. */
function block(key: Bytes, nonce: Bytes, counter: number): Bytes {
  const words = new DataView(concatBytes(key, bytesOf(BigInt(counter), 4), nonce).buffer);
  const start = Uint32Array.from(
    { length: 16 },
    (_, place) => CONSTANTS[place] ?? words.getUint32(4 * place - 16, true),
  );
  const word = start.slice();
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      mixed(word, a, b, d, 16);
      mixed(word, c, d, b, 12);
      mixed(word, a, b, d, 8);
      mixed(word, c, d, b, 7);
    }
  }
  const stream = new DataView(new ArrayBuffer(BLOCK_SIZE));
  word.forEach((each, place) => stream.setUint32(4 * place, each + start[place]!, true));
  return new Uint8Array(stream.buffer);
}

/** `data` xor the key stream from block 1 on. */
function chacha(key: Bytes, nonce: Bytes, data: Bytes): Bytes {
  const count = Math.ceil(data.length / BLOCK_SIZE);
  const stream = concatBytes(...Array.from({ length: count }, (_, place) => block(key, nonce, place + 1)));
  return data.map((byte, place) => byte ^ stream[place]!);
}

/** Poly1305 under a key used once, 32 bytes, over the ciphertext as the cipher frames it. */
function tag(key: Bytes, text: Bytes): Bytes {
  const r = numberOf(key.subarray(0, 16)) & CLAMP;
  const gap = new Uint8Array(-text.length & (CHUNK_SIZE - 1));
  const framed = concatBytes(text, gap, new Uint8Array(8), bytesOf(BigInt(text.length), 8));
  let sum = 0n;
  for (let start = 0; start < framed.length; start += CHUNK_SIZE) {
    sum = ((sum + numberOf(framed.subarray(start, start + CHUNK_SIZE)) + 2n ** 128n) * r) % P;
  }
  return bytesOf(sum + numberOf(key.subarray(16)), TAG_SIZE);
}

const tagged = (key: Bytes, nonce: Bytes, text: Bytes): Bytes => tag(block(key, nonce, 0).subarray(0, 32), text);

/** The ciphertext and its tag. */
export function encrypted(key: Bytes, nonce: Bytes, plain: Bytes): Bytes {
  const text = chacha(key, nonce, plain);
  return concatBytes(text, tagged(key, nonce, text));
}

/** The plain text; null unless the tag is that of this key, nonce and text. */
export function decrypted(key: Bytes, nonce: Bytes, data: Bytes): Bytes | null {
  if (nonce.length !== 12 || data.length < TAG_SIZE) return null;
  const text = data.subarray(0, -TAG_SIZE);
  return same(tagged(key, nonce, text), data.subarray(-TAG_SIZE)) ? chacha(key, nonce, text) : null;
}
