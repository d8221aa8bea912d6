/** X25519, the agreement of RFC 7748. */
import { bytesOf, numberOf } from "./numbers";
import type { Bytes } from "./transcript";

export const KEY_SIZE = 32;

const BITS = 255;
const P = 2n ** 255n - 19n;
const LOW = 2n ** 255n - 1n;
const A24 = 121665n;
/** Any secret is a multiple of eight once clamped, so eight times a point of small order is nothing. */
const DOUBLINGS = 3;
const BASE = bytesOf(9n, KEY_SIZE);

/** x/z of a point of the curve or its twist; z is 0 for the point at infinity. */
type Ratio = readonly [x: bigint, z: bigint];

/** The rest modulo P, not always the smallest: 2^255 is 19 there. */
const folded = (product: bigint): bigint => (product & LOW) + 19n * (product >> 255n);
const times = (a: bigint, b: bigint): bigint => folded(folded(a * b));
const squared = (a: bigint): bigint => times(a, a);

function doubled([x, z]: Ratio): Ratio {
  const [plus, minus] = [squared(x + z), squared(x - z)];
  const quarter = plus - minus;
  return [times(plus, minus), times(quarter, plus + A24 * quarter)];
}

/** The sum of two points whose difference has this u. */
function added([x, z]: Ratio, [otherX, otherZ]: Ratio, u: bigint): Ratio {
  const [one, other] = [times(x - z, otherX + otherZ), times(x + z, otherX - otherZ)];
  return [squared(one + other), times(u, squared(one - other))];
}

/** One over a number, by Fermat: its power P - 2. */
function inverse(number: bigint): bigint {
  let power = 1n;
  for (const bit of (P - 2n).toString(2)) power = bit === "1" ? times(squared(power), number) : squared(power);
  return power;
}

/** u of so many times the point with this u, by a ladder whose steps are alike whatever the scalar's bits. */
function multiplied(scalar: bigint, u: bigint): bigint {
  const rungs: [Ratio, Ratio] = [
    [1n, 0n],
    [u, 1n],
  ];
  for (const digit of scalar.toString(2).padStart(BITS, "0")) {
    const bit = Number(digit) as 0 | 1;
    const sum = added(rungs[0], rungs[1], u);
    rungs[bit] = doubled(rungs[bit]);
    rungs[1 - bit] = sum;
  }
  const [x, z] = rungs[0];
  return (((x * inverse(z)) % P) + P) % P;
}

const pointOf = (key: Bytes): bigint => numberOf(key) & LOW;

/** What both holders can compute, 32 bytes; a public key of small order or of another size is an Error. */
export function exchange(secret: Bytes, key: Bytes): Bytes {
  if (secret.length !== KEY_SIZE || !canAgree(key))
    throw new Error("a secret and a key that it can agree with expected");
  const clamped = Uint8Array.from(secret);
  clamped[0]! &= 248;
  clamped[31] = (clamped[31]! & 127) | 64;
  return bytesOf(multiplied(numberOf(clamped), pointOf(key)), KEY_SIZE);
}

/** The public key of a 32-byte secret. */
export const exchangePublic = (secret: Bytes): Bytes => exchange(secret, BASE);

/** Whether a secret can be shared with the holder of this key: 32 bytes, not of small order. */
export function canAgree(key: Bytes): boolean {
  if (key.length !== KEY_SIZE) return false;
  let point: Ratio = [pointOf(key), 1n];
  for (let i = 0; i < DOUBLINGS; i++) point = doubled(point);
  return point[1] % P !== 0n;
}
