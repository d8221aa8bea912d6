/**
 * Following a tournament as a value machine: bytes in, bytes out; no socket, no clock. It outlives the sockets under it:
 * on each it attends again, and sends the request that waits once more with the same bytes, which counts once.
 */
import { CodecFault } from "../fair/codec";
import { type Bytes, same } from "../fair/transcript";
import { hello, proven } from "../net/handshake";
import type { Identity } from "../net/identity";
import { type FromTable, type MessageOf, fromTable, toTable } from "../net/messages";
import { type Problem, problemIn, problemOf } from "../net/problem";
import type { Fed } from "../net/socket";
import { type Board, readBoard } from "./board";
import { type Asked, type Request, signed } from "./requests";

export interface Reaction {
  readonly out: Bytes[];
  close: { readonly retryMs: number } | null;
}

/** Who is meant: the beginning of a tournament's id, at the server of this host and of this key's fingerprint. */
export interface Meant {
  readonly begin: Bytes;
  readonly host: string;
  readonly fingerprint: string | null;
}

/** The version of the protocol that brought tournaments. */
const SINCE = 3;
const ABSENT = "no-such-tournament";

export class Attendance implements Fed<Reaction> {
  readonly #identity: Identity;
  readonly #meant: Meant;
  #nonce: Bytes = new Uint8Array(32);
  #tournament: Bytes | null = null;
  #pending: Request | null = null;
  #counter = 0;
  /** The key that the server proved to hold. */
  table: Bytes | null = null;
  /** Whether it has proven itself on the present connection. */
  open = false;
  board: Board | null = null;
  problem: Problem | null = null;
  /** Why the last request was refused: a code; null again when the next is sent. */
  refusal: string | null = null;

  constructor(identity: Identity, meant: Meant) {
    this.#identity = identity;
    this.#meant = meant;
  }

  /** Whether a request waits for its answer. */
  get sending(): boolean {
    return this.#pending !== null;
  }

  get pressing(): boolean {
    return this.sending || this.board === null;
  }

  /** Whether to ask for the board again after a while: it is not there, or not there yet. */
  get missing(): boolean {
    return this.problem?.code === ABSENT || (this.problem?.fatal === false && this.board === null);
  }

  connected(nonce: Bytes): Reaction {
    this.#nonce = nonce;
    return this.#react((reaction) => reaction.out.push(hello(nonce)));
  }

  disconnected(): void {
    this.open = false;
  }

  receive(raw: Bytes, _now: number): Reaction {
    return this.#react((reaction) => this.#received(fromTable(raw), reaction));
  }

  /** Asks once more for a tournament that was not there. */
  again(): Reaction {
    return this.#react((reaction) => this.#attend(reaction));
  }

  /** Asks something of the organiser, at this time in Unix ms; null while another request waits or there is no board. */
  ask(asked: Asked, time: number): Reaction | null {
    if (this.#tournament === null || this.sending) return null;
    this.#counter = Math.max(this.#counter + 1, time);
    this.#pending = signed(this.#identity, this.#tournament, this.#counter, asked);
    this.refusal = this.problem = null;
    return this.#react((reaction) => this.#apply(reaction));
  }

  #react(work: (reaction: Reaction) => void): Reaction {
    const reaction: Reaction = { out: [], close: null };
    try {
      work(reaction);
    } catch (fault) {
      this.problem = problemIn(fault);
      if (!this.problem) throw fault;
      reaction.close = { retryMs: 0 };
    }
    return reaction;
  }

  #received(message: FromTable, reaction: Reaction): void {
    switch (message.kind) {
      case "welcome":
        return this.#welcomed(message, reaction);
      case "board":
        return this.#shown(message);
      case "decided":
        if (!this.#pending || !same(message.id, this.#pending.id)) return;
        this.#pending = null;
        this.refusal = message.code;
        return;
      case "error":
        this.problem = problemOf(message.code, message.detail);
        this.#pending = null;
        return;
      case "restart":
        reaction.close = { retryMs: message.retry_ms };
        return;
      case "ping":
        reaction.out.push(toTable("pong", { n: message.n }));
    }
  }

  #welcomed(welcome: MessageOf<"welcome">, reaction: Reaction): void {
    const { host, fingerprint } = this.#meant;
    reaction.out.push(proven(welcome, this.#nonce, { host, fingerprint, table: this.table }, this.#identity));
    this.table = welcome.table;
    this.open = true;
    if (welcome.version < SINCE) {
      this.problem = problemOf(ABSENT, "this server speaks an older version");
      return;
    }
    this.#attend(reaction);
    this.#apply(reaction);
  }

  #shown({ tournament, board }: MessageOf<"board">): void {
    const { begin } = this.#meant;
    if (!same(tournament.subarray(0, begin.length), begin)) {
      throw new CodecFault("bad-message", "the board of the tournament that was asked for expected");
    }
    this.board = readBoard(board);
    this.#tournament = tournament;
    this.problem = null;
  }

  #attend(reaction: Reaction): void {
    if (this.open) reaction.out.push(toTable("attend", { tournament: this.#meant.begin }));
  }

  #apply(reaction: Reaction): void {
    if (!this.open || !this.#pending) return;
    const { body, sig } = this.#pending;
    reaction.out.push(toTable("apply", { tournament: this.#tournament!, body, sig }));
  }
}
