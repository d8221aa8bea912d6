/**
 * The socket under a session: opens it, feeds it, and opens another when it is gone or silent.
 *
 * Another is begun at once, but one begun in a dead network hangs on after that is back, and browsers hold back who fails
 * to open many. So the server is asked beside it by plain requests whether it can be reached, several of them under way at
 * a time, and an answer opens a fresh socket.
 */
import { entropy } from "../fair/keys";
import { toTable } from "./messages";
import { reaches } from "./reach";
import type { Problem } from "./problem";
import type { Reaction } from "./session";

/** After so long without a word the other side is asked whether it is there, where silence would be felt. */
const QUIET_MS = 1000;
/** Elsewhere so long: a phone's radio should sleep. In the background the table itself asks now and then. */
const CALM_MS = 15_000;
const HIDDEN_MS = 60_000;
/** So long it may take to answer, where opening took no longer, or to accept a connection. */
const ANSWER_MS = 2000;
const CONNECT_MS = 5000;
/** A pause between two attempts is this share of the time without a connection, within these bounds. */
const PAUSE_SHARE = 1 / 40;
const PAUSES_MS = [600, 8000] as const;
/** How many attempts are under way at a time. */
const TOGETHER = 4;
/** What may mean that the network is back, or gone, or that the page was away. */
const WAKING = ["online", "offline", "focus", "pageshow"] as const;

/** Where the server that this page came from takes sockets. */
export const socketUrl = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

type Said = Pick<Reaction, "out" | "close">;

/** What a line feeds: bytes in, bytes out, such as a session. */
export interface Fed<R extends Said> {
  readonly problem: Problem | null;
  /** Whether silence would be felt. */
  readonly pressing: boolean;
  connected(nonce: Uint8Array): R;
  receive(raw: Uint8Array, now: number): R;
  disconnected(): void;
}

export class Line<R extends Said = Reaction> {
  readonly #url: string;
  readonly #session: Fed<R>;
  readonly #heard: (reaction: R | null) => void;
  #socket: WebSocket | null = null;
  #began = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #answerMs = ANSWER_MS;
  /** By the page's clock: when the table was last heard, and since when the connection is lost, 0 if it is not. */
  #heardAt = 0;
  #lostAt = 0;
  #stopped = false;

  /** `heard` is called after everything that changes the session; without a reaction when the connection is gone. */
  constructor(url: string, session: Fed<R>, heard: (reaction: R | null) => void) {
    this.#url = url;
    this.#session = session;
    this.#heard = heard;
    document.addEventListener("visibilitychange", this.#wake);
    for (const event of WAKING) addEventListener(event, this.#wake);
    this.#open();
  }

  /** Whether the connection was lost and is not back yet. */
  get lost(): boolean {
    return this.#lostAt > 0;
  }

  /** Sends what a reaction has to say, and tells what it changed. */
  take(reaction: R): void {
    this.send(reaction);
    this.#heard(reaction);
  }

  /** Sends what a reaction has to say. */
  send(reaction: Said): void {
    for (const message of reaction.out) this.#send(message);
    if (reaction.close) this.#drop(reaction.close.retryMs);
  }

  /** Closes for good. */
  stop(): void {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#wake);
    for (const event of WAKING) removeEventListener(event, this.#wake);
    this.#drop(0);
  }

  /** Whether there is no point in trying again. */
  get #ended(): boolean {
    return this.#stopped || this.#session.problem?.fatal === true;
  }

  #open(): void {
    this.#close();
    this.#began = performance.now();
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#answerMs = Math.max(ANSWER_MS, performance.now() - this.#began);
      this.take(this.#session.connected(entropy(32)));
    };
    socket.onmessage = ({ data }) => this.#message(new Uint8Array(data as ArrayBuffer));
    socket.onclose = () => this.#lose();
    this.#socket = socket;
    this.#after(CONNECT_MS, () => this.#lose());
  }

  #message(raw: Uint8Array): void {
    clearTimeout(this.#retrying);
    this.#lostAt = 0;
    this.#heardAt = performance.now();
    this.#after(QUIET_MS, this.#listen);
    this.take(this.#session.receive(raw, this.#heardAt));
  }

  #send(message: Uint8Array): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message as Uint8Array<ArrayBuffer>);
  }

  /** Nothing came for a while: time to ask, or to go on waiting. */
  readonly #listen = (): void => {
    const patience = document.hidden ? HIDDEN_MS : this.#session.pressing ? 0 : CALM_MS;
    if (performance.now() - this.#heardAt < patience) this.#after(QUIET_MS, this.#listen);
    else this.#ask();
  };

  /** Asks whether the table is there. */
  #ask(): void {
    this.#send(toTable("ping", { n: ++this.#asked }));
    this.#after(this.#answerMs, () => this.#lose());
  }

  readonly #wake = (): void => {
    if (document.hidden || this.#ended) return;
    if (this.#lostAt > 0) this.#retry(0);
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#ask();
  };

  #after(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }

  #lose(): void {
    this.#drop(0);
    this.#heard(null);
  }

  /** Leaves the socket there is, and tries for another after this time unless there is no point. */
  #drop(delay: number): void {
    this.#close();
    clearTimeout(this.#retrying);
    const first = this.#lostAt === 0;
    this.#lostAt ||= performance.now();
    this.#session.disconnected();
    if (this.#ended) return;
    if (first && delay === 0) this.#open();
    this.#retry(Math.max(delay, this.#pause()));
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
  }

  #pause(): number {
    const [least, most] = PAUSES_MS;
    const pause = Math.min(Math.max((performance.now() - this.#lostAt) * PAUSE_SHARE, least), most);
    return pause * (0.75 + Math.random() / 4);
  }

  /** Asks again and again from then on, until the server answers. */
  #retry(delay: number): void {
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(async () => {
      const [asked, pause] = [performance.now(), this.#pause()];
      this.#retry(pause);
      if (!(await reaches(pause * TOGETHER)) || this.#began > asked || this.#lostAt === 0 || this.#ended) return;
      clearTimeout(this.#retrying);
      this.#open();
    }, delay);
  }
}
