/** The canonical profile against its vectors: what is taken, what is refused, and by which rule. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { CodecFault, type Plain, packed, unpacked } from "./codec";

const { cases } = vectors<{ cases: { what: string; hex: string; expect: string }[] }>("codec.json");

function verdict(raw: Uint8Array): string {
  try {
    return unpacked(raw) === undefined ? "nothing" : "ok";
  } catch (fault) {
    if (fault instanceof CodecFault) return fault.code;
    throw fault;
  }
}

test.each(cases)("$what: $expect", ({ hex, expect: expected }) => {
  const raw = hexToBytes(hex);
  expect(verdict(raw)).toBe(expected);
  if (expected === "ok") expect(packed(unpacked(raw))).toEqual(raw);
});

test("a value outside the profile cannot be written", () => {
  const odd = [1.5, 2 ** 53, NaN, undefined, new Date(), { Key: 1 }, { a: undefined }, [[[[[[[[[1]]]]]]]]]];
  for (const value of odd) expect(() => packed(value as Plain)).toThrow(CodecFault);
});

test("keys are written in rising order", () => {
  expect(packed({ b: 1, a: 2 })).toEqual(packed({ a: 2, b: 1 }));
});
