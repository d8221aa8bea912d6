/** The one store of the page: what the table looks like from here, and what may be asked of it. */
import type { PlainMap } from "../fair/codec";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ActFields, ActKind } from "../game/acts";
import type { GameEvent } from "../game/events";
import type { State } from "../game/state";
import { type View, view } from "../game/view";
import type { Paper } from "./entry";
import { Identity, openStore } from "./identity";
import type { Door, Emoted, Emotion, Explained } from "./messages";
import type { Prover } from "./player";
import type { Problem } from "./problem";
import type { CardsVerdict } from "./proofs";
import { PRIVATE, type Presence, type Prompt, type Reaction, Session } from "./session";
import { Line, socketUrl } from "./socket";

/** How long a burst of waiting checks may hold up a frame, in ms. */
const SLICE_MS = 8;
const FINGERPRINT = /[#&]k=([a-z2-7]{16})\b/;

/** The fingerprint of a table's key that a link carries. */
export const fingerprintIn = (link: string): string | null => FINGERPRINT.exec(link)?.[1] ?? null;

export type Status = "idle" | "connecting" | "open" | "lost";

/** An entry of the log as the page tells it: its events in order, with the public state before and after. */
export interface LogLine {
  readonly index: number;
  readonly events: readonly GameEvent[];
  readonly papers: readonly Paper[];
  readonly before: State;
  readonly after: State;
  /** It was there before this page came (back): to be shown, not to be played. */
  readonly catchUp: boolean;
}

/** The fields of an act, where those of a play that are mostly empty may be left out. */
export type ActInput<K extends ActKind> = K extends "play"
  ? Pick<ActFields<"play">, "slots"> & Partial<ActFields<"play">>
  : ActFields<K>;

const FULL_PLAY = { colour: null, target: null, call: false };

export class Table {
  /** `idle`: no room was asked for. `lost`: the connection is gone and being tried again; the table stays readable. */
  status = $state<Status>("idle");
  /** What stands in the way; a fatal one ends this session, the others pass or wait for another try. */
  error = $state.raw<Problem | null>(null);
  /** Why the last command was refused; null again when the next is sent. */
  refusal = $state.raw<{ readonly code: string; readonly detail: string } | null>(null);
  room = $state<string | null>(null);
  /** The id of the game, in hex; empty outside a room. */
  game = $state("");
  seat = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  prompt = $state.raw<Prompt | null>(null);
  presence = $state.raw<Presence>({ online: [], spectators: 0 });
  /** Who may come in, and when those without a seat see the game. */
  door = $state.raw<Door>(PRIVATE);
  /** Whether emotes can be shown. */
  emotes = $state(false);
  /** What was shown last, each time a new value. */
  emoted = $state.raw<Emoted | null>(null);
  explained = $state.raw<Explained | null>(null);
  verdict = $state.raw<CardsVerdict | null>(null);
  /** The newest entry that somebody else has shown to be the same for them; -1 while nobody has. */
  agreed = $state.raw(-1);
  /** Every entry of the game so far, oldest first; begins anew with a rematch. */
  log = $state.raw<readonly LogLine[]>([]);
  /** Whether a command waits for its answer, perhaps for the connection to return. */
  sending = $state(false);

  readonly #store = openStore();
  #session: Session | null = null;
  #line: Line | null = null;
  #prover: Prover | null = null;
  #working = false;
  /** The state that `view` shows. */
  #seen: State | null = null;

  /** Opens a room with these options, such as `{ preset: "boardflix" }`, and enters it. */
  create(options: PlainMap): void {
    this.#want({ kind: "create", options }, null);
  }

  /** Enters a public room of this preset that waits for players, or opens one with these options. */
  quick(options: PlainMap): void {
    this.#want({ kind: "quick", options }, null);
  }

  /** Enters the room with this code; the link it came from names the table's key behind `#k=`. */
  enter(code: string, link = location.hash): void {
    this.#want({ kind: "enter", room: code.trim().toUpperCase() }, fingerprintIn(link));
  }

  /** Takes a seat: the wanted one, or the first that is free; false as `act`. */
  join(name: string, wanted: number | null = null): boolean {
    return this.#react(this.#session?.join(name, wanted));
  }

  /** Asks something of the table; false if another command still waits. Turn acts answer the step now shown. */
  act<K extends ActKind>(kind: K, fields: ActInput<K>): boolean {
    const full = (kind === "play" ? { ...FULL_PLAY, ...fields } : fields) as ActFields<K>;
    return this.#react(this.#session?.act(kind, full));
  }

  /** Host: a rematch, after the end. */
  again(): void {
    this.#react(this.#session?.again());
  }

  /** Host: who may come in, and when those without a seat see the game; the table says when it is so. */
  setDoor(door: Door): void {
    this.#react(this.#session?.setDoor(door));
  }

  /** Shows the others something; that they saw it comes as `emoted`. */
  emote(what: Emotion): void {
    this.#react(this.#session?.emote(what));
  }

  /** Gives up the seat, if one is held, and leaves the room. */
  leave(): void {
    if (this.seat !== null) this.act("leave", {});
    this.#close();
    this.#refresh();
  }

  /** Asks what options mean, such as those of the view, in a language; the answer comes as `explained`. */
  explain(options: PlainMap, language: string): void {
    this.#react(this.#session?.explain(options, language));
  }

  /** What checks the cards is there; it comes later than the first table, and takes up all from the beginning. */
  prove(prover: Prover): void {
    this.#prover = prover;
    this.#react(this.#session?.prove(prover));
  }

  /** The log as a file; null outside a game. */
  get file(): Blob | null {
    return this.#session?.download() ?? null;
  }

  /** The proof that the table showed two histories, as a file; null where it has not. */
  get proof(): Blob | null {
    return this.#session?.proof ?? null;
  }

  /** How a state of the log, such as one in the middle of an animation, looks from this seat. */
  viewOf(state: State): View {
    return view(state, this.#session?.faces ?? new Map<number, number>(), this.seat);
  }

  #want(wish: Parameters<Session["want"]>[0], fingerprint: string | null): void {
    this.#close();
    const session = new Session(Identity.in(this.#store), this.#store, location.host);
    session.want(wish, fingerprint);
    if (this.#prover) session.prove(this.#prover);
    this.#session = session;
    this.#line = new Line(socketUrl(), session, (reaction) => this.#heard(reaction));
    this.#refresh();
  }

  #close(): void {
    this.#line?.stop();
    this.#line = this.#session = null;
    this.emoted = null;
    this.log = [];
  }

  #react(reaction: Reaction | null | undefined): boolean {
    if (!reaction) return false;
    this.#line?.take(reaction);
    return true;
  }

  #heard(reaction: Reaction | null): void {
    const session = this.#session;
    if (!session) return;
    const lines = (reaction?.steps ?? []).map(({ entry: { index, events, papers }, before, after }) => {
      return { index, events, papers, before, after, catchUp: session.isCatchUp(index) };
    });
    if (reaction?.emoted) this.emoted = reaction.emoted;
    if (reaction?.fresh) this.log = lines;
    else if (lines.length > 0) this.log = [...this.log, ...lines];
    this.#refresh();
    this.#work();
  }

  /** Works off what waits for a quiet moment, a slice at a time. */
  #work(): void {
    if (this.#working) return;
    this.#working = true;
    setTimeout(() => {
      this.#working = false;
      if (this.#workSlice()) this.#work();
    });
  }

  /** True if more is left to do. */
  #workSlice(): boolean {
    const end = performance.now() + SLICE_MS;
    let done = 0;
    let reaction = this.#session?.idle();
    for (; reaction && performance.now() < end; done++, reaction = this.#session?.idle()) this.#line?.send(reaction);
    if (reaction) this.#line?.send(reaction);
    if (done > 0 || reaction) this.#refresh();
    return Boolean(reaction);
  }

  #refresh(): void {
    const session = this.#session;
    this.status = this.#statusOf(session);
    this.error = session?.problem ?? null;
    this.refusal = session?.refusal ?? null;
    this.room = session?.room ?? null;
    this.game = session?.game ? bytesToHex(session.game) : "";
    this.seat = session?.seat ?? null;
    this.#look(session);
    this.prompt = session?.prompt ?? null;
    this.presence = session?.presence ?? { online: [], spectators: 0 };
    this.door = session?.door ?? PRIVATE;
    this.emotes = session?.emotes ?? false;
    this.explained = session?.explained ?? null;
    this.verdict = session?.verdict ?? null;
    this.agreed = session?.agreed ?? -1;
    this.sending = session?.sending ?? false;
  }

  /** The view is made anew only where there is something new to see. */
  #look(session: Session | null): void {
    const state = session?.room ? session.state : null;
    if (state === this.#seen) return;
    this.#seen = state;
    this.view = state && this.viewOf(state);
  }

  #statusOf(session: Session | null): Status {
    if (!session) return "idle";
    if (session.open) return "open";
    return this.#line?.lost ? "lost" : "connecting";
  }
}

export const table = new Table();
