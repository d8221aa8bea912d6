/** Crafted keys and signatures: the verdicts are those of plain arithmetic, and Python's. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { keyOk, verify } from "./keys";

interface Case {
  what: string;
  key: string;
  message: string;
  signature: string;
  key_ok: boolean;
  good: boolean;
}

const { cases } = vectors<{ cases: Case[] }>("signatures.json");

test.each(cases)("$what", ({ key, message, signature, key_ok, good }) => {
  const owner = hexToBytes(key);
  expect(keyOk(owner)).toBe(key_ok);
  expect(keyOk(owner) && verify(owner, hexToBytes(message), hexToBytes(signature))).toBe(good);
});
