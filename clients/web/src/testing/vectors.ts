/** The vectors that the Python and the TypeScript code both run. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../../../tests/vectors");

/** The parsed JSON file of this name. */
export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(resolve(folder, name), "utf8")) as T;
}

/** The `.ono` files of a folder of the vectors, by name; none if there is no such folder. */
export function logFiles(under: string): Map<string, Uint8Array> {
  const place = resolve(folder, under);
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".ono")) : [];
  return new Map(names.sort().map((name) => [name, new Uint8Array(readFileSync(resolve(place, name)))]));
}
