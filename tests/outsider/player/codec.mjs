/** Canonical msgpack: one spelling for each value, and no other bytes are taken (log.md section 2). */

const MAX_BYTES = 61_440;
export const MAX_PAIR = 61_520;
const MAX_MESSAGE = 65_536;
export const MAGIC = Buffer.from("ONO1\n");
const MAX_ITEMS = 4_096;
const MAX_DEPTH = 8;
const KEY = /^[a-z0-9_]+$/;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class NotCanonical extends Error {}

/** The bytes of one value: null, booleans, integers, strings, Uint8Arrays, arrays, objects. */
export function pack(value) {
  const parts = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value, parts) {
  if (value === null) parts.push(Buffer.of(0xc0));
  else if (typeof value === "boolean") parts.push(Buffer.of(value ? 0xc3 : 0xc2));
  else if (typeof value === "number") parts.push(integer(value));
  else if (typeof value === "string") {
    const bytes = Buffer.from(value);
    parts.push(head(bytes.length, [0xa0, 32], [0xd9, 0xda, 0xdb]), bytes);
  } else if (value instanceof Uint8Array) parts.push(head(value.length, null, [0xc4, 0xc5, 0xc6]), value);
  else if (Array.isArray(value)) {
    parts.push(head(value.length, [0x90, 16], [null, 0xdc, 0xdd]));
    for (const item of value) write(item, parts);
  } else {
    const keys = Object.keys(value).sort(); // names are ASCII: the order of characters is that of bytes
    parts.push(head(keys.length, [0x80, 16], [null, 0xde, 0xdf]));
    for (const key of keys) {
      write(key, parts);
      write(value[key], parts);
    }
  }
}

/** The shortest head for this length: in the first byte itself, or in one, two or four bytes after it. */
function head(length, fix, [one, two, four]) {
  if (fix && length < fix[1]) return Buffer.of(fix[0] | length);
  if (one !== null && length < 0x100) return Buffer.of(one, length);
  return length < 0x10000 ? number(two, length, 2) : number(four, length, 4);
}

function number(type, value, size) {
  const bytes = Buffer.alloc(1 + size, type);
  if (size < 8) bytes.writeUIntBE(value, 1, size);
  else bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)), 1);
  return bytes;
}

function integer(value) {
  if (!Number.isSafeInteger(value)) throw new NotCanonical(`${value} is no integer within ±(2^53 - 1)`);
  if (value >= 0) {
    if (value < 0x80) return Buffer.of(value);
    const [type, size] =
      value < 2 ** 8 ? [0xcc, 1] : value < 2 ** 16 ? [0xcd, 2] : value < 2 ** 32 ? [0xce, 4] : [0xcf, 8];
    return number(type, value, size);
  }
  if (value >= -32) return Buffer.of(0x100 + value);
  const [type, size] =
    value >= -(2 ** 7) ? [0xd0, 1] : value >= -(2 ** 15) ? [0xd1, 2] : value >= -(2 ** 31) ? [0xd2, 4] : [0xd3, 8];
  return number(type, size < 8 ? value + 2 ** (8 * size) : value, size);
}

/** The value of these bytes, which must be its one spelling. */
export function unpack(bytes, limit = MAX_BYTES) {
  if (bytes.length > limit) throw new NotCanonical(`${bytes.length} bytes are more than ${limit}`);
  const reader = new Reader(Buffer.from(bytes));
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new NotCanonical("bytes follow the value");
  if (!pack(value).equals(reader.bytes)) throw new NotCanonical("not the shortest spelling");
  return value;
}

export const unpackMessage = (bytes) => unpack(bytes, MAX_MESSAGE);

/** The entries in the bytes of a file, each `[body, sig]` (log.md section 9). */
export function entriesIn(file) {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) throw new NotCanonical("no log");
  const reader = new Reader(file);
  const entries = [];
  for (reader.at = MAGIC.length; reader.at < file.length;) {
    const from = reader.at;
    reader.value(0);
    entries.push(file.subarray(from, reader.at));
  }
  return entries;
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(size) {
    if (this.at + size > this.bytes.length) throw new NotCanonical("the bytes end inside a value");
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  uint(size) {
    const bytes = this.take(size);
    return size < 8 ? bytes.readUIntBE(0, size) : Number(bytes.readBigUInt64BE(0));
  }

  int(size) {
    const bytes = this.take(size);
    return size < 8 ? bytes.readIntBE(0, size) : Number(bytes.readBigInt64BE(0));
  }

  value(depth) {
    const type = this.uint(1);
    if (type < 0x80) return type;
    if (type >= 0xe0) return type - 0x100;
    if (type < 0x90) return this.map(type & 15, depth);
    if (type < 0xa0) return this.array(type & 15, depth);
    if (type < 0xc0) return this.text(type & 31);
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return Buffer.from(this.take(this.uint(1 << (type - 0xc4))));
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return safe(this.uint(1 << (type - 0xcc)));
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return safe(this.int(1 << (type - 0xd0)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.text(this.uint(1 << (type - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.array(this.uint(2 << (type - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.map(this.uint(2 << (type - 0xde)), depth);
      default:
        throw new NotCanonical(`a value of type 0x${type.toString(16)}`); // floats, extensions, the unused one
    }
  }

  text(size) {
    try {
      return UTF8.decode(this.take(size));
    } catch (error) {
      throw error instanceof NotCanonical ? error : new NotCanonical("text that is no UTF-8");
    }
  }

  array(size, depth) {
    within(size, depth);
    return Array.from({ length: size }, () => this.value(depth + 1));
  }

  map(size, depth) {
    within(size, depth);
    const map = Object.create(null);
    let last = "";
    for (let i = 0; i < size; i++) {
      const key = this.value(depth + 1);
      if (typeof key !== "string" || !KEY.test(key)) throw new NotCanonical("a name that is none");
      if (key <= last) throw new NotCanonical("names in another order");
      map[key] = this.value(depth + 1);
      last = key;
    }
    return map;
  }
}

function within(size, depth) {
  if (size > MAX_ITEMS) throw new NotCanonical(`more than ${MAX_ITEMS} items`);
  if (depth >= MAX_DEPTH) throw new NotCanonical(`more than ${MAX_DEPTH} levels`);
}

function safe(value) {
  if (!Number.isSafeInteger(value)) throw new NotCanonical("a number beyond 2^53 - 1");
  return value;
}
