/** What is computed here against the same done by OpenSSL: signatures, agreement. */
import { createPublicKey, verify as opensslVerify } from "node:crypto";
import { expect, test } from "vitest";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { publicKey, sign, verify } from "./keys";
import { type Bytes, hashed, textBytes } from "./transcript";
import { exchange, exchangePublic } from "./x25519";

const secret = (name: string): Bytes => hashed("ono1/test", textBytes(name));
const flipped = (bytes: Bytes, place: number): Bytes => bytes.with(place, bytes[place]! ^ (1 << (place % 8)));

function opensslSays(key: Bytes, message: Bytes, signature: Bytes): boolean {
  const der = concatBytes(hexToBytes("302a300506032b6570032100"), key);
  return opensslVerify(
    null,
    message,
    createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" }),
    signature,
  );
}

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
