/**
 * Whether players signed what stands under their names. A signature takes a browser 2 ms, so what is only a matter of
 * signatures waits in a backlog that is worked off between frames.
 */
import { keyOk, verify } from "../fair/keys";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Bytes, same } from "../fair/transcript";
import { type ActKind, type SeatAct, type TableAct, namesStep } from "../game/acts";
import type { EventOf } from "../game/events";
import { LogFault, atEntry } from "../game/faults";
import { type Human, MOST_SEATS, type State, type Witness, contributorAt } from "../game/state";
import { type Cause, type Command, type Entry, certificateText, commandText, finalText, witnessText } from "./entry";
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

  take({ entry, before, after, moments }: Step): void {
    const later = (check: () => void): void => void this.#backlog.push({ index: entry.index, check });
    for (const { event } of moments) {
      if (event.kind === "seated") this.#introduced(event, event.identity, later);
      if (event.kind === "rekeyed") this.#introduced(event, holderAt(before, event.seat).identity, later);
      if (event.kind === "witness-came") this.#introduced(event, event.identity, later);
      if (event.kind === "game-ended") this.#ends.add(entry.index);
      if (event.kind === "cosigned") this.#cosigned(event, after, later);
    }
    if (entry.cause.by === "player") this.#commanded(entry.cause, before, later);
    checkCause(entry, before);
    for (const moment of moments) checkMover(moment, entry.cause);
    this.#hashes.push(entry.hash);
  }

  #good(key: Bytes, text: Bytes, sig: Bytes, code: string, otherwise: string): void {
    if (!verify(key, text, sig)) throw new LogFault(code, otherwise);
    this.good += 1;
  }

  /** Keys that an identity vouches for. */
  #introduced(
    event: EventOf<"seated" | "rekeyed" | "witness-came">,
    identity: Bytes,
    later: (check: () => void) => void,
  ): void {
    later(() => {
      const who = event.kind === "witness-came" ? `witness ${event.witness}` : `seat ${event.seat}`;
      if (!keyOk(identity) || !keyOk(event.session)) throw new LogFault("weak-key", `a key of ${who} is not allowed`);
      const text = event.kind === "witness-came" ? witnessText(this.#gid, event) : certificateText(this.#gid, event);
      this.#good(identity, text, event.cert, "bad-certificate", `the identity of ${who} did not sign its keys`);
    });
  }

  #cosigned({ seat, index, hash, sig }: EventOf<"cosigned">, state: State, later: (check: () => void) => void): void {
    const known = this.#hashes[index];
    if (!this.#ends.has(index) || !known || !same(known, hash)) {
      throw new LogFault("seen-unknown", `the game's end, signed by seat ${seat}, expected`);
    }
    const { session } = holderAt(state, seat);
    const text = finalText(this.#gid, index, hash);
    later(() => this.#good(session, text, sig, "bad-command-signature", `seat ${seat} did not sign the game's end`));
  }

  #commanded(
    { body, sig, command }: Extract<Cause, { by: "player" }>,
    before: State,
    later: (check: () => void) => void,
  ): void {
    const { counter, seenIndex, seenHash } = command;
    const session = sessionOf(command, before);
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

/** The key that must have signed: the one that the act introduces, else that of the seat's player or the witness. */
function sessionOf({ seat, act }: Command, before: State): Bytes {
  const introduces = act.kind === "join" || act.kind === "witness";
  if (introduces && seat === null) return act.session;
  if (!introduces && seat !== null) return holderAt(before, seat).session;
  throw new LogFault("not-seated", "keys of who has no seat, or an act of a seat expected");
}

function holderAt(state: State, number: number): Human | Witness {
  const holder = contributorAt(state, number);
  if (!holder || (holder.gone && number >= MOST_SEATS)) {
    throw new LogFault("not-seated", `nobody holds seat ${number}`);
  }
  return holder;
}

/** Players act for themselves, computers on the turns of the seats they hold, the table at its own times. */
function checkCause({ index, cause }: Entry, before: State): void {
  if (isRightCause(index, cause, before)) return;
  throw new LogFault("wrong-cause", `the ${cause.by} was not the one to act`);
}

function isRightCause(index: number, cause: Cause, before: State): boolean {
  if (cause.by === "player") return !isByComputer(before, cause.command.seat);
  if (cause.by === "bot") return isComputers(cause.act.kind) && isByComputer(before, cause.seat);
  const births = ["open_log", "seat_dealer"];
  return index < births.length ? cause.act.kind === births[index] : !births.includes(cause.act.kind);
}

/** What a computer does: it calls its last card with the play. */
const isComputers = (kind: ActKind): boolean => namesStep(kind) || kind === "catch";

/** The events that only the act of a seat makes happen. */
const ASKED = { played: "play", challenged: "challenge", caught: "catch" } as const;

/** What a seat did must have been asked for it. */
function checkMover({ event, before }: Moment, cause: Cause): void {
  const act = cause.by === "player" ? cause.command.act : cause.act;
  if (event.kind === "seated") return checkNewcomer(event, act);
  if (event.kind === "witness-came") return checkWitness(event, act, before);
  if (event.kind === "rekeyed") return checkRekeyed(event, act);
  if (event.kind === "re-anchored") return checkReAnchored(event, cause);
  if (event.kind !== "played" && event.kind !== "challenged" && event.kind !== "caught") return;
  const asked = ASKED[event.kind];
  const mover = event.kind === "caught" ? event.by : event.seat;
  const seat = cause.by === "player" ? cause.command.seat : cause.by === "bot" ? cause.seat : null;
  if (act.kind !== asked || seat !== mover) throw new LogFault("undecided", `seat ${mover} did not ask to ${asked}`);
  if (event.kind === "played" && act.kind === "play" && !act.slots.every((slot) => event.slots.includes(slot))) {
    throw new LogFault("undecided", `seat ${event.seat} asked to play other cards`);
  }
}

/** Who sits down has asked for it with these keys. */
function checkNewcomer({ seat, session, identity }: EventOf<"seated">, act: SeatAct | TableAct): void {
  if (act.kind === "join" && same(act.session, session) && same(act.identity, identity)) return;
  throw new LogFault("undecided", `the player of seat ${seat} did not ask for it`);
}

/** Who witnesses has asked for it with these keys, and under no other's number. */
function checkWitness(event: EventOf<"witness-came">, act: SeatAct | TableAct, { witnesses, shuffles }: State): void {
  const { witness, identity, session, base } = event;
  const held = witnesses.get(witness);
  const asked = act.kind === "witness" && same(act.session, session) && same(act.identity, identity);
  if (asked && base === shuffles && (!held || same(held.identity, identity))) return;
  throw new LogFault("undecided", `witness ${witness} did not ask for it`);
}

/** Whose keys are replaced has asked for it with these. */
function checkRekeyed({ seat, session }: EventOf<"rekeyed">, act: SeatAct | TableAct): void {
  if (act.kind === "join" && same(act.session, session)) return;
  throw new LogFault("undecided", `the player of seat ${seat} did not ask for new keys`);
}

/** Whose chain begins has said so: the dealer's is the table's. */
function checkReAnchored({ seat, anchor, base }: EventOf<"re-anchored">, cause: Cause): void {
  const act = cause.by === "player" ? cause.command.act : cause.act;
  const by = cause.by === "player" ? cause.command.seat : null;
  const byOwner = cause.by === (seat === null ? "table" : "player") && by === seat;
  if (byOwner && act.kind === "re_anchor" && act.base === base && same(act.anchor, anchor)) return;
  throw new LogFault("undecided", "the owner of a chain did not ask for a new one");
}

function isByComputer({ seats }: State, seat: number | null): boolean {
  const sitter = seats[seat ?? -1];
  return sitter?.kind === "bot" || sitter?.away === true;
}
