/** What is computed here against the same done by OpenSSL: signatures, agreement, sealing. */
import {
  type KeyObject,
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  verify as opensslVerify,
} from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { decrypted, encrypted } from "./chacha";
import { publicKey, sign, verify } from "./keys";
import { bytesOf } from "./numbers";
import { type Bytes, hashed, textBytes } from "./transcript";
import { canAgree, exchange, exchangePublic } from "./x25519";

const secret = (name: string): Bytes => hashed("ono1/test", textBytes(name));
const flipped = (bytes: Bytes, place: number): Bytes => bytes.with(place, bytes[place]! ^ (1 << (place % 8)));

/** Size and object identifier before a key of 32 bytes. */
const DER = { ed25519: "302a300506032b6570032100", x25519: "302a300506032b656e032100" };

function opensslKey(kind: keyof typeof DER, key: Bytes): KeyObject {
  const der = concatBytes(hexToBytes(DER[kind]), key);
  return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
}

const opensslSays = (key: Bytes, message: Bytes, signature: Bytes): boolean =>
  opensslVerify(null, message, opensslKey("ed25519", key), signature);

/** What two holders of X25519 keys can compute; null where OpenSSL refuses the key. */
function opensslExchange(own: Bytes, key: Bytes): string | null {
  const der = concatBytes(hexToBytes("302e020100300506032b656e04220420"), own);
  const privateKey = createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" });
  try {
    return diffieHellman({ privateKey, publicKey: opensslKey("x25519", key) }).toString("hex");
  } catch {
    return null;
  }
}

function opensslEncrypted(key: Bytes, nonce: Bytes, text: Bytes): string {
  const cipher = createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("hex");
}

const bytes = (size: number): fc.Arbitrary<Bytes> => fc.uint8Array({ minLength: size, maxLength: size });

test("a signature is good where OpenSSL finds it good, and no byte of it can be changed", () => {
  const message = secret("message");
  const key = publicKey(secret("anna"));
  const signature = sign(secret("anna"), message);
  expect([verify(key, message, signature), opensslSays(key, message, signature)]).toEqual([true, true]);
  for (let place = 0; place < 64; place++) {
    const other = flipped(signature, place);
    expect([verify(key, message, other), opensslSays(key, message, other)], `byte ${place}`).toEqual([false, false]);
  }
  expect(verify(key, message, signature.subarray(0, 63))).toBe(false);
});

test.each([
  [
    "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
    "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
    "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
  ],
  [
    "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
    "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
    "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
  ],
])("X25519 of RFC 7748, 5.2: %s", (own, other, shared) => {
  expect(bytesToHex(exchange(hexToBytes(own), hexToBytes(other)))).toBe(shared);
});

test("both sides of an agreement come to the same, and a key of another size is refused", () => {
  const [anna, bo] = [secret("anna"), secret("bo")];
  expect(exchange(anna, exchangePublic(bo))).toEqual(exchange(bo, exchangePublic(anna)));
  expect(() => exchange(anna, exchangePublic(bo).subarray(1))).toThrow();
});

const P = 2n ** 255n - 19n;
/** Points of small order, and with each what a reader must take for it or for its neighbour. */
const SMALL = [
  0n,
  1n,
  P - 1n,
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
];
const EDGES = [...SMALL, 2n, 9n, P - 2n].flatMap((u) => [u, u + P, u + 2n ** 255n]).filter((u) => u < 2n ** 256n);

test.each(EDGES)("a key at the edge agrees to what OpenSSL has, or with nobody: %s", (u) => {
  const key = bytesOf(u, 32);
  const there = opensslExchange(secret("anna"), key);
  expect(canAgree(key)).toBe(there !== null);
  if (there !== null) expect(bytesToHex(exchange(secret("anna"), key))).toBe(there);
  else expect(() => exchange(secret("anna"), key)).toThrow();
});

test("whatever the keys, what they agree to is what OpenSSL has", () => {
  fc.assert(
    fc.property(bytes(32), bytes(32), (own, key) => {
      const there = opensslExchange(own, key);
      fc.pre(there !== null);
      expect(bytesToHex(exchange(own, key))).toBe(there);
    }),
  );
});

test("whatever is sealed is sealed as OpenSSL does, and is opened again unless a bit of it changed", () => {
  fc.assert(
    fc.property(bytes(32), bytes(12), fc.uint8Array({ maxLength: 300 }), fc.nat(), (key, nonce, text, at) => {
      const sealed = encrypted(key, nonce, text);
      expect(bytesToHex(sealed)).toBe(opensslEncrypted(key, nonce, text));
      expect(decrypted(key, nonce, sealed)).toEqual(text);
      expect(decrypted(key, nonce, flipped(sealed, at % sealed.length))).toBeNull();
    }),
  );
});
