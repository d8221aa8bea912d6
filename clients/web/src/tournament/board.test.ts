import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { type Plain, type PlainMap, packed, unpacked } from "../fair/codec";
import { type Bytes, hashed, textBytes } from "../fair/transcript";
import { LogFault, NeedsNewer } from "../game/faults";
import { Identity } from "../net/identity";
import { vectors } from "../testing/vectors";
import { playerOf, readBoard, tablesOf } from "./board";
import { codeIn, spelled } from "./code";
import { pagesOf } from "./pages";
import { type Asked, signed } from "./requests";

interface File {
  readonly tid: string;
  readonly code: string;
  readonly boards: readonly { readonly name: string; readonly bytes: string; readonly board: unknown }[];
  readonly requests: readonly { readonly act: Asked["kind"]; readonly counter: number }[];
}

const FILE = vectors<File>("board.json");
const secret = (name: string): Bytes => hashed("ono1/test", textBytes(name));
const ANNA = new Identity(secret("Anna"));
const bytesOf = (name: string): Bytes => hexToBytes(FILE.boards.find((one) => one.name === name)!.bytes);
const shown = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (item instanceof Uint8Array ? bytesToHex(item) : item)));

test.each(FILE.boards)("a board is read: $name", ({ bytes, board }) => {
  expect(shown(readBoard(hexToBytes(bytes)))).toEqual(board);
});

test("a player is found by the key, and a table with its room", () => {
  const board = readBoard(bytesOf("a round"));
  expect(playerOf(board, ANNA.public)).toEqual({ number: 1, name: "Anna", withdrawn: false });
  expect(playerOf(board, secret("Anna"))).toBeNull();
  expect(tablesOf(board).map(({ status, room }) => [status, room])).toEqual([
    ["played", "KWPX"],
    ["drawn", "ABCDE"],
  ]);
  expect(playerOf(readBoard(bytesOf("the end")), ANNA.public)?.withdrawn).toBe(true);
});

const changed = (change: (board: PlainMap) => PlainMap): Bytes =>
  packed(change(unpacked(bytesOf("a round")) as PlainMap));
const inTable = (place: number, value: Plain) => (board: PlainMap) => ({
  ...board,
  tables: (board["tables"] as readonly (readonly Plain[])[]).map((table) => table.with(place, value)),
});

test.each([
  ["a room that is no code", inTable(4, "../g/x")],
  ["an unknown state of a table", inTable(2, "burnt")],
  ["a phase that there is not", (board: PlainMap) => ({ ...board, phase: "party" })],
  ["a key too short", (board: PlainMap) => ({ ...board, players: [[1, "Anna", new Uint8Array(31), false]] })],
])("refused: %s", (_, change) => {
  expect(() => readBoard(changed(change))).toThrow(LogFault);
});

test("a board of a later version asks for a newer page", () => {
  expect(() => readBoard(packed({ version: 2, title: "later" }))).toThrow(NeedsNewer);
  expect(() => readBoard(changed((board) => ({ ...board, more: 1 })))).toThrow(NeedsNewer);
});

test.each(FILE.requests)("a request is signed as the ledger wants it: $act", ({ act, counter, ...expected }) => {
  const asked =
    act === "register" ? { kind: act, name: "Anna", nonce: secret("Anna nonce") } : { kind: act, player: 1 };
  expect(shown(signed(ANNA, hexToBytes(FILE.tid), counter, asked))).toEqual(expected);
});

test("a code spells the beginning of the id", () => {
  expect(bytesToHex(spelled(FILE.code))).toBe(FILE.tid.slice(0, 10));
  expect(codeIn(`/t/${FILE.code.toLowerCase()}/`)).toBe(FILE.code);
  expect(codeIn("/t/ABCDEFG1")).toBeNull();
  expect(codeIn("/t/")).toBeNull();
});

test.each([
  [1920, 1080],
  [390, 844],
])("a projector of %i x %i shows each table and each line once", (width, height) => {
  const board = readBoard(bytesOf("a round"));
  const many = {
    ...board,
    tables: Array.from({ length: 50 }, () => board.tables[0]!),
    standings: Array.from({ length: 200 }, () => board.standings[0]!),
  };
  const pages = pagesOf(many, { width, height });
  for (const [kind, items] of [["tables", 50] as const, ["standings", 200] as const]) {
    const own = pages.filter((page) => page.kind === kind);
    expect(own.length).toBeGreaterThan(1);
    expect(own.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, place) => from + place))).toEqual(
      Array.from({ length: items }, (_, place) => place),
    );
  }
  expect(pagesOf({ ...board, tables: [], standings: [] }, { width, height })).toHaveLength(1);
});
