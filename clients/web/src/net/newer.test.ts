/** What a later version wrote is told as such only where the table signed it; else it is damage (log.md 5). */
import { expect, test } from "vitest";
import { type PlainMap, packed } from "../fair/codec";
import { publicKey, sign } from "../fair/keys";
import { type Bytes, hashed, textBytes } from "../fair/transcript";
import { LogFault, NeedsNewer } from "../game/faults";
import { birthOf, entriesOf } from "../testing/file";
import { logFiles } from "../testing/vectors";
import { gameId, headText } from "./entry";
import { Follower } from "./log";

const secret = hashed("ono1/test", textBytes("a table"));
const table = publicKey(secret);
const BIRTH = { version: 1, table, nonce: new Uint8Array(32), options: {}, time: 0, host: null };

/** What comes of a log that begins so, signed by its table or not at all: the fault's code, or `newer`. */
function begun(fields: PlainMap, signed: boolean): string {
  const opened = { ...BIRTH, ...fields };
  const cause = ["table", ["open_log", BIRTH]];
  const body = packed([0, new Uint8Array(32), 0, cause, [["log-opened", opened]], [], new Uint8Array(16)]);
  const gid = gameId(body);
  const sig = signed ? sign(secret, headText(gid, { index: 0, body })) : new Uint8Array(64);
  return verdict(new Follower(gid, table, { head: null }), [packed([body, sig])]);
}

function verdict(follower: Follower, raws: readonly Bytes[]): string {
  try {
    follower.follow(raws);
    return "followed";
  } catch (fault) {
    if (fault instanceof NeedsNewer) return "newer";
    if (fault instanceof LogFault) return `${fault.code} ${fault.index}`;
    throw fault;
  }
}

test.each<[string, PlainMap, string, string]>([
  ["an unknown field", { more: 1 }, "newer", "bad-form 0"],
  ["a later version", { version: 2 }, "newer", "bad-signature 0"],
  ["another digest", {}, "wrong-digest 0", "bad-signature 0"],
])("%s at the beginning, signed and not", (_, fields, signed, unsigned) => {
  expect([begun(fields, true), begun(fields, false)]).toEqual([signed, unsigned]);
});

test("a flipped bit in a kind is damage, not a newer version", () => {
  const raws = entriesOf([...logFiles("logs").values()][0]!);
  const { gid, table: key } = birthOf(raws);
  const index = raws.findIndex((raw) => at(raw, "bot-seated") > 0);
  const damaged = raws[index]!.with(at(raws[index]!, "bot-seated"), 0x63);
  expect(verdict(new Follower(gid, key, { head: null }), [...raws.slice(0, index), damaged])).toBe(`bad-form ${index}`);
});

/** Where these letters stand in the bytes, or -1. */
function at(raw: Bytes, letters: string): number {
  return String.fromCharCode(...raw).indexOf(letters);
}
