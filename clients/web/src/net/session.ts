/**
 * A player's connection to a table as a value machine: bytes in, bytes out; no socket, no clock.
 *
 * It outlives the sockets under it. `connected` begins anew on a fresh one: handshake, enter from the head held, and the
 * pending command once more with the same bytes, which the table applies once. By itself it answers shuffles, takes the
 * seat again in a rematch, and signs the end of a game whose cards it has proven.
 */
import { CodecFault, type PlainMap } from "../fair/codec";
import { type Bytes, same } from "../fair/transcript";
import type { ActFields, ActKind, SeatAct } from "../game/acts";
import { LogFault } from "../game/faults";
import { INITIAL, type State } from "../game/state";
import type { Duties } from "./duties";
import { commandId } from "./entry";
import { hello, proven } from "./handshake";
import { Forked } from "./forks";
import type { Identity, Store } from "./identity";
import type { Step } from "./log";
import {
  type Door,
  type Emoted,
  type Emotion,
  type Explained,
  type MessageOf,
  type PromptFields,
  fromTable,
  toTable,
} from "./messages";
import { Player, type Prover } from "./player";
import { type Problem, problemIn, problemOf } from "./problem";
import type { CardsVerdict } from "./proofs";

/** What the connection is for: a new room, a public one that waits (or a new one), or one that is named. */
export type Wish =
  { readonly kind: "create" | "quick"; readonly options: PlainMap } | { readonly kind: "enter"; readonly room: string };

/** What this seat may do now, with the time until which, in ms of the page's clock. */
export type Prompt = Omit<PromptFields, "ms_left"> & { readonly until: number | null };

export interface Presence {
  readonly online: readonly number[];
  readonly spectators: number;
}

/** What follows from something that happened: bytes to send, entries taken in, whether the log began anew. */
export interface Reaction {
  readonly out: Bytes[];
  readonly steps: Step[];
  fresh: boolean;
  /** What a seat showed. */
  emoted: Emoted | null;
  /** The connection has to be closed; after so many ms it may be tried again. */
  close: { readonly retryMs: number } | null;
}

/** A command that waits for its answer. Quiet ones are the session's own: nobody need hear that one was refused. */
interface Pending {
  readonly act: SeatAct;
  readonly body: Bytes;
  readonly message: Bytes;
  readonly quiet: boolean;
}

/** The version of the protocol that brought emotes. */
const EMOTES_SINCE = 2;
/** The one that brought the language of `explain`. */
const LANGUAGES_SINCE = 2;
const NOBODY: Presence = { online: [], spectators: 0 };
/** How the door of a room stands at first. */
export const PRIVATE: Door = { public: false, locked: false, watch: "live" };

export class Session {
  readonly #identity: Identity;
  readonly #store: Store;
  readonly #host: string;
  #fingerprint: string | null = null;
  #nonce: Bytes = new Uint8Array(32);
  #table: Bytes | null = null;
  #proven = false;
  /** Of the protocol, as the table chose it on the present connection. */
  #version = 0;
  #inside = false;
  #wish: Wish | null = null;
  #player: Player | null = null;
  #prover: Prover | null = null;
  /** Null without a player, or until what checks is there. */
  #duties: Duties | null = null;
  /** Entries below this index were there before one entered. */
  #caughtUpAt = 0;
  #rejoin: { readonly name: string; readonly wanted: number } | null = null;
  #pending: Pending | null = null;
  #prompt: Prompt | null = null;
  /** At which end or beginning of a round the newest entry was last shown to the others. */
  #shown: string | null = null;
  /** The shuffle answered on this connection. */
  #answered = 0;
  /** A seat held with other keys of this identity was asked for on this connection. */
  #retaken = false;
  room: string | null = null;
  presence = NOBODY;
  door = PRIVATE;
  /** What the options last asked about mean. */
  explained: Explained | null = null;
  problem: Problem | null = null;
  /** The proof that the table showed two histories, as a file. */
  proof: Blob | null = null;
  refusal: { readonly code: string; readonly detail: string } | null = null;

  /** `host` is the host and port of the page's own URL. */
  constructor(identity: Identity, store: Store, host: string) {
    this.#identity = identity;
    this.#store = store;
    this.#host = host;
  }

  // What is known

  get state(): State {
    return this.#player?.state ?? INITIAL;
  }

  /** The seat held, or null. */
  get seat(): number | null {
    return this.#player?.seat ?? null;
  }

  /** The id of the game that is followed, 32 bytes; null outside a room. */
  get game(): Bytes | null {
    return this.#player?.gid ?? null;
  }

  get faces(): ReadonlyMap<number, number> {
    return this.#player?.own.faces ?? new Map<number, number>();
  }

  /** What this seat may do now; null where it is not asked, the table has moved on, or nothing can be done any more. */
  get prompt(): Prompt | null {
    if (this.problem?.fatal) return null;
    const { step, turn, shuffle } = this.state;
    return turn !== null && shuffle === null && this.#prompt?.step === step ? this.#prompt : null;
  }

  get verdict(): CardsVerdict | null {
    return this.#player?.verdict ?? null;
  }

  /** The newest entry that somebody else has shown to be the same for them; -1 at first. */
  get agreed(): number {
    return this.#player?.follower.agreed ?? -1;
  }

  /** Whether a command waits for its answer. */
  get sending(): boolean {
    return this.#pending !== null && !this.#pending.quiet;
  }

  /** Whether a silent table would be missed: something is on its way or asked for, or a round runs that one plays in. */
  get pressing(): boolean {
    const asking = this.#pending !== null || (this.#wish !== null && !this.#inside);
    return asking || (this.seat !== null && this.state.turn !== null);
  }

  /** Whether the table has proven itself on the present connection. */
  get open(): boolean {
    return this.#proven;
  }

  /** Whether emotes can be shown on the present connection. */
  get emotes(): boolean {
    return this.#proven && this.#version >= EMOTES_SINCE;
  }

  /** Whether an entry was there before one entered, so that it is no news. */
  isCatchUp(index: number): boolean {
    return index < this.#caughtUpAt;
  }

  /** The log as an `.ono` file; null outside a game. */
  download(): Blob | null {
    return this.#player?.follower.download() ?? null;
  }

  // What the player wants

  /** Go to a room; `fingerprint` is that of the table, where a link gave one. */
  want(wish: Wish, fingerprint: string | null): Reaction {
    this.#wish = wish;
    this.#fingerprint = fingerprint;
    this.problem = null;
    return this.#react((reaction) => {
      if (this.#proven) this.#send(reaction, this.#wished());
    });
  }

  /** Ask something of the table. Null while another command waits, or before the log has begun. */
  act<K extends ActKind>(kind: K, fields: ActFields<K>): Reaction | null {
    if (!this.#player?.follower.head || this.#pending) return null;
    this.refusal = null;
    return this.#react((reaction) => this.#command(reaction, { kind, ...fields } as unknown as SeatAct));
  }

  /** Take a seat under this name. */
  join(name: string, wanted: number | null): Reaction | null {
    return this.#player && this.act("join", this.#player.join(name, wanted) as ActFields<"join">);
  }

  /** Host: a rematch, after the end. */
  again(): Reaction {
    return this.#react((reaction) => this.#send(reaction, toTable("again")));
  }

  /** Host: who may come in, and when those without a seat see the game. */
  setDoor(door: Door): Reaction {
    return this.#react((reaction) => this.#send(reaction, toTable("door", { ...door })));
  }

  /** Show the others something. */
  emote(what: Emotion): Reaction {
    return this.#react((reaction) => {
      if (this.emotes && this.#inside) this.#send(reaction, toTable("emote", { what }));
    });
  }

  /** Ask what options mean, a preset and what differs from it, in a language such as `fr`. */
  explain(options: PlainMap, language: string): Reaction {
    const asked = this.#version >= LANGUAGES_SINCE ? { options, language } : { options };
    return this.#react((reaction) => this.#send(reaction, toTable("explain", asked)));
  }

  // What happens

  /** What checks the cards is there: all that was taken in before is checked now. */
  prove(prover: Prover): Reaction {
    this.#prover = prover;
    return this.#react((reaction) => {
      this.#proveBy(prover);
      this.#settle(reaction);
    });
  }

  /** A fresh socket is there. `nonce` is 32 unguessable bytes. */
  connected(nonce: Bytes): Reaction {
    this.#nonce = nonce;
    return this.#react((reaction) => reaction.out.push(hello(nonce)));
  }

  /** The socket is gone. */
  disconnected(): void {
    this.#proven = this.#inside = this.#retaken = false;
    this.#answered = 0;
    this.#shown = null;
    this.presence = NOBODY;
  }

  /** A message has come; `now` is the page's clock in ms. */
  receive(raw: Bytes, now: number): Reaction {
    return this.#react((reaction) => this.#received(fromTable(raw), reaction, now));
  }

  /** Does one check that waits for a quiet moment; null when none is left. */
  idle(): Reaction | null {
    if (!this.#player?.checkOne()) return null;
    return this.#react((reaction) => this.#settle(reaction));
  }

  #react(work: (reaction: Reaction) => void): Reaction {
    const reaction: Reaction = { out: [], steps: [], fresh: false, emoted: null, close: null };
    try {
      work(reaction);
    } catch (fault) {
      this.#stop(fault, reaction);
    }
    return reaction;
  }

  /** What broke is told, and the connection closed; what is no fault of the other side is a bug and goes on up. */
  #stop(fault: unknown, reaction: Reaction): void {
    const problem = problemIn(fault);
    if (!problem) throw fault;
    if (fault instanceof LogFault) this.#player?.fail(fault);
    if (fault instanceof Forked) this.proof = fault.proof;
    this.problem = problem;
    reaction.close = { retryMs: 0 };
  }

  /** Sends if there is somebody to send to; what matters later is sent again then. */
  #send(reaction: Reaction, message: Bytes): void {
    if (this.#proven) reaction.out.push(message);
  }

  #wished(): Bytes {
    const wish = this.#wish!;
    if (wish.kind !== "enter") return toTable(wish.kind, { options: wish.options });
    const head = this.#player?.follower.head;
    const held = head && this.room === wish.room ? [this.#player!.gid, head.index, head.hash] : null;
    return toTable("enter", { room: wish.room, head: held });
  }

  #received(message: ReturnType<typeof fromTable>, reaction: Reaction, now: number): void {
    switch (message.kind) {
      case "welcome":
        return this.#welcomed(message, reaction);
      case "entered":
        return this.#entered(message, reaction);
      case "entries":
        return this.#followed(message.entries, reaction);
      case "note":
        return this.#private(this.#noted(message.data), reaction, now);
      case "answer":
        return this.#answeredBy(message, reaction);
      case "prompt":
        return this.#prompted(message, now);
      case "seen":
        return this.#player?.follower.checkSeen(message.entry);
      case "emoted":
        reaction.emoted = { seat: message.seat, what: message.what };
        return;
      case "explained":
        this.explained = message;
        return;
      case "presence":
        this.presence = { online: message.online, spectators: message.spectators };
        return;
      case "door": {
        const { kind: _, ...door } = message;
        this.door = door;
        return;
      }
      case "replaced":
        this.problem = { code: "replaced", detail: "the same player came in from elsewhere", fatal: true };
        reaction.close = { retryMs: 0 };
        return;
      case "restart":
        reaction.close = { retryMs: message.retry_ms };
        return;
      case "ping":
        reaction.out.push(toTable("pong", { n: message.n }));
        return;
      case "pong":
        return;
      case "error":
        return this.#erred(message);
    }
  }

  #welcomed(welcome: MessageOf<"welcome">, reaction: Reaction): void {
    const target = { host: this.#host, fingerprint: this.#fingerprint, table: this.#player ? this.#table : null };
    reaction.out.push(proven(welcome, this.#nonce, target, this.#identity));
    this.#table = welcome.table;
    this.#version = welcome.version;
    this.#proven = true;
    if (this.#wish) this.#send(reaction, this.#wished());
  }

  #entered({ room, game: gid, length }: MessageOf<"entered">, reaction: Reaction): void {
    if (!this.#table) throw new CodecFault("bad-message", "welcome before entered expected");
    this.problem = null;
    this.#wish = { kind: "enter", room };
    if (!this.#player || !same(this.#player.gid, gid)) this.#begin(gid, room, reaction);
    this.room = room;
    this.#inside = true;
    const { seen } = this.#player!;
    if (length < seen) throw new LogFault("log-rolled-back", `the ${seen} entries seen before expected, got ${length}`);
    this.#caughtUpAt = length;
    if (this.#pending) this.#send(reaction, this.#pending.message);
    this.#settle(reaction);
  }

  /** A game that is new here; in a rematch the seat is taken again. */
  #begin(gid: Bytes, room: string, reaction: Reaction): void {
    const { seat } = this;
    const sitter = seat === null ? null : this.state.seats[seat];
    this.#rejoin = sitter && room === this.room ? { name: sitter.name, wanted: seat! } : null;
    this.#player = new Player(this.#identity, this.#store, gid, this.#table!);
    if (this.#prover) this.#proveBy(this.#prover);
    this.#pending = this.#prompt = this.refusal = null;
    this.#answered = 0;
    this.#shown = null;
    reaction.fresh = true;
  }

  #proveBy(prover: Prover): void {
    if (!this.#player) return;
    this.#player.prove(prover);
    this.#duties = new prover.Duties(this.#player);
  }

  #followed(raws: readonly Bytes[], reaction: Reaction): void {
    if (!this.#player) throw new CodecFault("bad-message", "entered before entries expected");
    const steps = this.#player.follow(raws);
    reaction.steps.push(...steps);
    const { body } = this.#pending ?? {};
    if (body && steps.some(({ entry }) => entry.cause.by === "player" && same(entry.cause.body, body)))
      this.#pending = null;
    this.#settle(reaction);
  }

  #private(inside: ReturnType<typeof fromTable> | null, reaction: Reaction, now: number): void {
    if (inside) this.#received(inside, reaction, now);
  }

  /** What a note says; null for one that is sealed to other keys of this identity than this program's. */
  #noted(data: Bytes): ReturnType<typeof fromTable> | null {
    const body = this.#player?.openedNote(data);
    if (!body && this.#player?.seat === null) return null;
    if (!body) throw new CodecFault("bad-message", "a note sealed to this player expected");
    const message = fromTable(body);
    if (message.kind === "answer" || message.kind === "prompt") return message;
    throw new CodecFault("bad-message", `an answer or a prompt in a note expected, got ${message.kind}`);
  }

  #prompted({ kind: _, ms_left, ...asked }: MessageOf<"prompt">, now: number): void {
    this.#prompt = { ...asked, until: ms_left === null ? null : now + ms_left };
  }

  /** What could not be had is not asked for again on the next connection, but where a limit was met it is. */
  #erred({ code, detail }: MessageOf<"error">): void {
    this.problem = problemOf(code, detail);
    if (code === "kicked") {
      this.room = null;
      this.#inside = false;
    }
    if (!this.#inside && code !== "too-many") this.#wish = null;
  }

  /** The entry of an accepted command clears it; so does the answer, should the entry stand there already. */
  #answeredBy({ id, index, refusal }: MessageOf<"answer">, reaction: Reaction): void {
    const pending = this.#pending;
    if (!pending || !same(id, commandId(this.#player!.gid, pending.body))) return;
    if (!refusal) {
      if (index !== null && index < this.#player!.follower.length) this.#pending = null;
      return;
    }
    this.#pending = null;
    if (refusal.code === "counter-used" && refusal.counter !== null) {
      this.#command(reaction, pending.act, { counter: refusal.counter, quiet: pending.quiet });
    } else if (!pending.quiet) this.refusal = { code: refusal.code, detail: refusal.detail };
  }

  /** Signs an act and sends it. */
  #command(reaction: Reaction, act: SeatAct, { counter, quiet }: { counter?: number; quiet?: boolean } = {}): void {
    const signed = this.#player?.signed(act, counter);
    if (!signed) return;
    const message = toTable("command", { ...signed });
    this.#pending = { act, body: signed.body, message, quiet: quiet ?? false };
    if (this.#inside) this.#send(reaction, message);
  }

  /** What the session does by itself, once all that has come is taken in. */
  #settle(reaction: Reaction): void {
    const player = this.#player;
    if (!player || player.follower.length < this.#caughtUpAt || player.verdict.state === "failed") return;
    this.#show(player, reaction);
    this.#reveal(player, reaction);
    if (this.#pending || this.#retook(player, reaction)) return;
    if (this.#rejoin) this.#sitAgain(player, reaction, this.#rejoin);
    else this.#serve(reaction);
  }

  /** Shows the others the newest entry, once for each beginning and end of a round: theirs must be the same. */
  #show({ follower, state }: Player, reaction: Reaction): void {
    const newest = follower.entries.at(-1);
    const moment = `${state.round} ${state.phase === "round-over" || state.phase === "over"}`;
    if (!this.#inside || !newest || this.#shown === moment) return;
    this.#shown = moment;
    this.#send(reaction, toTable("seen", { entry: newest.raw }));
  }

  #reveal(player: Player, reaction: Reaction): void {
    const open = this.state.shuffle?.k;
    if (!this.#inside || open === undefined || this.#answered === open) return;
    const seed = player.dueSeed();
    this.#answered = open;
    if (seed) this.#send(reaction, toTable("reveal", { ...seed }));
  }

  /** Whether a seat that this identity holds from another device, with other keys, was asked for. */
  #retook(player: Player, reaction: Reaction): boolean {
    const name = this.#retaken || !this.#inside ? null : player.nameElsewhere;
    if (name === null) return false;
    this.#retaken = true;
    this.#command(reaction, player.join(name, null), { quiet: true });
    return true;
  }

  #sitAgain(player: Player, reaction: Reaction, { name, wanted }: { name: string; wanted: number }): void {
    this.#rejoin = null;
    if (player.seat === null) this.#command(reaction, player.join(name, wanted));
  }

  #serve(reaction: Reaction): void {
    const act = this.#duties?.next();
    if (act) this.#command(reaction, act, { quiet: true });
  }
}
