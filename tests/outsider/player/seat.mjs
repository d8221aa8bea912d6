/** A player's own part in one game: keys, seeds, commands, and which of the acts offered to choose. */

import { colourOf } from "./fold.mjs";
import { E, F, H, openNote, publicOf, sharedKey, sign, text, u32, u8 } from "./keys.mjs";
import { certOf, commandBody, finalOf } from "./log.mjs";

const LINKS = 4096;

/** The secrets of one game that an identity has (protocol.md section 2). */
export function secretsOf(identity, gid) {
  const own = (purpose) => F(identity, "ono1/own", text(purpose), gid);
  return { identity, session: own("session"), x25519: own("x25519"), tip: own("chain") };
}

export class Seat {
  counter = 0;

  constructor(gid, secrets) {
    this.gid = gid;
    this.secrets = secrets;
    this.session = publicOf("ed25519", secrets.session);
    this.x25519 = publicOf("x25519", secrets.x25519);
    this.links = [secrets.tip]; // fairness.md 2.1: from link 4096 down to the anchor
    for (let i = LINKS - 1; i >= 0; i--)
      this.links.push(H("ono1/chain", gid, this.session, u8(1), u32(i), this.links.at(-1)));
    this.links.reverse();
  }

  /** The seat held with these keys, or null. */
  numberIn({ seats }) {
    const at = seats.findIndex((seat) => seat?.session?.equals(this.session));
    return at < 0 ? null : at;
  }

  seed(k) {
    return this.links[k];
  }

  command(log, act) {
    const body = commandBody(
      act[0] === "join" ? null : this.numberIn(log.state),
      ++this.counter,
      log,
      log.state.step,
      act,
    );
    return { id: H("ono1/cmd", this.gid, body), body, sig: sign(this.secrets.session, E("ono1/cmd", this.gid, body)) };
  }

  join(name) {
    const keys = { session: this.session, x25519: this.x25519, anchor: this.links[0] };
    const cert = sign(this.secrets.identity, certOf(this.gid, keys));
    return ["join", { ...keys, cert, identity: publicOf("ed25519", this.secrets.identity), name, wanted: null }];
  }

  cosign(index, hash) {
    return ["cosign", { index, hash, sig: sign(this.secrets.session, finalOf(this.gid, index, hash)) }];
  }

  /** What is in a note of the table, or null where it does not open (fairness.md section 3). */
  openNote(note, dealer) {
    return openNote(sharedKey(this.gid, this.secrets.x25519, dealer, dealer, this.x25519), note);
  }
}

/** One of the acts that a prompt offers (protocol.md section 6), or null where waiting is as good. */
export function choose(prompt, state, seat, known) {
  const offered = (kind) => prompt.acts.includes(kind);
  if (offered("catch") && prompt.catches.length) {
    const [[other, exposed]] = prompt.catches;
    return ["catch", { seat: other, exposed }];
  }
  const faces = state.hands[seat].map((slot) => state.deck[known.get(slot)]);
  if (offered("name_colour")) return ["name_colour", { colour: commonest(faces) }];
  const playable = prompt.cards.filter(([, reason]) => reason === null).map(([slot]) => slot);
  if (offered("play") && playable.length) {
    const worth = (slot) => (colourOf(state.deck[known.get(slot)]) ? 1 : 0) - (prompt.bluffs.includes(slot) ? 2 : 0);
    const slot = playable.reduce((best, one) => (worth(one) > worth(best) ? one : best));
    const slots = prompt.sets.find((set) => set.includes(slot)) ?? [slot];
    const leavesOne = state.hands[seat].length - slots.length === 1 && state.options.call === "manual";
    const [fewest = null] = [...prompt.targets].sort((a, b) => state.hands[a].length - state.hands[b].length);
    return [
      "play",
      {
        slots,
        colour: colourOf(state.deck[known.get(slot)]) ? null : commonest(faces),
        target: prompt.swaps.includes(slot) ? fewest : null,
        call: slots.length > 1 ? leavesOne : prompt.lasts.includes(slot),
      },
    ];
  }
  if (offered("challenge") && state.hands[state.debt[1]].length > 4) return ["challenge", {}];
  const plain = ["call", "draw", "pass", "accept"].find(offered);
  return plain ? [plain, {}] : null;
}

/** The colour most cards of a hand have. */
function commonest(faces) {
  const colours = faces.map(colourOf).filter(Boolean);
  const count = (colour) => colours.filter((one) => one === colour).length;
  return [..."RYGB"].reduce((best, colour) => (count(colour) > count(best) ? colour : best));
}
