import { expect } from "vitest";
import { unpacked } from "../fair/codec";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Bytes, hashed, textBytes } from "../fair/transcript";
import { Identity, type Store } from "../net/identity";
import type { Prover } from "../net/player";
import { prover } from "../net/prover";
import { type Reaction, Session } from "../net/session";
import { HOST, ROOM, ScriptedTable } from "./scripted";

export const NONCE = hashed("ono1/test", textBytes("client nonce"));

function memory(): Store {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

/** A session and a table with a wire between them. */
export class Pair {
  readonly table = new ScriptedTable();
  readonly store = memory();
  session!: Session;
  /** What the session said, in order. */
  readonly said: string[] = [];
  fresh = 0;
  closed = false;

  readonly #prover: Prover | null;

  /** With `prover` null it checks nothing, until it is told to. */
  constructor(proving: Prover | null = prover) {
    this.#prover = proving;
    this.reload();
  }

  /** Carries a reaction over, and all that follows from it. */
  carry(reaction: Reaction | null): void {
    expect(reaction).not.toBeNull();
    this.fresh += Number(reaction!.fresh);
    this.closed ||= reaction!.close !== null;
    for (const raw of reaction!.out) {
      this.said.push((unpacked(raw) as unknown as [string])[0]);
      this.deliver(this.table.receive(raw));
    }
  }

  deliver(raws: readonly Bytes[]): void {
    for (const raw of raws) if (!this.closed) this.carry(this.session.receive(raw, 0));
  }

  enter(link: string | null = null): this {
    this.session.want({ kind: "enter", room: ROOM }, link);
    this.carry(this.session.connected(NONCE));
    return this;
  }

  settle(): void {
    for (let reaction = this.session.idle(); reaction; reaction = this.session.idle()) this.carry(reaction);
  }

  start(): this {
    this.enter();
    this.carry(this.session.join("Ada", null));
    this.carry(this.session.act("add_bot", { level: "easy", wanted: null }));
    this.carry(this.session.act("start", {}));
    return this;
  }

  playOn(): void {
    const slot = this.session.state.hands[0]![0]!;
    this.carry(this.session.act("play", { slots: [slot], colour: null, target: null, call: false }));
  }

  /** Lets the browser remember this of the game. */
  remember(record: object): void {
    this.store.setItem(`ono/game/${bytesToHex(this.table.gid)}`, JSON.stringify(record));
  }

  /** Plays to the end, as far as the session goes along, with every check done. */
  finish(): this {
    while (this.session.state.phase === "play" && !this.closed) this.playOn();
    this.settle();
    return this;
  }

  /** As if the page were loaded again. */
  reload(): void {
    this.session = new Session(Identity.in(this.store), this.store, HOST);
    if (this.#prover) this.session.prove(this.#prover);
    this.closed = false;
  }
}
