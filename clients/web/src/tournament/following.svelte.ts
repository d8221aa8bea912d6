/** What the page of a tournament shows, and what may be asked there. */
import { entropy, fingerprint } from "../fair/keys";
import { Identity, openStore } from "../net/identity";
import type { Problem } from "../net/problem";
import { Line, socketUrl } from "../net/socket";
import { fingerprintIn } from "../net/table.svelte";
import { Attendance, type Reaction } from "./attendance";
import { type Board, type Player, playerOf } from "./board";
import { spelled } from "./code";
import type { Asked } from "./requests";

/** How long until a tournament that was not there is asked for again. */
const RETRY_MS = 3000;
const NONCE_SIZE = 32;

export class Following {
  board = $state.raw<Board | null>(null);
  /** Whether the connection was lost and is being tried again; what was shown stays. */
  lost = $state(false);
  /** What stands in the way. */
  problem = $state.raw<Problem | null>(null);
  /** Why the last request was refused: a code. */
  refusal = $state<string | null>(null);
  /** Whether a request waits for its answer. */
  sending = $state(false);
  /** The fingerprint of the server's key, once it has proven to hold it; empty before. */
  key = $state("");
  readonly me = $derived.by((): Player | null => this.board && playerOf(this.board, this.#identity.public));

  readonly #identity = Identity.in(openStore());
  readonly #attendance: Attendance;
  readonly #line: Line<Reaction>;
  #retrying: ReturnType<typeof setTimeout> | undefined;

  /** Follows the tournament of this code; `link` may carry the fingerprint of the server's key. */
  constructor(code: string, link: string) {
    const meant = { begin: spelled(code), host: location.host, fingerprint: fingerprintIn(link) };
    this.#attendance = new Attendance(this.#identity, meant);
    this.#line = new Line(socketUrl(), this.#attendance, () => this.#heard());
  }

  register(name: string): void {
    this.#ask({ kind: "register", name, nonce: entropy(NONCE_SIZE) });
  }

  /** Lets oneself be drawn no more. */
  withdraw(): void {
    if (this.me) this.#ask({ kind: "withdraw", player: this.me.number });
  }

  stop(): void {
    clearTimeout(this.#retrying);
    this.#line.stop();
  }

  #ask(asked: Asked): void {
    const reaction = this.#attendance.ask(asked, Date.now());
    if (reaction) this.#line.take(reaction);
  }

  #heard(): void {
    const { board, problem, refusal, sending, table } = this.#attendance;
    [this.board, this.problem, this.refusal, this.sending] = [board, problem, refusal, sending];
    this.key = table ? fingerprint(table) : "";
    this.lost = this.#line.lost;
    if (!this.#attendance.missing) return;
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(() => this.#line.take(this.#attendance.again()), RETRY_MS);
  }
}
