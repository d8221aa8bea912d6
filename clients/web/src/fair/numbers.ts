/** Bytes as numbers of any size, the least first: how curves and ciphers write them. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Bytes } from "./transcript";

/** The number that these bytes are; no bytes are 0. */
export const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${bytesToHex(Uint8Array.from(bytes).reverse())}`);

/** A number in so many bytes; what is above them is left out. */
export const bytesOf = (number: bigint, size: number): Bytes =>
  hexToBytes(
    BigInt.asUintN(8 * size, number)
      .toString(16)
      .padStart(2 * size, "0"),
  ).reverse();
