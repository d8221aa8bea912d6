/**
 * Seed chains: one secret tip, one published anchor, one link revealed for each shuffle (fairness.md 2.1).
 *
 * Link i-1 is the hash of link i, so whoever knows the anchor (link 0) can check every later link, and a link tells
 * nothing about the ones above it. Game, owner, role and index are hashed in: a link fits one place only.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { type Bytes, DIGEST_SIZE, encode, hashed, same, u8, u32 } from "./transcript";

/** Links above the anchor; no index in a game is higher. */
export const LENGTH = 4096;

/** With fewer left the owner goes on with a new chain. */
export const FEW_LINKS = 64;

export const DEALER = 0;
export const PLAYER = 1;

const STRIDE = 64;

/** Whose chain: the game, the owner's public key, DEALER or PLAYER. */
export interface Owner {
  readonly gid: Bytes;
  readonly key: Bytes;
  readonly role: number;
}

/** A link with its index. */
export interface Link {
  readonly index: number;
  readonly value: Bytes;
}

/** What a reveal answers: this shuffle as begun by this entry, 32 bytes. */
export function context(gid: Bytes, k: number, beginHash: Bytes): Bytes {
  return hashed("ono1/ctx", gid, u32(k), beginHash);
}

/** The link at `target`, at or below the one given. */
export function walked({ gid, key, role }: Owner, link: Link, target: number): Bytes {
  const text = encode("ono1/chain", gid, key, u8(role), u32(0), link.value);
  // From link to link only the last two parts change: in place, as a whole chain holds up who waits for it.
  const [parts, valueAt] = [new DataView(text.buffer), text.length - DIGEST_SIZE];
  let value = link.value;
  for (let index = link.index; index > target; index--) {
    parts.setUint32(valueAt - 8, index - 1);
    text.set(value, valueAt);
    value = sha256(text);
  }
  return value;
}

/** Whether a link walks down to the one known. A link leads to itself: an old one shown again is for the caller to see. */
export function leadsTo(owner: Owner, link: Link, known: Link): boolean {
  if (link.index < known.index || link.index > LENGTH || link.value.length !== DIGEST_SIZE) return false;
  return same(walked(owner, link, known.index), known.value);
}

/** The owner's side of a chain. Built when a link is first asked for; then every 64th is kept, the rest walked to again. */
export class Chain {
  readonly #owner: Owner;
  readonly #tip: Link;
  #marks: Map<number, Bytes> | null = null;

  constructor(owner: Owner, tip: Bytes, length = LENGTH) {
    this.#owner = owner;
    this.#tip = { index: length, value: tip };
  }

  /** Link 0, which is published. */
  get anchor(): Bytes {
    return this.link(0);
  }

  /** The link from 0, the anchor, up to the length, the tip. */
  link(index: number): Bytes {
    this.#marks ??= this.#built();
    const above = Math.min(Math.ceil(index / STRIDE) * STRIDE, this.#tip.index);
    return walked(this.#owner, { index: above, value: this.#marks.get(above)! }, index);
  }

  #built(): Map<number, Bytes> {
    const marks = new Map([[this.#tip.index, this.#tip.value]]);
    let above = this.#tip;
    for (let index = Math.floor((above.index - 1) / STRIDE) * STRIDE; index >= 0; index -= STRIDE) {
      above = { index, value: walked(this.#owner, above, index) };
      marks.set(index, above.value);
    }
    return marks;
  }
}
