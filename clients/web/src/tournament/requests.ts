/** What a player asks of a tournament: signed, so that it stands in the ledger as it was said (tournament.md). */
import { type Plain, packed } from "../fair/codec";
import { type Bytes, encode, hashed } from "../fair/transcript";
import type { Identity } from "../net/identity";

/** What a player may ask for, by the kind of its act. */
export type Asked =
  | { readonly kind: "register"; readonly name: string; readonly nonce: Bytes }
  | { readonly kind: "withdraw"; readonly player: number };

export interface Request {
  readonly id: Bytes;
  readonly body: Bytes;
  readonly sig: Bytes;
}

const LABEL = "ono1/tournament-request";

/** A request as it is sent; the counter of an identity rises from each to the next. */
export function signed(identity: Identity, tournament: Bytes, counter: number, asked: Asked): Request {
  const body = packed([identity.public, counter, actOf(identity, asked)]);
  return { id: hashed(LABEL, tournament, body), body, sig: identity.sign(encode(LABEL, tournament, body)) };
}

function actOf(identity: Identity, asked: Asked): Plain {
  if (asked.kind === "withdraw") return ["withdraw", { player: asked.player, reason: "" }];
  return ["register", { identity: identity.public, name: asked.name, nonce: asked.nonce }];
}
