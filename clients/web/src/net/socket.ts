/**
 * The socket under a session: opens it, feeds it, and opens another when it is gone or silent. The back-off is for a
 * server that is away; a page that wakes up or a network that returns is no reason to wait.
 */
import { entropy } from "../fair/keys";
import { toTable } from "./messages";
import type { Reaction, Session } from "./session";

/** After so long without a word the other side is asked whether it is there. */
const QUIET_MS = 1000;
/** So long it may take to answer, or to accept a connection. */
const ANSWER_MS = 2000;
const CONNECT_MS = 5000;
const RETRIES_MS = [250, 500, 1000, 2000, 4000, 8000];

export class Line {
  readonly #url: string;
  readonly #session: Session;
  readonly #heard: (reaction: Reaction | null) => void;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  /** Failed attempts since the table was last heard. */
  #tries = 0;
  #stopped = false;

  /** `heard` is called after everything that changes the session; without a reaction when the connection is gone. */
  constructor(url: string, session: Session, heard: (reaction: Reaction | null) => void) {
    this.#url = url;
    this.#session = session;
    this.#heard = heard;
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    this.#open();
  }

  /** Whether the connection was lost and is not back yet. */
  get lost(): boolean {
    return this.#tries > 0;
  }

  /** Sends what a reaction has to say, and tells what it changed. */
  take(reaction: Reaction): void {
    this.send(reaction);
    this.#heard(reaction);
  }

  /** Sends what a reaction has to say. */
  send(reaction: Reaction): void {
    for (const message of reaction.out) this.#send(message);
    if (reaction.close) this.#drop(reaction.close.retryMs);
  }

  /** Closes for good. */
  stop(): void {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    this.#drop(0);
  }

  /** Whether there is no point in trying again. */
  get #ended(): boolean {
    return this.#stopped || this.#session.problem?.fatal === true;
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.take(this.#session.connected(entropy(32)));
    socket.onmessage = ({ data }) => this.#message(new Uint8Array(data as ArrayBuffer));
    socket.onclose = () => this.#lose(this.#delay());
    this.#socket = socket;
    this.#after(CONNECT_MS, () => this.#lose(0));
  }

  #message(raw: Uint8Array): void {
    this.#tries = 0;
    this.#after(QUIET_MS, this.#ask);
    this.take(this.#session.receive(raw, performance.now()));
  }

  #send(message: Uint8Array): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message as Uint8Array<ArrayBuffer>);
  }

  /** Asks whether the table is there; in the background nobody looks, and timers are slow. */
  readonly #ask = (): void => {
    if (document.hidden) return this.#after(QUIET_MS, this.#ask);
    this.#send(toTable("ping", { n: ++this.#asked }));
    this.#after(ANSWER_MS, () => this.#lose(0));
  };

  readonly #wake = (): void => {
    if (document.hidden || this.#ended) return;
    if (!this.#socket) this.#retry(0);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#ask();
  };

  #after(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }

  #delay(): number {
    const longest = RETRIES_MS[Math.min(this.#tries, RETRIES_MS.length - 1)]!;
    return longest * (0.5 + Math.random() / 2);
  }

  #lose(delay: number): void {
    this.#drop(delay);
    this.#heard(null);
  }

  /** Leaves the socket there is, and tries another after this time unless there is no point. */
  #drop(delay: number): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
    this.#tries += 1;
    this.#session.disconnected();
    if (!this.#ended) this.#retry(delay);
  }

  #retry(delay: number): void {
    this.#after(delay, () => this.#open());
  }
}
