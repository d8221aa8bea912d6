/** Whole numbers as little-endian bytes: the way of the curves and of Poly1305. The log's own numbers are big-endian. */
import type { Bytes } from "./transcript";

/** The number that these bytes spell. */
export function numberOf(bytes: Bytes): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** The lowest `size` bytes of a number. */
export function bytesOf(number: bigint, size: number): Bytes {
  return Uint8Array.from({ length: size }, (_, place) => Number((number >> BigInt(8 * place)) & 255n));
}
