/**
 * Canonical msgpack: one spelling for each value, and a reader that refuses every other (log.md 2).
 *
 * Hashes and signatures cover raw bytes, so two programs must never read one value from different bytes, nor different
 * values from the same bytes. The rule is `packed(unpacked(raw)) == raw`. The profile is small enough to be written here;
 * libraries round long integers, take floats for integers, mend broken UTF-8 and drop byte order marks.
 */
import { concatBytes } from "@noble/hashes/utils.js";
import { type Bytes, same, textBytes, u16, u32, u64, u8 } from "./transcript";

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

/** The value whose one spelling these bytes are; other bytes, or more than `limit`, are a CodecFault. */
export function unpacked(raw: Bytes, limit = LIMIT): Plain {
  if (raw.length > limit) throw new CodecFault("too-long", `at most ${limit} bytes expected, got ${raw.length}`);
  const value = new Reader(raw).whole();
  if (!same(packed(value), raw)) {
    throw new CodecFault("not-canonical", "shortest forms and keys in rising order expected");
  }
  return value;
}

/** The one spelling of a value; a value outside the profile is a CodecFault. */
export function packed(value: Plain): Bytes {
  return concatBytes(...written(value, 0));
}

// Writing

/** The pieces of a value's spelling; `depth` levels are around it. */
function written(value: Plain, depth: number): Bytes[] {
  if (value === null) return [u8(0xc0)];
  if (typeof value === "boolean") return [u8(value ? 0xc3 : 0xc2)];
  if (typeof value === "number") return [integer(value)];
  if (typeof value === "string") return text(value);
  if (value instanceof Uint8Array) return [head(value.length, null, [0xc4, 0xc5, 0xc6]), value];
  if (depth === DEPTH) throw new CodecFault("too-deep", `at most ${DEPTH} levels expected`);
  if (isList(value)) {
    return [
      head(count(value.length), [0x90, 16], [null, 0xdc, 0xdd]),
      ...value.flatMap((item) => written(item, depth + 1)),
    ];
  }
  return map(value, depth);
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

function map(value: PlainMap, depth: number): Bytes[] {
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new CodecFault("forbidden-type", `a plain value expected, got ${typeof value}`);
  }
  const keys = Object.keys(value).sort();
  const pieces = [head(count(keys.length), [0x80, 16], [null, 0xde, 0xdf])];
  for (const key of keys) {
    if (!KEY.test(key)) throw new CodecFault("forbidden-key", `a key of a-z, 0-9 and _ expected, got ${key}`);
    pieces.push(...text(key), ...written(value[key]!, depth + 1));
  }
  return pieces;
}

function text(value: string): Bytes[] {
  const bytes = textBytes(value);
  return [head(bytes.length, [0xa0, 32], [0xd9, 0xda, 0xdb]), bytes];
}

function count(items: number): number {
  if (items > ITEMS) throw new CodecFault("too-long", `at most ${ITEMS} items expected, got ${items}`);
  return items;
}

/** The shortest head of this length: in one byte below `tiny[1]`, else the first of three forms that there is. */
function head(
  length: number,
  tiny: readonly [base: number, below: number] | null,
  [small, middle, large]: readonly [number | null, number, number],
): Bytes {
  if (tiny && length < tiny[1]) return u8(tiny[0] + length);
  if (small !== null && length < 0x100) return concatBytes(u8(small), u8(length));
  return length < 0x10000 ? concatBytes(u8(middle), u16(length)) : concatBytes(u8(large), u32(length));
}

function integer(value: number): Bytes {
  if (!Number.isSafeInteger(value)) {
    const code = Number.isInteger(value) ? "integer-range" : "forbidden-type";
    throw new CodecFault(code, `an integer of at most 2^53 - 1 either way expected, got ${value}`);
  }
  if (value >= 0) return head8(value) ?? concatBytes(u8(0xcf), u64(value));
  if (value >= -0x20) return u8(0x100 + value);
  if (value >= -0x80) return concatBytes(u8(0xd0), u8(0x100 + value));
  if (value >= -0x8000) return concatBytes(u8(0xd1), u16(0x10000 + value));
  if (value >= -0x80000000) return concatBytes(u8(0xd2), u32(0x100000000 + value));
  return concatBytes(u8(0xd3), u32(0x100000000 + Math.floor(value / 0x100000000)), u32(value));
}

/** The head that is a number below 2^32, else null. */
function head8(value: number): Bytes | null {
  return value < 0x100000000 ? head(value, [0, 0x80], [0xcc, 0xcd, 0xce]) : null;
}

// Reading

/** Stands for a value that msgpack has and the profile has not: a float, an extension. */
const FORBIDDEN = Symbol("forbidden") as unknown as Plain;

/** Reads every form, also those that are not the shortest: that they are none shows when the value is written again. */
class Reader {
  readonly #raw: Bytes;
  readonly #view: DataView;
  #at = 0;

  constructor(raw: Bytes) {
    this.#raw = raw;
    this.#view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  }

  whole(): Plain {
    const value = this.#value(0);
    if (this.#at < this.#raw.length) throw new CodecFault("trailing-bytes", "one value expected, got more bytes");
    return value;
  }

  #value(depth: number): Plain {
    const first = this.#unsigned(1);
    if (first < 0x80) return first;
    if (first < 0x90) return this.#map(first - 0x80, depth);
    if (first < 0xa0) return this.#list(first - 0x90, depth);
    if (first < 0xc0) return this.#text(first - 0xa0);
    if (first >= 0xe0) return first - 0x100;
    return this.#long(first, depth);
  }

  #long(first: number, depth: number): Plain {
    if (first === 0xc0) return null;
    if (first === 0xc2 || first === 0xc3) return first === 0xc3;
    if (first >= 0xc4 && first <= 0xc6) return this.#bytes(this.#unsigned(1 << (first - 0xc4)));
    if (first >= 0xcc && first <= 0xcf) return this.#unsigned(1 << (first - 0xcc));
    if (first >= 0xd0 && first <= 0xd3) return this.#signed(1 << (first - 0xd0));
    if (first >= 0xd9 && first <= 0xdb) return this.#text(this.#unsigned(1 << (first - 0xd9)));
    if (first === 0xdc || first === 0xdd) return this.#list(this.#unsigned(first === 0xdc ? 2 : 4), depth);
    if (first === 0xde || first === 0xdf) return this.#map(this.#unsigned(first === 0xde ? 2 : 4), depth);
    return this.#forbidden(first);
  }

  /** Steps over a float or an extension. */
  #forbidden(first: number): Plain {
    if (first === 0xc1) throw new CodecFault("not-msgpack", "a byte c1 has no meaning");
    if (first === 0xca || first === 0xcb) this.#bytes(first === 0xca ? 4 : 8);
    else if (first >= 0xd4) this.#bytes(1 + (1 << (first - 0xd4)));
    else this.#bytes(this.#unsigned(1 << (first - 0xc7)) + 1);
    return FORBIDDEN;
  }

  #bytes(length: number): Bytes {
    const end = this.#at + length;
    if (end > this.#raw.length) throw new CodecFault("not-msgpack", "the bytes end inside a value");
    const bytes = this.#raw.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  #unsigned(size: number): number {
    return this.#bytes(size).reduce((number, byte) => number * 256 + byte, 0);
  }

  #signed(size: number): number {
    if (size === 8) {
      this.#bytes(8);
      return this.#view.getInt32(this.#at - 8) * 0x100000000 + this.#view.getUint32(this.#at - 4);
    }
    const value = this.#unsigned(size);
    return value < 2 ** (8 * size - 1) ? value : value - 2 ** (8 * size);
  }

  #text(length: number): string {
    const bytes = this.#bytes(length);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new CodecFault("not-msgpack", "a text that is UTF-8 expected");
    }
  }

  #list(length: number, depth: number): Plain[] {
    return Array.from({ length: this.#inside(length, depth) }, () => this.#value(depth + 1));
  }

  /** A map as read; of a key given twice the last stays, which its spelling then shows. */
  #map(length: number, depth: number): PlainMap {
    const entries = Array.from({ length: this.#inside(length, depth) }, () => {
      const key = this.#value(depth + 1);
      if (typeof key !== "string") throw new CodecFault("forbidden-key", "a text as key expected");
      return [key, this.#value(depth + 1)] as const;
    });
    return Object.fromEntries(entries);
  }

  /** The number of items, if there may be so many here. */
  #inside(length: number, depth: number): number {
    if (depth === DEPTH) throw new CodecFault("too-deep", `at most ${DEPTH} levels expected`);
    return count(length);
  }
}
