/** What a player's program asks of the table by itself, where nothing else is under way. */
import { FEW_LINKS, LENGTH } from "../fair/chains";
import type { SeatAct } from "../game/acts";
import { finalText } from "./entry";
import type { Player } from "./player";

export class Duties {
  readonly #player: Player;
  #signed = false;
  /** After which shuffle a new seed chain was asked for. */
  #reAnchored = 0;

  constructor(player: Player) {
    this.#player = player;
  }

  /** The next act, tried once: a signature that was refused will be refused again, a chain once after each shuffle. */
  next(): SeatAct | null {
    const end = this.#signed ? null : this.cosign();
    if (end) this.#signed = true;
    return end ?? this.#chain();
  }

  #chain(): SeatAct | null {
    const { shuffles } = this.#player.state;
    const act = shuffles === this.#reAnchored ? null : this.reAnchor();
    if (act) this.#reAnchored = shuffles;
    return act;
  }

  /** The act that goes on with a new seed chain, when few links are left of the present one. */
  reAnchor(links = LENGTH): SeatAct | null {
    const { state, seat, keys } = this.#player;
    const { phase, shuffles, seats } = state;
    const sitter = seats[seat ?? -1];
    if (sitter?.kind !== "human" || sitter.away || sitter.gone) return null;
    if (["lobby", "over", "sealed"].includes(phase) || links + sitter.base - shuffles >= FEW_LINKS) return null;
    return { kind: "re_anchor", anchor: keys.chainFrom(shuffles).anchor, base: shuffles };
  }

  /**
   * The act that signs the game's end, which says "I have checked it": not before the cards are proven, nor where a cut
   * left this player's seed out.
   */
  cosign(): SeatAct | null {
    const { verdict, state, seat, follower, keys, gid } = this.#player;
    if (verdict.state !== "proven" || verdict.omitted.length > 0 || state.phase !== "over") return null;
    if (seat === null || state.cosigned.includes(seat)) return null;
    const end = follower.entries.find(({ events }) => events.some(({ kind }) => kind === "game-ended"));
    if (!end) return null;
    return { kind: "cosign", index: end.index, hash: end.hash, sig: keys.sign(finalText(gid, end.index, end.hash)) };
  }
}
