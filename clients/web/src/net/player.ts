/** A player's side of one game: follows the log, checks it, opens its own cards, signs commands. It never sees a socket. */
import { noteOpened } from "../fair/slots";
import type { Bytes } from "../fair/transcript";
import { type SeatAct, namesStep } from "../game/acts";
import { LogFault } from "../game/faults";
import { type State, seatOf } from "../game/state";
import { commandBody, commandText, finalText } from "./entry";
import { type GameKeys, GameRecord, type Identity, type Store } from "./identity";
import { Follower, type Step } from "./log";
import { Proofs } from "./proofs";

/** A command as it travels. */
export interface Signed {
  readonly body: Bytes;
  readonly sig: Bytes;
}

/** The seed to send for an open shuffle. */
export interface Seed {
  readonly k: number;
  readonly index: number;
  readonly value: Bytes;
  readonly ctx: Bytes;
}

export class Player {
  readonly gid: Bytes;
  readonly keys: GameKeys;
  readonly follower: Follower;
  readonly proofs: Proofs;
  readonly record: GameRecord;

  /** `table` is the key that must sign the log of the game `gid`. */
  constructor(identity: Identity, store: Store, gid: Bytes, table: Bytes) {
    this.gid = gid;
    this.keys = identity.keys(gid);
    this.record = new GameRecord(store, gid);
    this.follower = new Follower(gid, table, this.record);
    this.proofs = new Proofs(gid, table, this.keys);
  }

  get state(): State {
    return this.follower.state;
  }

  /** The seat held, or null. */
  get seat(): number | null {
    return seatOf(this.state, this.keys.session);
  }

  /** How many entries have been seen signed, on this visit or an earlier one. */
  get seen(): number {
    return Math.max(this.follower.length, (this.record.head?.index ?? -1) + 1);
  }

  /** Takes the next entries in; LogFault or NeedsNewer, and then none of them. */
  follow(raws: readonly Bytes[]): Step[] {
    const steps = this.follower.follow(raws);
    this.proofs.take(steps);
    return steps;
  }

  /** The act as a signed command that answers the present step; null before the log has begun. */
  signed(act: SeatAct, counter = this.proofs.signatures.counterOf(this.keys.session) + 1): Signed | null {
    const { head } = this.follower;
    if (!head) return null;
    const body = commandBody({
      seat: act.kind === "join" ? null : this.seat,
      counter,
      seenIndex: head.index,
      seenHash: head.hash,
      step: namesStep(act.kind) ? this.state.step : null,
      act,
    });
    return { body, sig: this.keys.sign(commandText(this.gid, body)) };
  }

  /** The act that takes a seat. */
  join(name: string, wanted: number | null): SeatAct {
    return { kind: "join", ...this.keys.introduced(), name, wanted };
  }

  /** The seed to send while a shuffle that counts this player in is open; a LogFault if that would be a second context. */
  dueSeed(): Seed | null {
    const due = this.seat === null ? null : this.proofs.cards.due(this.state, this.seat);
    if (!due) return null;
    if (!this.record.mayReveal(due.k, due.ctx)) {
      throw new LogFault("wrong-previous", `shuffle ${due.k} was begun by another entry before`);
    }
    return { k: due.k, index: due.k, value: this.keys.chain.link(due.k), ctx: due.ctx };
  }

  /**
   * The act that signs the game's end, which says "I have checked it": not before the cards are proven, nor where a cut
   * left this player's seed out.
   */
  dueCosign(): SeatAct | null {
    const { state, omitted } = this.proofs.verdict;
    if (state !== "proven" || omitted.length > 0 || this.state.phase !== "over") return null;
    if (this.seat === null || this.state.cosigned.includes(this.seat)) return null;
    const end = this.follower.entries.find(({ events }) => events.some(({ kind }) => kind === "game-ended"));
    if (!end) return null;
    const sig = this.keys.sign(finalText(this.gid, end.index, end.hash));
    return { kind: "cosign", index: end.index, hash: end.hash, sig };
  }

  /** The message in a sealed note, null if it was not sealed to this player. */
  openedNote(data: Bytes): Bytes | null {
    const key = this.proofs.cards.noteKey();
    return key && noteOpened(key, data);
  }
}
