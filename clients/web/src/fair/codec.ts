/**
 * Canonical msgpack: one spelling for each value, and a reader that refuses every other (log.md 2).
 *
 * Hashes and signatures cover raw bytes, so two programs must never read one value from different bytes, nor different
 * values from the same bytes. The rule is `packed(unpacked(raw)) == raw`; it also catches what the library lets pass:
 * duplicate keys, long forms, floats of whole numbers, text that is no UTF-8.
 */
import { decode, encode } from "@msgpack/msgpack";
import { type Bytes, same } from "./transcript";

/** Bytes of a body in the log: 60 KiB. */
export const LIMIT = 61440;
/** Bytes of a message on the wire. */
export const MESSAGE_LIMIT = 65536;

const DEPTH = 8;
const ITEMS = 4096;
const KEY = /^[a-z0-9_]+$/;

export type Plain = null | boolean | number | string | Bytes | readonly Plain[] | PlainMap;
export interface PlainMap {
  readonly [key: string]: Plain;
}

/** Bytes or a value outside the canonical profile; `code` names the rule that was broken. */
export class CodecFault extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** The one spelling of a value; a value outside the profile is a CodecFault. */
export function packed(value: Plain): Bytes {
  checkPlain(value, 0);
  return encode(value, { sortKeys: true });
}

/** The value whose one spelling these bytes are; other bytes, or more than `limit`, are a CodecFault. */
export function unpacked(raw: Bytes, limit = LIMIT): Plain {
  if (raw.length > limit) throw new CodecFault("too-long", `at most ${limit} bytes expected, got ${raw.length}`);
  const value = decoded(raw);
  if (!same(packed(value), raw)) {
    throw new CodecFault("not-canonical", "shortest forms and keys in rising order expected");
  }
  return value;
}

function decoded(raw: Bytes): Plain {
  try {
    return decode(raw, { maxArrayLength: ITEMS, maxMapLength: ITEMS }) as Plain;
  } catch (fault) {
    const code = fault instanceof RangeError && /^Extra/.test(fault.message) ? "trailing-bytes" : "not-msgpack";
    throw new CodecFault(code, String(fault));
  }
}

/** Refuses what is outside the profile; `depth` levels are around the value. */
function checkPlain(value: unknown, depth: number): void {
  if (value === null || typeof value === "boolean" || typeof value === "string" || value instanceof Uint8Array) return;
  if (typeof value === "number") return checkInteger(value);
  if (depth === DEPTH) throw new CodecFault("too-deep", `at most ${DEPTH} levels expected`);
  if (Array.isArray(value)) value.forEach((item) => checkPlain(item, depth + 1));
  else checkMap(value, depth);
}

function checkInteger(value: number): void {
  if (Number.isSafeInteger(value)) return;
  const code = Number.isInteger(value) ? "integer-range" : "forbidden-type";
  throw new CodecFault(code, `an integer of at most 2^53 - 1 either way expected, got ${value}`);
}

function checkMap(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new CodecFault("forbidden-type", `a plain value expected, got ${typeof value}`);
  }
  for (const [key, item] of Object.entries(value)) {
    if (!KEY.test(key)) throw new CodecFault("forbidden-key", `a key of a-z, 0-9 and _ expected, got ${key}`);
    checkPlain(item, depth + 1);
  }
}
