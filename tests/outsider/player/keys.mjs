/** Labelled hashes, derived secrets, streams, keys and signatures (fairness.md section 1). */

import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  randomBytes,
  sign as ed25519Sign,
  verify as ed25519Verify,
} from "node:crypto";

const sized = (size) => (value) => {
  const bytes = Buffer.alloc(size);
  if (size < 8) bytes.writeUIntBE(value, 0, size);
  else bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
export const u8 = sized(1);
export const u16 = sized(2);
export const u32 = sized(4);
export const u64 = sized(8);
export const text = (words) => Buffer.from(words);
export const same = (one, other) => Buffer.compare(one, other) === 0;

// Section 1.1

export function E(label, ...parts) {
  const head = [u8(label.length), text(label), u8(parts.length)];
  return Buffer.concat([...head, ...parts.flatMap((part) => [u32(part.length), part])]);
}

export const H = (label, ...parts) =>
  createHash("sha256")
    .update(E(label, ...parts))
    .digest();
const hmac = (key, bytes) => createHmac("sha256", key).update(bytes).digest();

/** `F(key, label, parts.., L)`: the expand step of HKDF. */
export function expand(size, key, label, ...parts) {
  const info = E(label, ...parts);
  const blocks = [];
  for (let last = Buffer.alloc(0), i = 1; blocks.length * 32 < size; i++) {
    last = hmac(key, Buffer.concat([last, info, u8(i)]));
    blocks.push(last);
  }
  return Buffer.concat(blocks).subarray(0, size);
}

export const F = (key, label, ...parts) => expand(32, key, label, ...parts);

export class Stream {
  constructor(key) {
    this.key = key;
    this.blocks = 0;
    this.left = [];
  }

  draw(m) {
    const limit = 65_536 - (65_536 % m);
    for (;;) {
      if (!this.left.length) {
        const block = hmac(this.key, u64(this.blocks++));
        this.left = Array.from({ length: 16 }, (_, i) => block.readUInt16BE(2 * i));
      }
      const value = this.left.shift();
      if (value < limit) return value % m;
    }
  }
}

export function perm(key, n) {
  const stream = new Stream(key);
  const a = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i >= 1; i--) {
    const j = stream.draw(i + 1);
    [a[i], a[j]] = [a[j], a[i]];
  }
  return a;
}

// Section 1.2

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

export function fingerprint(key) {
  const bits = BigInt(`0x${H("ono1/fingerprint", key).subarray(0, 10).toString("hex")}`);
  return Array.from({ length: 16 }, (_, i) => BASE32[Number((bits >> BigInt(75 - 5 * i)) & 31n)]).join("");
}

const PKCS8 = { ed25519: "302e020100300506032b657004220420", x25519: "302e020100300506032b656e04220420" };
const SPKI = { ed25519: "302a300506032b6570032100", x25519: "302a300506032b656e032100" };

/** What `make` gives for these words and bytes, made once. */
function remembered(make) {
  const made = new Map();
  return (words, bytes) => {
    const name = words + bytes.toString("hex");
    if (!made.has(name)) made.set(name, make(words, bytes));
    return made.get(name);
  };
}

const der = (prefix, bytes, type) => ({ key: Buffer.concat([Buffer.from(prefix, "hex"), bytes]), format: "der", type });
const secretKey = remembered((kind, secret) => createPrivateKey(der(PKCS8[kind], secret, "pkcs8")));
const openKey = remembered((kind, key) => createPublicKey(der(SPKI[kind], key, "spki")));
export const publicOf = remembered((kind, secret) =>
  createPublicKey(secretKey(kind, secret)).export({ format: "der", type: "spki" }).subarray(-32),
);

export const sign = (secret, message) => ed25519Sign(null, message, secretKey("ed25519", secret));

// Section 1.4

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
const IDENTITY = Buffer.concat([u8(1), Buffer.alloc(31)]);

function mod(a) {
  const r = a % P;
  return r < 0n ? r + P : r;
}

function power(base, exponent) {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b)) if (e & 1n) result = mod(result * b);
  return result;
}

/** The sum of two points in the extended coordinates X, Y, Z, T. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * D * t1 * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** The point that 32 bytes stand for, or null. */
function pointOf(key) {
  const number = BigInt(`0x${Buffer.from(key).reverse().toString("hex")}`);
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return null;
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x) !== square) return null;
  if ((x & 1n) !== number >> 255n) x = mod(-x);
  return [x, y, 1n, mod(x * y)];
}

/** The key check: 32 bytes for a point of the curve's prime order, and not nothing. */
const checkKey = remembered((_, key) => {
  if (key.length !== 32) return false;
  const point = pointOf(key);
  if (!point || point[0] === 0n) return false; // x = 0: of order 1 or 2
  let sum = [0n, 1n, 1n, 0n];
  for (let p = point, e = L; e > 0n; e >>= 1n, p = add(p, p)) if (e & 1n) sum = add(sum, p);
  return sum[0] === 0n && sum[1] === sum[2];
});
export const goodKey = (key) => checkKey("", key);

/** Whether the signature is good; OpenSSL asks the cofactorless equation, and for S < l. */
export function signed(key, message, signature) {
  if (signature.length !== 64 || !goodKey(key) || same(signature.subarray(0, 32), IDENTITY)) return false;
  return ed25519Verify(null, message, openKey("ed25519", key), signature);
}

/** X25519 of a secret and a key, or null where the key is of small order or no key. */
export function exchange(secret, key) {
  try {
    return diffieHellman({ privateKey: secretKey("x25519", secret), publicKey: openKey("x25519", key) });
  } catch {
    return null;
  }
}

export const goodExchangeKey = (key) => key.length === 32 && exchange(Buffer.alloc(32, 9), key) !== null;

// Sections 2.1, 2.3 and 3

/** Walk a chain down from link `from` to link `to`. */
export function walk(gid, owner, role, from, to, value) {
  for (let i = from - 1; i >= to; i--) value = H("ono1/chain", gid, owner, u8(role), u32(i), value);
  return value;
}

/** K: what the dealer and one player share. */
export function sharedKey(gid, secret, other, dealer, player) {
  return H("ono1/dh", gid, exchange(secret, other), dealer, player);
}

export const xor = (bytes, pad) => Buffer.from(bytes.map((byte, i) => byte ^ pad[i]));

/** What is in a note, or null where it does not open. */
export function openNote(K, note) {
  if (note.length < 12 + 16) return null;
  const cipher = createDecipheriv("chacha20-poly1305", F(K, "ono1/note-key"), note.subarray(0, 12), {
    authTagLength: 16,
  });
  cipher.setAuthTag(note.subarray(-16));
  try {
    const plain = Buffer.concat([cipher.update(note.subarray(12, -16)), cipher.final()]);
    const size = plain.length >= 4 ? plain.readUInt32BE(0) : plain.length;
    return 4 + size <= plain.length ? plain.subarray(4, 4 + size) : null;
  } catch {
    return null;
  }
}

export const fresh = () => randomBytes(32);
