/** The code that people call a tournament by: the first 40 bits of its id in base32. */
import type { Bytes } from "../fair/transcript";

const CODE = /^\/t\/([a-z2-7]{8})\/?$/i;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that this path names, or null. */
export const codeIn = (path: string): string | null => CODE.exec(path)?.[1]?.toUpperCase() ?? null;

/** The five bytes that a code spells. */
export function spelled(code: string): Bytes {
  const bits = [...code].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from({ length: 5 }, (_, place) => parseInt(bits.slice(8 * place, 8 * place + 8), 2));
}
