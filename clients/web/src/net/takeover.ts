/** The identity of another device, taken over by this browser. It comes behind the # of an address, which no server sees. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { fingerprint, publicKey } from "../fair/keys";
import { Identity, SECRET_KEY, openStore } from "./identity";

export interface Offer {
  /** The fingerprint of the identity that is offered. */
  readonly theirs: string;
  /** That of the one that is here. */
  readonly mine: string;
}

/** Whom a secret in hex makes, beside who this browser is. */
export function offerOf(secret: string): Offer {
  return { theirs: fingerprint(publicKey(hexToBytes(secret))), mine: fingerprint(Identity.in(openStore()).public) };
}

/** From the next load of the page on this browser is who the secret says. */
export function takeOver(secret: string): void {
  openStore().setItem(SECRET_KEY, secret);
}
