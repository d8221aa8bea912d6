/**
 * A small scripted table: eight red cards, one player and one computer, two cards each, everything fits. It keeps the
 * whole protocol, and `mangle` may break what it is about to write, to see who notices.
 */
import { Chain, DEALER, context } from "../fair/chains";
import { type Plain, packed, unpacked } from "../fair/codec";
import { ownSecret, publicKey, sign } from "../fair/keys";
import { type Reveal, arrange, first, mix, order } from "../fair/shuffles";
import { noteSealed, placeOf, sealed, sharedKey, shuffleOf } from "../fair/slots";
import { concatBytes } from "@noble/hashes/utils.js";
import { type Bytes, derived, encode, hashed, textBytes, u16, u32 } from "../fair/transcript";
import { exchangePublic } from "../fair/x25519";
import type { EventKind, EventOf, GameEvent } from "../game/events";
import { evolve } from "../game/evolve";
import { INITIAL, type Human, type State, digest } from "../game/state";
import { type Command, type Paper, commandId, gameId, headText, readCommand, readEntry } from "../net/entry";

const DECK = ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"];
const HAND = 2;
export const HOST = "table.test:8765";
export const ROOM = "KWPX";

/** What an entry is about to say. */
export interface Draft {
  cause: Plain;
  events: GameEvent[];
  papers: Paper[];
  clock: number;
  digest: Bytes | null;
}
export type Mangle = (draft: Draft, index: number, table: ScriptedTable) => void;

const seed = (name: string): Bytes => hashed("ono1/test", textBytes(name));
const event = <K extends EventKind>(kind: K, fields: Omit<EventOf<K>, "kind">): GameEvent =>
  ({ kind, ...fields }) as unknown as GameEvent;
const tagged = ({ kind, ...fields }: { readonly kind: string }): Plain => [kind, fields as unknown as Plain];
const rising = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

export class ScriptedTable {
  readonly secret = seed("table");
  readonly table = publicKey(this.secret);
  readonly raws: Bytes[] = [];
  mangle: Mangle = () => undefined;
  leavesSeedsOut = false;
  state: State = INITIAL;
  gid: Bytes = new Uint8Array(32);
  /** The version of the protocol that it speaks. */
  version = 2;
  /** The messages that the table got, as they came. */
  readonly heard: [string, Record<string, Plain>][] = [];
  #games = 0;
  #dealer!: Chain;
  #hash: Bytes = new Uint8Array(32);
  #known: Reveal | null = null;
  #nonces: { client: Bytes; own: Bytes } = { client: new Uint8Array(32), own: seed("nonce") };
  readonly #answers = new Map<string, Plain>();

  constructor() {
    this.#open();
  }

  // The connection

  /** What the table says to one message. */
  receive(raw: Bytes): Bytes[] {
    const [kind, fields] = unpacked(raw) as unknown as [string, Record<string, Plain>];
    this.heard.push([kind, fields]);
    if (kind === "hello") return [this.#welcome(fields["nonce"] as Bytes)];
    if (["create", "quick", "enter"].includes(kind)) return this.entered(fields["head"] as readonly Plain[] | null);
    if (kind === "command") return this.#commanded(fields["body"] as Bytes, fields["sig"] as Bytes);
    if (kind === "reveal") return this.#since(() => this.#close(fields));
    if (kind === "again") return this.#rematch();
    if (kind === "door") return [raw];
    if (kind === "emote") return [packed(["emoted", { seat: 1, what: fields["what"]! }])];
    return kind === "ping" ? [packed(["pong", { n: fields["n"]! }])] : [];
  }

  #welcome(client: Bytes): Bytes {
    this.#nonces = { client, own: this.#nonces.own };
    const proof = sign(this.secret, encode("ono1/welcome", textBytes(HOST), client, this.#nonces.own));
    return packed(["welcome", { nonce: this.#nonces.own, proof, table: this.table, version: this.version }]);
  }

  entered(head: readonly Plain[] | null = null): Bytes[] {
    const from = head ? (head[1] as number) + 1 : 0;
    const entered = packed(["entered", { game: this.gid, length: this.raws.length, room: ROOM }]);
    return [entered, ...this.entriesFrom(from)];
  }

  /** The entries from an index on, as one message; none if there are none. */
  entriesFrom(from: number): Bytes[] {
    return from < this.raws.length ? [packed(["entries", { entries: this.raws.slice(from) }])] : [];
  }

  #since(work: () => void): Bytes[] {
    const from = this.raws.length;
    work();
    return this.entriesFrom(from);
  }

  /** A note to the player, sealed. */
  note(kind: string, fields: Record<string, Plain>): Bytes {
    return packed(["note", { data: noteSealed(this.#shared(), seed("note").slice(0, 12), packed([kind, fields])) }]);
  }

  #shared(): Bytes {
    const player = (this.state.seats[0] as Human).x25519;
    const secret = ownSecret(this.secret, "x25519", this.gid);
    return sharedKey(this.gid, secret, player, { dealer: exchangePublic(secret), player });
  }

  #commanded(body: Bytes, sig: Bytes): Bytes[] {
    const id = commandId(this.gid, body);
    const known = this.#answers.get(String(id));
    const command = readCommand(body);
    const refusal = command.act.kind === "draw" ? { code: "could-play", detail: "", step: null, counter: null } : null;
    const out = known || refusal ? [] : this.#since(() => this.#apply(command, ["player", body, sig]));
    const answer = known ?? { id, index: refusal ? null : this.raws.length - 1, refusal };
    this.#answers.set(String(id), answer);
    return [...out, this.note("answer", answer as Record<string, Plain>)];
  }

  // The game

  #apply({ act }: Command, cause: Plain): void {
    if (act.kind === "join") {
      const { kind: _, wanted: __, ...keys } = act;
      this.write(cause, [event("seated", { seat: 0, ...keys }), event("host-set", { seat: 0 })]);
    } else if (act.kind === "add_bot") {
      this.write(cause, [event("bot-seated", { seat: 1, name: "Mira", level: "easy", version: 1 })]);
    } else if (act.kind === "start") this.#start(cause);
    else if (act.kind === "play") this.#play(0, act.slots[0]!, cause);
    else if (act.kind === "challenge") this.#show(cause);
    else if (act.kind === "cosign") {
      const { kind: _, ...signed } = act;
      this.write(cause, [event("cosigned", { seat: 0, ...signed })]);
      this.write(["table", ["seal", {}]], [event("sealed", { by: [0], missing: [] })]);
    }
  }

  #open(): void {
    const options = { preset: "boardflix" };
    const birth = { version: 1, table: this.table, nonce: seed(`game ${this.#games}`), options, time: 0, host: null };
    this.write(["table", ["open_log", birth]], [event("log-opened", birth)]);
    const owner = { gid: this.gid, key: this.table, role: DEALER };
    this.#dealer = new Chain(owner, ownSecret(this.secret, "chain", this.gid), 64);
    const dealer = { anchor: this.#dealer.anchor, x25519: exchangePublic(ownSecret(this.secret, "x25519", this.gid)) };
    this.write(["table", ["seat_dealer", dealer]], [event("dealer-seated", dealer)]);
  }

  #rematch(): Bytes[] {
    this.#games += 1;
    this.raws.length = 0;
    this.state = INITIAL;
    this.#hash = new Uint8Array(32);
    this.#known = null;
    this.#open();
    return this.entered();
  }

  #start(cause: Plain): void {
    const human = this.state.seats[0] as Human;
    this.#known = [0, 0, human.anchor];
    const { commitments } = arrange(this.gid, 1, this.#dealer.link(1), rising(DECK.length));
    this.write(
      cause,
      [
        event("game-started", { ruleset: { preset: "boardflix" }, deck: DECK, seats: [0, 1] }),
        event("shuffle-begun", { k: 1, cards: rising(DECK.length), slots: [], into: "deck" }),
        event("to-do", { tasks: [["round", null, 1, ""]] }),
      ],
      [{ kind: "commitments", k: 1, slots: commitments, from: [this.#known] }],
    );
  }

  #close(fields: Record<string, Plain>): void {
    const seed: Reveal = [0, fields["index"] as number, fields["value"] as Bytes];
    const reveals = this.leavesSeedsOut ? [] : [seed];
    const cut = mix(context(this.gid, 1, this.#hash), reveals);
    const places = order(cut, DECK.length);
    const dice = first(cut, 2);
    const slots = places.map((place) => 256 + place);
    const next = 1 - dice;
    const dealt = slots.slice(0, 2 * HAND);
    const hands = [0, 1].map((seat) => dealt.filter((_, place) => place % 2 === (seat === next ? 0 : 1)));
    const starter = slots[2 * HAND]!;
    this.write(
      ["table", ["close", { k: 1, order: places, dice, missing: this.leavesSeedsOut ? [0] : [] }]],
      [
        event("shuffle-closed", { k: 1, order: places }),
        event("round-began", { round: 1, deal_seat: dice, seats: [0, 1] }),
        event("dealt", { hands }),
        event("starter-turned", { slot: starter, card: this.card(starter) }),
        event("asked", { seat: 0, phase: "play", step: 1, turns: 1, drawn: null }),
      ],
      [{ kind: "reveals", k: 1, values: reveals }, this.sealing(hands[0]!), this.opening(starter)],
    );
  }

  #play(seat: number, slot: number, cause: Plain): void {
    const played = event("played", { seat, slots: [slot], cards: [this.card(slot)], colour: "R" });
    if (this.state.hands[seat]!.length === 1) return this.#end(played, slot, cause);
    const asked = {
      seat: 1 - seat,
      phase: "play",
      step: this.state.step + 1,
      turns: this.state.turns + 1,
      drawn: null,
    } as const;
    this.write(cause, [played, event("asked", asked)], [this.opening(slot)]);
    if (seat === 1) return;
    const act: Plain = ["play", { slots: [this.state.hands[1]![0]!], colour: null, target: null, call: false }];
    this.#play(1, this.state.hands[1]![0]!, ["bot", 1, act]);
  }

  /** As if the player disputed a play of the computer, whose hand it is shown. */
  #show(cause: Plain): void {
    const shown = this.state.hands[1]!;
    this.write(cause, [event("challenged", { seat: 0, accused: 1, verdict: "honest", shown })], [this.sealing(shown)]);
  }

  #end(played: GameEvent, slot: number, cause: Plain): void {
    const hands = [[], this.state.hands[1]!.map((held) => this.card(held))];
    const score = { points: [0, 1], places: [1, 2], scores: [0, 0], out: [], unfinished: 0 };
    const ended = event("round-ended", { winner: 0, why: "empty", hands, ...score });
    const x25519 = ownSecret(this.secret, "x25519", this.gid);
    const reveal: Paper = { kind: "dealer-reveal", k: 1, value: this.#dealer.link(1), x25519 };
    this.write(cause, [played, ended, event("game-ended", { places: [1, 2] })], [this.opening(slot), reveal]);
  }

  /** The card that the dealer laid at this slot. */
  card(slot: number): number {
    return arrange(this.gid, 1, this.#dealer.link(1), rising(DECK.length)).cards[placeOf(slot)]!;
  }

  #salt(slot: number): Bytes {
    return derived(this.#dealer.link(1), "ono1/salt", [this.gid, u32(shuffleOf(slot)), u16(placeOf(slot))]);
  }

  /** This slot opened to everybody. */
  opening(slot: number): Paper {
    return { kind: "openings", cards: [[slot, this.card(slot), this.#salt(slot)]] };
  }

  /** These slots sealed to the player. */
  sealing(slots: readonly number[]): Paper {
    const key = this.#shared();
    const pieces = slots.map((slot) => sealed(key, slot, { card: this.card(slot), salt: this.#salt(slot) }));
    return { kind: "sealings", seat: 0, slots, sealed: concatBytes(...pieces) };
  }

  /** Writes the next entry: mangled, folded, signed. */
  write(cause: Plain, events: GameEvent[], papers: Paper[] = []): void {
    const index = this.raws.length;
    const draft: Draft = { cause, events, papers, clock: 1000 * index, digest: null };
    this.mangle(draft, index, this);
    this.state = draft.events.reduce(evolve, this.state);
    const said = [draft.events.map(tagged), draft.papers.map(tagged), draft.digest ?? digest(this.state)];
    const body = packed([index, this.#hash, draft.clock, draft.cause, ...said]);
    if (index === 0) this.gid = gameId(body);
    const raw = packed([body, sign(this.secret, headText(this.gid, { index, body }))]);
    this.#hash = readEntry(raw).hash;
    this.raws.push(raw);
  }
}
