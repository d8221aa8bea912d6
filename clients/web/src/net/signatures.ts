/**
 * Whether players signed what stands under their names. A signature takes a browser 2 ms, so what is only a matter of
 * signatures waits in a backlog that is worked off between frames.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { keyOk, verify } from "../fair/keys";
import { type Bytes, same } from "../fair/transcript";
import type { EventOf } from "../game/events";
import { LogFault, atEntry } from "../game/faults";
import type { Human, State } from "../game/state";
import { type Cause, certificateText, commandText, finalText } from "./entry";
import type { Moment, Step } from "./log";

/** What a session key has signed so far. */
interface Last {
  readonly counter: number;
  readonly seen: number;
}

interface Job {
  readonly index: number;
  readonly check: () => void;
}

export class Signatures {
  /** How many signatures were found good. */
  good = 0;
  readonly #gid: Bytes;
  readonly #hashes: Bytes[] = [];
  readonly #ends = new Set<number>();
  readonly #last = new Map<string, Last>();
  readonly #backlog: Job[] = [];

  constructor(gid: Bytes) {
    this.#gid = gid;
  }

  /** How many checks wait. */
  get waiting(): number {
    return this.#backlog.length;
  }

  /** Does one check that waits; a LogFault if it fails. */
  checkOne(): void {
    const job = this.#backlog.shift();
    if (job) atEntry(job.index, job.check);
  }

  /** The counter of the last command that this session key signed, 0 if it has none. */
  counterOf(session: Bytes): number {
    return this.#last.get(bytesToHex(session))?.counter ?? 0;
  }

  take({ entry, before, after, moments }: Step): void {
    const later = (check: () => void): void => void this.#backlog.push({ index: entry.index, check });
    for (const moment of moments) {
      checkMover(moment, entry.cause, before);
      if (moment.event.kind === "seated") this.#seated(moment.event, later);
      if (moment.event.kind === "game-ended") this.#ends.add(entry.index);
      if (moment.event.kind === "cosigned") this.#cosigned(moment.event, after, later);
    }
    if (entry.cause.by === "player") this.#commanded(entry.cause, before, moments, later);
    this.#hashes.push(entry.hash);
  }

  #good(key: Bytes, text: Bytes, sig: Bytes, code: string, otherwise: string): void {
    if (!verify(key, text, sig)) throw new LogFault(code, otherwise);
    this.good += 1;
  }

  #seated(event: EventOf<"seated">, later: (check: () => void) => void): void {
    later(() => {
      if (!keyOk(event.identity) || !keyOk(event.session)) {
        throw new LogFault("weak-key", `a key of seat ${event.seat} is not allowed`);
      }
      const text = certificateText(this.#gid, event);
      this.#good(
        event.identity,
        text,
        event.cert,
        "bad-certificate",
        `the identity of seat ${event.seat} did not sign its keys`,
      );
    });
  }

  #cosigned({ seat, index, hash, sig }: EventOf<"cosigned">, state: State, later: (check: () => void) => void): void {
    const known = this.#hashes[index];
    if (!this.#ends.has(index) || !known || !same(known, hash)) {
      throw new LogFault("bad-command-signature", `the game's end, signed by seat ${seat}, expected`);
    }
    const { session } = humanAt(state, seat);
    const text = finalText(this.#gid, index, hash);
    later(() => this.#good(session, text, sig, "bad-command-signature", `seat ${seat} did not sign the game's end`));
  }

  #commanded(
    { body, sig, command }: Extract<Cause, { by: "player" }>,
    before: State,
    moments: readonly Moment[],
    later: (check: () => void) => void,
  ): void {
    const { seat, counter, seenIndex, seenHash } = command;
    const session = seat === null ? joined(moments) : humanAt(before, seat).session;
    const last = this.#last.get(bytesToHex(session)) ?? { counter: 0, seen: 0 };
    if (counter <= last.counter)
      throw new LogFault("counter-reused", `a counter above ${last.counter} expected, got ${counter}`);
    const known = this.#hashes[seenIndex];
    if (!known || !same(known, seenHash) || seenIndex < last.seen) {
      throw new LogFault("seen-unknown", `a head of this log from ${last.seen} on expected, got ${seenIndex}`);
    }
    this.#last.set(bytesToHex(session), { counter, seen: seenIndex });
    const text = commandText(this.#gid, body);
    later(() => this.#good(session, text, sig, "bad-command-signature", "the player's key did not sign this command"));
  }
}

/** The session key that a join introduces. */
function joined(moments: readonly Moment[]): Bytes {
  for (const { event } of moments) if (event.kind === "seated") return event.session;
  throw new LogFault("bad-command-signature", "a command without a seat is a join");
}

function humanAt({ seats }: State, seat: number): Human {
  const sitter = seats[seat];
  if (sitter?.kind !== "human") throw new LogFault("bad-command-signature", `no player holds seat ${seat}`);
  return sitter;
}

/** What a seat did must have been asked by its player, or by the computer where that acts for the seat. */
function checkMover({ event }: Moment, cause: Cause, before: State): void {
  if (event.kind !== "played" && event.kind !== "challenged") return;
  const asked = event.kind === "played" ? "play" : "challenge";
  const act = cause.by === "player" ? cause.command.act : cause.act;
  if (act.kind !== asked || !mayMove(cause, event.seat, before)) {
    throw new LogFault("undecided", `seat ${event.seat} did not ask to ${asked}`);
  }
  if (event.kind === "played" && act.kind === "play" && !act.slots.every((slot) => event.slots.includes(slot))) {
    throw new LogFault("undecided", `seat ${event.seat} asked to play other cards`);
  }
}

function mayMove(cause: Cause, seat: number, { seats }: State): boolean {
  if (cause.by === "player") return cause.command.seat === seat;
  const sitter = seats[seat];
  return cause.by === "bot" && cause.seat === seat && (sitter?.kind === "bot" || sitter?.away === true);
}
