/** The follower: takes a game's raw entries, checks chain, head and digests, and folds them into the public state. */
import { keyOk, verify } from "../fair/keys";
import { type Bytes, same } from "../fair/transcript";
import type { GameEvent } from "../game/events";
import { evolve } from "../game/evolve";
import { LogFault, NeedsNewer, atEntry } from "../game/faults";
import { INITIAL, type State, digest } from "../game/state";
import { type Entry, gameId, headText, indexOf, readEntry, readPair } from "./entry";
import { MAGIC } from "./file";
import { Forked } from "./forks";

const VERSION = 1;

/** An event with the states around it. */
export interface Moment {
  readonly event: GameEvent;
  readonly before: State;
  readonly after: State;
}

/** An entry with the states around it and, event by event, inside. */
export interface Step {
  readonly entry: Entry;
  readonly before: State;
  readonly after: State;
  readonly moments: readonly Moment[];
}

/** An entry by its index and hash. */
export interface Head {
  readonly index: number;
  readonly hash: Bytes;
}

/** An entry that the table signed, as it came. */
export interface SeenHead {
  readonly index: number;
  readonly raw: Bytes;
}

/** Where the last signed head is kept between visits. */
export interface HeadRecord {
  head: SeenHead | null;
}

/** Entries that others hold and that are still to come here; more are passed over. */
const AHEAD = 16;

/** The end of a log: what the next entry must fit. */
interface End {
  readonly length: number;
  readonly hash: Bytes;
  readonly clock: number;
  readonly state: State;
}

const EMPTY: End = { length: 0, hash: new Uint8Array(32), clock: 0, state: INITIAL };

/** One game's log as it comes in. A batch is taken whole or not at all. */
export class Follower {
  readonly gid: Bytes;
  readonly entries: Entry[] = [];
  readonly #table: Bytes;
  readonly #record: HeadRecord;
  #end = EMPTY;
  readonly #ahead = new Map<number, Bytes>();
  /** The newest entry that somebody else has shown to be the same for them. */
  agreed = -1;

  /** `table` is the key that must sign the log; `record` outlives the page. */
  constructor(gid: Bytes, table: Bytes, record: HeadRecord) {
    this.gid = gid;
    this.#table = table;
    this.#record = record;
  }

  get state(): State {
    return this.#end.state;
  }

  get length(): number {
    return this.#end.length;
  }

  /** The last entry, null at first. */
  get head(): Head | null {
    return this.length === 0 ? null : { index: this.length - 1, hash: this.#end.hash };
  }

  /** Takes the next entries in; LogFault at the first that does not fit, NeedsNewer where this version cannot read on. */
  follow(raws: readonly Bytes[]): Step[] {
    let end = this.#end;
    const steps = raws.map((raw) => {
      const step = atEntry(end.length, () => this.#step(end, raw));
      end = { length: end.length + 1, hash: step.entry.hash, clock: step.entry.clock, state: step.after };
      return step;
    });
    const newest = steps.at(-1);
    if (newest) this.#checkHead(newest.entry);
    this.entries.push(...steps.map(({ entry }) => entry));
    this.#end = end;
    this.#remember();
    return steps;
  }

  /** The whole log as an `.ono` file. */
  download(): Blob {
    return new Blob([MAGIC, ...this.entries.map(({ raw }) => raw as BlobPart)], { type: "application/octet-stream" });
  }

  #step(end: End, raw: Bytes): Step {
    const entry = this.#read(end.length, raw);
    checkChain(end, entry);
    if (end.length === 0) this.#checkBirth(entry);
    const known = this.#record.head;
    if (known?.index === entry.index && this.#signedIndex(known.raw) !== null) this.#compare(entry, known.raw);
    const shown = this.#ahead.get(entry.index);
    if (shown) this.#agree(entry, shown);
    return folded(end.state, entry);
  }

  /** Compares an entry that somebody else holds, now or when this log is so long; Forked if it is another here. */
  checkSeen(raw: Bytes): void {
    const index = this.#signedIndex(raw);
    if (index === null) return;
    const own = this.entries[index];
    if (!own) {
      if (this.#ahead.size < AHEAD) this.#ahead.set(index, raw);
      return;
    }
    this.#agree(own, raw);
  }

  #agree(own: Entry, raw: Bytes): void {
    this.#compare(own, raw);
    this.agreed = Math.max(this.agreed, own.index);
  }

  /** Where an entry stands that the table signed; null for anything else. */
  #signedIndex(raw: Bytes): number | null {
    try {
      const pair = readPair(raw);
      const index = indexOf(pair.body);
      return isSigned(this.#table, this.gid, { index, ...pair }) ? index : null;
    } catch (fault) {
      if (fault instanceof LogFault) return null;
      throw fault;
    }
  }

  /** Throws unless this is the entry that was seen in its place, before or by somebody else, and signed then. */
  #compare(entry: Entry, seen: Bytes): void {
    if (same(entry.raw, seen)) return;
    if (entry.index === 0 || !isSigned(this.#table, this.gid, entry))
      throw new LogFault("wrong-previous", "another entry stood here before");
    throw new Forked({ gid: this.gid, key: this.#table }, entry.index, [entry, readPair(seen)]);
  }

  /** An entry; what this version does not know is a newer one's only where the table signed it, else damage. */
  #read(index: number, raw: Bytes): Entry {
    try {
      return readEntry(raw);
    } catch (fault) {
      if (!(fault instanceof NeedsNewer)) throw fault;
      if (isSigned(this.#table, this.gid, { index, ...readPair(raw) })) throw fault;
      throw new LogFault("bad-form", fault.message);
    }
  }

  /** Index 0 must be the beginning of this very game, under the key that the table has proven. */
  #checkBirth(entry: Entry): void {
    const [opened] = entry.events;
    if (opened?.kind !== "log-opened") throw new LogFault("bad-form", "log-opened expected");
    const gid = gameId(entry.body);
    if (!keyOk(opened.table)) throw new LogFault("weak-key", "the table's key is not allowed");
    if (!isSigned(opened.table, gid, entry)) throw new LogFault("bad-signature", "the key it names did not sign it");
    if (!same(gid, this.gid)) throw new LogFault("wrong-previous", "this is the log of another game");
    if (!same(opened.table, this.#table)) throw new LogFault("bad-signature", "this is the log of another table");
    if (opened.version > VERSION) throw new NeedsNewer(`the log has version ${opened.version}`);
    if (opened.version < 1) throw new LogFault("bad-form", "a version from 1 expected");
  }

  /** The chain covers signatures, so the newest head's speaks for all before it. */
  #checkHead(entry: Entry): void {
    if (isSigned(this.#table, this.gid, entry)) return;
    throw new LogFault("bad-signature", "the table's key did not sign this head", entry.index);
  }

  /** Keeps the head, unless a longer log was seen before: that one must come again first. */
  #remember(): void {
    const newest = this.entries.at(-1);
    if (newest && newest.index > (this.#record.head?.index ?? -1)) this.#record.head = newest;
  }
}

const isSigned = (table: Bytes, gid: Bytes, entry: Pick<Entry, "index" | "body" | "sig">): boolean =>
  verify(table, headText(gid, entry), entry.sig);

function checkChain(end: End, { index, previous, clock, events }: Entry): void {
  if (index !== end.length) throw new LogFault("wrong-index", `index ${end.length} expected, got ${index}`);
  if (!same(previous, end.hash)) throw new LogFault("wrong-previous", "the hash of the entry before expected");
  if (clock < end.clock) throw new LogFault("clock-fell", `at least ${end.clock} expected, got ${clock}`);
  if (end.state.phase === "sealed") throw new LogFault("impossible-event", "nothing follows the seal");
  const births = events.filter(({ kind }) => kind === "log-opened").length;
  const alone = index === 0 ? births === 1 && events.length === 1 : births === 0;
  if (!alone) throw new LogFault("bad-form", "log-opened stands alone at index 0 and nowhere else");
}

function folded(before: State, entry: Entry): Step {
  let after = before;
  const moments = entry.events.map((event) => {
    const moment = { event, before: after, after: evolve(after, event) };
    after = moment.after;
    return moment;
  });
  if (!same(digest(after), entry.digest)) {
    throw new LogFault("wrong-digest", "the events give another state than the entry says");
  }
  return { entry, before, after, moments };
}
