/** The hash functions against another implementation, at every length around their blocks. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bytesToHex } from "./bytes";
import { sha256, sha512 } from "./sha2";

const message = (length: number): Uint8Array => Uint8Array.from({ length }, (_, place) => (place * 37 + length) & 255);
const expected = (name: string, data: Uint8Array): string => createHash(name).update(data).digest("hex");

test.each([0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 1000, 61520])(
  "a message of %i bytes",
  (length) => {
    const data = message(length);
    expect(bytesToHex(sha256(data))).toBe(expected("sha256", data));
    expect(bytesToHex(sha512(data))).toBe(expected("sha512", data));
  },
);

test("a view into other bytes is hashed as itself", () => {
  expect(sha256(message(100).subarray(3, 60))).toEqual(sha256(message(100).slice(3, 60)));
});
