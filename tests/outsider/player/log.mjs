/** A log that grows: form, chain, clock, fold, digest, commands and the table's signature (log.md sections 2 to 8). */

import { MAX_PAIR, NotCanonical, pack, unpack } from "./codec.mjs";
import { Fair } from "./fair.mjs";
import { State, evolve } from "./fold.mjs";
import { EVENTS, Fault, form, NeedsNewer, PAPERS, SEAT_ACTS, TABLE_ACTS } from "./forms.mjs";
import { E, goodExchangeKey, goodKey, H, same, signed, u64 } from "./keys.mjs";

const TURN_ACTS = ["name_colour", "play", "draw", "pass", "accept", "challenge"];
const IN_LOBBY = [
  "seated",
  "bot-seated",
  "left",
  "rekeyed",
  "host-set",
  "options-set",
  "witness-came",
  "witness-left",
  "directed",
  "resumed",
  "game-started",
];
const NOBODY = Buffer.alloc(32);

/** The body and the signature in an entry's bytes. */
function pairOf(bytes) {
  const pair = canonical(bytes, MAX_PAIR);
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every((part) => part instanceof Uint8Array)) {
    throw new Fault("bad-form", "an entry is two byte strings");
  }
  return pair;
}

function canonical(bytes, limit) {
  try {
    return unpack(bytes, limit);
  } catch (error) {
    if (error instanceof NotCanonical) throw new Fault("not-canonical", error.message);
    throw error;
  }
}

const headOf = (gid, index, body) => E("ono1/head", gid, u64(index), H("ono1/body", body));

export class Log {
  gid = null;
  table = null;
  clock = 0;
  state = new State();
  pairs = [];
  hashes = [];
  ended = null; // the index of the entry that ended the game
  used = new Map(); // by session key: the last counter, and the last head seen
  retired = new Set();

  /** `secrets` are the player's own (session, x25519 and the rest), if there is one. */
  constructor(secrets = null) {
    this.fair = new Fair(this, secrets);
  }

  get length() {
    return this.hashes.length;
  }

  /** Take what follows. A fault of commands or papers is told only if form and signature of all stand (section 3). */
  take(batch) {
    const news = [];
    let wrong = null;
    for (const bytes of batch) {
      const index = this.length;
      try {
        const entry = this.parse(bytes);
        for (const event of this.fold(entry, wrong)) news.push({ ...event, index });
        wrong ??= entry.wrong;
      } catch (error) {
        throw this.judged(error, bytes, index);
      }
    }
    if (this.length && !this.signedByTable(this.length - 1)) {
      throw new Fault("bad-signature", "the table has not signed the newest entry", this.length - 1);
    }
    if (wrong) throw wrong;
    return news;
  }

  /** A fault with its place. What the table never signed is damage, whatever newer kind it seems to hold: section 5. */
  judged(error, bytes, index) {
    if (error instanceof NeedsNewer) {
      const [body, sig] = pairOf(bytes);
      if (this.table && signed(this.table, headOf(this.gid, index, body), sig)) return error;
      error = new Fault("bad-form", error.message);
    }
    if (error instanceof Fault) error.index ??= index;
    return error;
  }

  parse(bytes) {
    const [body, sig] = pairOf(bytes);
    const fields = canonical(body);
    const [index, previous, clock, cause, events, papers, digest] =
      Array.isArray(fields) && fields.length === 7 ? fields : [];
    const lists = Array.isArray(cause) && Array.isArray(events) && Array.isArray(papers);
    if (
      !lists ||
      ![index, clock].every(Number.isInteger) ||
      ![previous, digest].every((one) => one instanceof Uint8Array)
    ) {
      throw new Fault("bad-form", "an entry has seven fields");
    }
    if (index !== this.length) throw new Fault("wrong-index", `entry ${index} stands in the place of ${this.length}`);
    if (!same(previous, this.hashes.at(-1) ?? NOBODY))
      throw new Fault("wrong-previous", "it does not name the entry before");
    if (clock < this.clock) throw new Fault("clock-fell", "the clock goes backwards");
    const hash = H("ono1/entry", body, sig);
    return {
      bytes,
      body,
      sig,
      index,
      clock,
      digest,
      hash,
      cause: causeOf(cause),
      events: events.map((event) => form(EVENTS, event, "event")),
      papers: papers.map((paper) => form(PAPERS, paper, "paper")),
    };
  }

  /** Apply an entry; `entry.wrong` is what is wrong with its command or papers. */
  fold(entry, halted) {
    const { index, events, clock } = entry;
    const kinds = events.filter(Boolean).map((event) => event.kind);
    if (
      (index === 0) !== kinds.includes("log-opened") ||
      (index === 1) !== kinds.includes("dealer-seated") ||
      (index < 2 && kinds.length > 1)
    ) {
      throw new Fault("bad-form", "a log begins with log-opened and dealer-seated, each alone"); // section 8
    }
    if (this.state.phase === "sealed") throw new Fault("impossible-event", "the log is sealed");
    if (index === 0) {
      this.gid = H("ono1/game", entry.body);
      this.table = events[0].table;
    }
    const check = (step) => {
      if (halted || entry.wrong) return;
      try {
        step();
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        error.index ??= index;
        entry.wrong = error;
      }
    };
    check(() => this.command(entry));
    check(() => this.fair.begin(entry));
    for (const event of events) {
      if (!event) continue;
      check(() => this.provenance(event, entry));
      check(() => this.fair.before(event));
      this.late(event);
      evolve(this.state, event);
      if (event.kind === "game-ended") this.ended = index;
    }
    check(() => this.fair.end(entry));
    if (!same(this.state.digest(), entry.digest)) throw new Fault("wrong-digest", "the state is another than it says");
    this.clock = clock;
    this.pairs.push(entry.bytes);
    this.hashes.push(entry.hash);
    return events.filter(Boolean);
  }

  /** From the first shuffle on nobody leaves a seat or takes one, but a vacant one between rounds (section 8). */
  late({ kind, seat }) {
    const { shuffles, phase, seats } = this.state;
    if (!shuffles || !["seated", "left"].includes(kind)) return;
    if (kind === "left" || phase !== "round-over" || seats[seat])
      throw new Fault("impossible-event", `${kind} in the game`);
  }

  signedByTable(index) {
    const [body, sig] = pairOf(this.pairs[index]);
    return signed(this.table, headOf(this.gid, index, body), sig);
  }

  /** Whether this is another entry than the one held at its place, signed by the table: a fork (section 12). */
  forks(bytes) {
    const [body, sig] = pairOf(bytes);
    const index = canonical(body)[0];
    if (!this.pairs[index] || same(this.pairs[index], bytes)) return null;
    return signed(this.table, headOf(this.gid, index, body), sig) ? index : null;
  }

  /** A player's command: seat, key, signature, counter, head seen, certificate (section 4). */
  command({ cause }) {
    if (cause.by === "bot") {
      const seat = this.state.seats[cause.seat];
      if (!seat || (seat.kind === "human" && !seat.away))
        throw new Fault("wrong-cause", "a computer acts for a player who is there");
    }
    if (cause.by !== "player") return;
    const { act, seat, counter, seen, body, sig } = cause;
    const key = act.session ?? this.sessionOf(seat);
    if (!key) throw new Fault("not-seated", `nobody who signs holds seat ${seat}`);
    if (act.session) strong(act);
    const name = key.toString("hex");
    if (this.retired.has(name) || !signed(key, E("ono1/cmd", this.gid, body), sig)) {
      throw new Fault("bad-command-signature", `its key did not sign the ${act.kind} of seat ${seat}`);
    }
    const last = this.used.get(name) ?? { counter: 0, seen: 0 };
    if (counter <= last.counter) throw new Fault("counter-reused", `counter ${counter} after ${last.counter}`);
    if (seen.index < last.seen || !this.hashes[seen.index] || !same(this.hashes[seen.index], seen.hash)) {
      throw new Fault("seen-unknown", "the head that its player saw is not in this log");
    }
    this.used.set(name, { counter, seen: seen.index });
    if (act.kind === "cosign") this.cosignature(act, key);
  }

  sessionOf(number) {
    const { seats, witnesses } = this.state;
    const holder = seats[number] ?? witnesses.get(number);
    return holder && !holder.gone ? holder.session : null;
  }

  cosignature({ index, hash, sig }, key) {
    if (index !== this.ended || !same(hash, this.hashes[index]))
      throw new Fault("seen-unknown", "another entry than the end is signed");
    if (!signed(key, finalOf(this.gid, index, hash), sig))
      throw new Fault("bad-command-signature", "the end is not signed by its player");
  }

  /** Keys, chains and signatures come from who asked for them and from nobody else (fairness.md 1.2, 2.1, 2.6). */
  provenance(event, { cause, index }) {
    const { state } = this;
    if (index > 1 && !state.deck.length && !IN_LOBBY.includes(event.kind) && !event.kind.startsWith("note-")) {
      throw new Fault("undecided", `${event.kind} before the game`);
    }
    const act = cause.by === "player" ? cause.act : {};
    const asked = (kind, names) => {
      if (act.kind !== kind || names.some((name) => !same(act[name], event[name])))
        throw new Fault("undecided", `nobody asked for ${event.kind}`);
    };
    if (event.kind === "dealer-seated") strongChain(event);
    const { identity = state.seats[event.seat]?.identity } = event;
    if (event.cert && !signed(identity ?? NOBODY, certOf(this.gid, event), event.cert)) {
      throw new Fault("bad-certificate", "the identity does not vouch for these keys");
    }
    if (event.kind === "seated") asked("join", ["identity", "session", "x25519", "anchor", "cert"]);
    if (event.kind === "rekeyed") {
      asked("join", ["session", "x25519", "anchor", "cert"]);
      if (!same(act.identity, identity)) throw new Fault("undecided", "keys for the seat of another");
      this.retired.add(state.seat(event.seat).session.toString("hex"));
    }
    if (event.kind === "witness-came") {
      asked("witness", ["identity", "session", "anchor", "cert"]);
      const before = state.witnesses.get(event.witness);
      if (before && !same(before.identity, act.identity))
        throw new Fault("undecided", "a witness in the place of another");
      if (before) this.retired.add(before.session.toString("hex"));
    }
    if (event.kind === "witness-left" && state.shuffles)
      this.retired.add(state.signer(event.witness).session.toString("hex"));
    if (event.kind === "re-anchored") {
      const by =
        event.seat === null
          ? cause.by === "table" && cause.act.kind === "re_anchor"
          : act.kind === "re_anchor" && cause.seat === event.seat;
      if (!by) throw new Fault("undecided", "nobody asked for a new chain");
    }
    if (event.kind === "cosigned") asked("cosign", ["hash", "sig"]);
  }
}

/** What a player signs of the entry that ended the game. */
export const finalOf = (gid, index, hash) => E("ono1/final", gid, u64(index), hash);

/** What an identity certifies: keys of a player, or of a witness, who has no X25519 key. */
export const certOf = (gid, { session, x25519, anchor }) =>
  x25519 ? E("ono1/session", gid, session, x25519, anchor) : E("ono1/witness", gid, session, anchor);

function strongChain({ anchor, x25519 }) {
  if (anchor.length !== 32 || (x25519 && !goodExchangeKey(x25519)))
    throw new Fault("weak-key", "a key that must not be used");
}

function strong(act) {
  if (!goodKey(act.session) || !goodKey(act.identity)) throw new Fault("weak-key", "a key that must not be used");
  strongChain(act);
}

function causeOf(cause) {
  const [by] = cause;
  if (by === "table" && cause.length === 2) return { by, act: form(TABLE_ACTS, cause[1], "act") };
  if (by === "bot" && cause.length === 3) return { by, seat: cause[1], act: form(SEAT_ACTS, cause[2], "act") };
  if (by !== "player" || cause.length !== 3 || !cause.slice(1).every((part) => part instanceof Uint8Array))
    throw new Fault("bad-form", "no cause");
  const [, body, sig] = cause;
  const fields = canonical(body);
  if (
    !Array.isArray(fields) ||
    fields.length !== 6 ||
    !Number.isInteger(fields[1]) ||
    !(fields[3] instanceof Uint8Array)
  )
    throw new Fault("bad-form", "no command");
  const [seat, counter, seenIndex, seenHash, step, asked] = fields;
  const act = form(SEAT_ACTS, asked, "act");
  if (TURN_ACTS.includes(act.kind) !== (step !== null))
    throw new Fault("bad-form", "a step where none belongs, or none");
  return { by, body, sig, seat, counter, seen: { index: seenIndex, hash: seenHash }, act };
}

/** A command's body: the bytes that are signed, and sent. */
export const commandBody = (seat, counter, log, step, act) =>
  pack([seat, counter, log.length - 1, log.hashes.at(-1), TURN_ACTS.includes(act[0]) ? step : null, act]);
