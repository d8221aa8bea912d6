/** The first messages of a connection: each side shows that it holds its key, for this very address (protocol.md 1). */
import { fingerprint, keyOk, verify } from "../fair/keys";
import { type Bytes, encode, same, textBytes } from "../fair/transcript";
import type { Identity } from "./identity";
import { type MessageOf, toTable } from "./messages";

/** What this page speaks, the best first. */
const VERSIONS = [3, 2, 1];
const CLIENT = "ono-web 0.1";

/** A table that is not who it should be. `code` is `wrong-table`, `bad-proof` or `version`. */
export class Impostor extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Whom a client means to reach: host and port as in its own URL, and the fingerprint or the key known of the table. */
export interface Target {
  readonly host: string;
  readonly fingerprint: string | null;
  readonly table: Bytes | null;
}

export const hello = (nonce: Bytes): Bytes => toTable("hello", { client: CLIENT, nonce, versions: VERSIONS });

/** The answer to a welcome that proves the table, as bytes; an Impostor otherwise. */
export function proven(welcome: MessageOf<"welcome">, nonce: Bytes, target: Target, identity: Identity): Bytes {
  const { version, table, nonce: theirs, proof } = welcome;
  if (!VERSIONS.includes(version)) throw new Impostor("version", `one of ${VERSIONS.join()} expected, got ${version}`);
  checkTable(table, target);
  const host = textBytes(target.host);
  if (!keyOk(table) || !verify(table, encode("ono1/welcome", host, nonce, theirs), proof)) {
    throw new Impostor("bad-proof", `a signature by the table for ${target.host} expected`);
  }
  const own = identity.sign(encode("ono1/hello", table, host, nonce, theirs));
  return toTable("prove", { identity: identity.public, proof: own });
}

function checkTable(table: Bytes, target: Target): void {
  const found = fingerprint(table);
  if (target.fingerprint !== null && found !== target.fingerprint) {
    throw new Impostor("wrong-table", `the table ${target.fingerprint} expected, got ${found}`);
  }
  if (target.table && !same(table, target.table))
    throw new Impostor("wrong-table", "another table than before answers");
}
