/** X25519, the agreement of RFC 7748: Montgomery's ladder over the field of 2^255 - 19. */
import { etc } from "@noble/ed25519";
import { bytesOf, numberOf } from "./little";
import type { Bytes } from "./transcript";

export const KEY_SIZE = 32;
const P = 2n ** 255n - 19n;
/** (486662 - 2) / 4, of the curve v^2 = u^3 + 486662 u^2 + u. */
const A24 = 121665n;
const BASE = bytesOf(9n, KEY_SIZE);

const { mod } = etc;

/** A secret as the scalar that it stands for: a multiple of 8 with its highest bit set. */
function clamped(secret: Bytes): bigint {
  return (numberOf(secret) & (2n ** 254n - 8n)) | (2n ** 254n);
}

/** The point k·u as X and Z: its coordinate is X / Z. */
function multiplied(k: bigint, u: bigint): readonly [x: bigint, z: bigint] {
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  for (let place = 254n; place >= 0n; place--) {
    const swap = ((k >> place) & 1n) === 1n;
    if (swap) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    const [sum, difference] = [x2 + z2, x2 - z2];
    const [square, other] = [mod(sum * sum), mod(difference * difference)];
    const e = square - other;
    const [da, cb] = [mod((x3 - z3) * sum), mod((x3 + z3) * difference)];
    [x3, z3] = [mod((da + cb) ** 2n), mod(u * (da - cb) ** 2n)];
    [x2, z2] = [mod(square * other), mod(e * (square + A24 * e))];
    if (swap) [x2, z2, x3, z3] = [x3, z3, x2, z2];
  }
  return [x2, z2];
}

/** What both holders can compute, 32 bytes; a public key of small order or of another size is an Error. */
export function exchange(secret: Bytes, key: Bytes): Bytes {
  if (secret.length !== KEY_SIZE || key.length !== KEY_SIZE) throw new Error(`keys of ${KEY_SIZE} bytes expected`);
  const [x, z] = multiplied(clamped(secret), mod(numberOf(key) & (2n ** 255n - 1n)));
  const shared = mod(x * etc.invert(z, P));
  if (shared === 0n) throw new Error("a key of small order");
  return bytesOf(shared, KEY_SIZE);
}

/** The public key of a 32-byte secret. */
export const exchangePublic = (secret: Bytes): Bytes => exchange(secret, BASE);

/** Whether a secret can be shared with the holder of this key: 32 bytes, not of small order. */
export function canAgree(key: Bytes): boolean {
  try {
    return exchange(BASE, key).length === KEY_SIZE;
  } catch {
    return false;
  }
}
