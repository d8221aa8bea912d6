/** The shares of the dealer's secret that a log gives its players, the paper `escrow` (log.md 6). */
import { DEALER, LENGTH, walked } from "../fair/chains";
import { SECRET_SIZE, combined, shareCommitment, shareOpened } from "../fair/escrow";
import { type Bytes, same } from "../fair/transcript";
import { KEY_SIZE, exchangePublic } from "../fair/x25519";
import { LogFault } from "../game/faults";
import { type State, taken } from "../game/state";
import type { Desk } from "./desk";
import { equal } from "./leaving";

interface Share {
  readonly commitment: Bytes;
  readonly sealed: Bytes;
  /** The x25519 key it is sealed to. */
  readonly player: Bytes;
}

interface Whole {
  readonly anchor: Bytes;
  /** The entry that split it. */
  readonly index: number;
  readonly shares: Map<number, Share>;
}

/** The key that the reader shares with the dealer, if it holds this seat. */
type KeyOf = (seat: number) => Bytes | null;

export class Shares {
  readonly #gid: Bytes;
  readonly #table: Bytes;
  /** By the base of the dealer's chain. */
  readonly #given = new Map<number, Whole>();

  constructor(gid: Bytes, table: Bytes) {
    this.#gid = gid;
    this.#table = table;
  }

  /** Where the options want it each player is given a share of the secret behind the chain that begins. */
  begin(desk: Desk, after: State, chain: { index: number; base: number; anchor: Bytes }, keyOf: KeyOf): void {
    const { index, base, anchor } = chain;
    const holders = shareholders(after);
    if (holders.length === 0) return;
    this.#given.set(base, { anchor, index, shares: this.#taken(desk, after, base, holders, keyOf) });
  }

  /** New keys are given the shares that the old ones had. */
  again(desk: Desk, after: State, seat: number, keyOf: KeyOf): void {
    for (const [base, { shares }] of [...this.#given].sort(([one], [other]) => one - other)) {
      const before = shares.get(seat);
      if (!before) continue;
      const share = this.#taken(desk, after, base, [seat], keyOf).get(seat)!;
      if (!same(share.commitment, before.commitment)) throw bad(`seat ${seat} is given another share than before`);
      shares.set(seat, share);
    }
  }

  /** The dealer's x25519 secret opens all shares, which give the dealer's secret. */
  check(secret: Bytes, keyFor: (player: Bytes) => Bytes): void {
    for (const [base, { anchor, index, shares }] of this.#given) {
      const opened = [...shares].map(([seat, { player, sealed, commitment }]) => {
        const share = shareOpened(keyFor(player), base, seat, sealed);
        if (this.#holds(base, seat, share, commitment)) return share;
        throw bad(`the share of seat ${seat} is not the one that was committed to`, index);
      });
      const whole = combined(opened);
      const tip = { index: LENGTH, value: whole.slice(0, KEY_SIZE) };
      const owner = { gid: this.#gid, key: this.#table, role: DEALER };
      const good =
        same(walked(owner, tip, 0), anchor) && same(exchangePublic(whole.slice(KEY_SIZE)), exchangePublic(secret));
      if (!good) throw bad("the shares together are not the dealer's secret", index);
    }
  }

  #taken(desk: Desk, { seats }: State, base: number, holders: readonly number[], keyOf: KeyOf): Map<number, Share> {
    const paper = desk.one("escrow");
    const named = paper.shares.map(([seat]) => seat);
    if (paper.base !== base || !equal(named, holders)) throw bad(`shares for seats ${holders.join()} expected`);
    return new Map(
      paper.shares.map(([seat, commitment, sealed]) => {
        if (sealed.length !== SECRET_SIZE) throw bad(`a share of ${SECRET_SIZE} bytes for seat ${seat} expected`);
        const key = keyOf(seat);
        if (key && !this.#holds(base, seat, shareOpened(key, base, seat, sealed), commitment)) {
          throw bad(`what is sealed to seat ${seat} is not the share committed to`);
        }
        const sitter = seats[seat];
        return [seat, { commitment, sealed, player: sitter?.kind === "human" ? sitter.x25519 : new Uint8Array(0) }];
      }),
    );
  }

  #holds(base: number, seat: number, share: Bytes, commitment: Bytes): boolean {
    return same(shareCommitment(this.#gid, base, seat, share), commitment);
  }
}

const bad = (evidence: string, index?: number): LogFault => new LogFault("bad-escrow", evidence, index);

/** The players among whom the dealer's secret is split, if the options want that and there are two of them. */
function shareholders(state: State): readonly number[] {
  const players = taken(state).filter((seat) => state.seats[seat]?.kind === "human" && !state.seats[seat].gone);
  return state.options["escrow"] === "n_of_n" && players.length > 1 ? players : [];
}
