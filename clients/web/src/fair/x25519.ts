/** X25519, the agreement of RFC 7748. The library's Montgomery ladder alone: its ready-made x25519 brings a second Ed25519. */
import { pow } from "@noble/curves/abstract/modular.js";
import { montgomery } from "@noble/curves/abstract/montgomery.js";
import type { Bytes } from "./transcript";

export const KEY_SIZE = 32;
const P = 2n ** 255n - 19n;

const { getPublicKey, getSharedSecret } = montgomery({
  P,
  type: "x25519",
  adjustScalarBytes: (secret: Bytes) => {
    secret[0]! &= 248;
    secret[31] = (secret[31]! & 127) | 64;
    return secret;
  },
  powPminus2: (number) => pow(number, P - 2n, P),
});

/** What both holders can compute, 32 bytes; a public key of small order or of another size is an Error. */
export const exchange = (secret: Bytes, key: Bytes): Bytes => getSharedSecret(secret, key);

/** The public key of a 32-byte secret. */
export const exchangePublic = (secret: Bytes): Bytes => getPublicKey(secret);

/** Whether a secret can be shared with the holder of this key: 32 bytes, not of small order. */
export function canAgree(key: Bytes): boolean {
  try {
    return exchange(new Uint8Array(KEY_SIZE), key).length === KEY_SIZE;
  } catch {
    return false;
  }
}
