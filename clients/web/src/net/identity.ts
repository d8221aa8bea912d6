/**
 * Who this browser is: one 32-byte secret that never leaves it. Every key of a game is derived from it, so a reload, a
 * second tab and a reconnect agree by themselves. Beside it stands a small record per game, which may be lost.
 */
import { Chain, PLAYER } from "../fair/chains";
import { entropy, ownSecret, publicKey, sign } from "../fair/keys";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type Bytes, u32 } from "../fair/transcript";
import { exchangePublic } from "../fair/x25519";
import { certificateText } from "./entry";
import type { HeadRecord, SeenHead } from "./log";

export const SECRET_KEY = "ono/identity";
const SECRET_SIZE = 32;

/** What of `localStorage` is used. */
export type Store = Pick<Storage, "getItem" | "setItem">;

/** The browser's storage, or one that lasts as long as the page where a browser forbids it. */
export function openStore(): Store {
  try {
    localStorage.setItem("ono/probe", "");
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  }
}

/** The long-lived key of a player. */
export class Identity {
  readonly public: Bytes;
  readonly #secret: Bytes;

  constructor(secret: Bytes) {
    this.#secret = secret;
    this.public = publicKey(secret);
  }

  /** The identity that this store holds, or a new one that it will hold from now on. */
  static in(store: Store): Identity {
    const kept = store.getItem(SECRET_KEY) ?? "";
    if (/^[0-9a-f]{64}$/.test(kept)) return new Identity(hexToBytes(kept));
    const secret = entropy(SECRET_SIZE);
    store.setItem(SECRET_KEY, bytesToHex(secret));
    return new Identity(secret);
  }

  sign(text: Bytes): Bytes {
    return sign(this.#secret, text);
  }

  /** The keys of one game; `generation` says how often they have been replaced. */
  keys(gid: Bytes, generation = 0): GameKeys {
    const own = generation === 0 ? [gid] : [gid, u32(generation)];
    return new GameKeys(this, gid, (purpose, ...parts) => ownSecret(this.#secret, purpose, ...own, ...parts));
  }
}

type SecretFor = (purpose: string, ...parts: readonly Bytes[]) => Bytes;

/** What an identity gives for one game: session key, x25519 key, seed chain. */
export class GameKeys {
  readonly gid: Bytes;
  readonly session: Bytes;
  readonly x25519: Bytes;
  readonly x25519Secret: Bytes;
  readonly chain: Chain;
  readonly #identity: Identity;
  readonly #sessionSecret: Bytes;
  readonly #secretFor: SecretFor;
  readonly #later = new Map<number, Chain>();

  constructor(identity: Identity, gid: Bytes, secretFor: SecretFor) {
    this.#secretFor = secretFor;
    this.#identity = identity;
    this.gid = gid;
    this.#sessionSecret = secretFor("session");
    this.session = publicKey(this.#sessionSecret);
    this.x25519Secret = secretFor("x25519");
    this.x25519 = exchangePublic(this.x25519Secret);
    this.chain = new Chain({ gid, key: this.session, role: PLAYER }, secretFor("chain"));
  }

  /** The chain to go on with after shuffle `base`. */
  chainFrom(base: number): Chain {
    const owner = { gid: this.gid, key: this.session, role: PLAYER };
    const chain = this.#later.get(base) ?? new Chain(owner, this.#secretFor("next-chain", u32(base)));
    this.#later.set(base, chain);
    return chain;
  }

  /** A signature of this game's session key. */
  sign(text: Bytes): Bytes {
    return sign(this.#sessionSecret, text);
  }

  /** The keys that a join introduces, with the identity's certificate for them. */
  introduced(): Record<"identity" | "session" | "x25519" | "anchor" | "cert", Bytes> {
    const keys = { session: this.session, x25519: this.x25519, anchor: this.chain.anchor };
    return { identity: this.#identity.public, ...keys, cert: this.#identity.sign(certificateText(this.gid, keys)) };
  }
}

interface Kept {
  readonly head?: readonly [number, string];
  readonly revealed?: readonly [number, string];
}

/** What a browser remembers of a game: the last entry it saw signed, and the last shuffle it revealed a seed for. */
export class GameRecord implements HeadRecord {
  readonly #store: Store;
  readonly #key: string;

  constructor(store: Store, gid: Bytes) {
    this.#store = store;
    this.#key = `ono/game/${bytesToHex(gid)}`;
  }

  get head(): SeenHead | null {
    const { head } = this.#kept();
    return head ? { index: head[0], raw: hexToBytes(head[1]) } : null;
  }

  set head(head: SeenHead | null) {
    if (head) this.#keep({ head: [head.index, bytesToHex(head.raw)] });
  }

  /**
   * Whether the seed of shuffle `k` may be revealed in this context; if so that is noted, before it is sent. One seed in
   * two contexts would let the table choose between two cuts.
   */
  mayReveal(k: number, ctx: Bytes): boolean {
    const [last, context] = this.#kept().revealed ?? [0, ""];
    if (k < last || (k === last && context !== bytesToHex(ctx))) return false;
    this.#keep({ revealed: [k, bytesToHex(ctx)] });
    return true;
  }

  #kept(): Kept {
    return JSON.parse(this.#store.getItem(this.#key) ?? "{}") as Kept;
  }

  #keep(news: Kept): void {
    this.#store.setItem(this.#key, JSON.stringify({ ...this.#kept(), ...news }));
  }
}
