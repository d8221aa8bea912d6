/** Fair draws that anybody with the key can repeat: stream, draw and perm of fairness.md 1.1. */
import { type Bytes, hmac, u64 } from "./transcript";

const STREAM_RANGE = 65536;

function* values(key: Bytes): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = hmac(key, u64(block));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let place = 0; place < bytes.length; place += 2) yield view.getUint16(place);
  }
}

/** An endless row of fair draws that anybody with the key can repeat. */
export class Stream {
  readonly #values: Generator<number, never>;

  constructor(key: Bytes) {
    this.#values = values(key);
  }

  /** A number below `choices` (1 to 65,535), each as likely as the others: what would favour some is skipped. */
  draw(choices: number): number {
    const limit = STREAM_RANGE - (STREAM_RANGE % choices);
    let value = this.#values.next().value;
    while (value >= limit) value = this.#values.next().value;
    return value % choices;
  }
}

/** Perm: the numbers 0 to n-1 in the order that `key` fixes. What is shuffled so has base[result[x]] at x. */
export function permutation(key: Bytes, n: number): number[] {
  const stream = new Stream(key);
  const order = Array.from({ length: n }, (_, place) => place);
  for (let last = n - 1; last > 0; last--) {
    const chosen = stream.draw(last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}
