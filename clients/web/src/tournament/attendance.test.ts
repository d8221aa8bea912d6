import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { type Plain, packed, unpacked } from "../fair/codec";
import { publicKey, sign } from "../fair/keys";
import { type Bytes, encode, hashed, textBytes } from "../fair/transcript";
import { Identity } from "../net/identity";
import { vectors } from "../testing/vectors";
import { Attendance, type Reaction } from "./attendance";
import { spelled } from "./code";

const HOST = "club.test:8765";
const FILE = vectors<{ tid: string; code: string; boards: { bytes: string }[] }>("board.json");
const TOURNAMENT = hexToBytes(FILE.tid);
const BOARD = hexToBytes(FILE.boards[0]!.bytes);
const secret = (name: string): Bytes => hashed("ono1/test", textBytes(name));
const NONCE = secret("nonce");
const REGISTER = { kind: "register", name: "Zoe", nonce: secret("Zoe nonce") } as const;

const said = (kind: string, fields: Record<string, Plain>): Bytes => packed([kind, fields]);
const kinds = ({ out }: Reaction): unknown[] => out.map((raw) => (unpacked(raw) as Plain[])[0]);
const fields = (raw: Bytes): Record<string, Plain> => (unpacked(raw) as [string, Record<string, Plain>])[1];

function welcome(version = 3): Bytes {
  const proof = sign(secret("table"), encode("ono1/welcome", textBytes(HOST), NONCE, secret("theirs")));
  return said("welcome", { version, table: publicKey(secret("table")), nonce: secret("theirs"), proof });
}

function attending(): Attendance {
  const meant = { begin: spelled(FILE.code), host: HOST, fingerprint: null };
  const attendance = new Attendance(new Identity(secret("Zoe")), meant);
  expect(kinds(attendance.connected(NONCE))).toEqual(["hello"]);
  expect(kinds(attendance.receive(welcome(), 0))).toEqual(["prove", "attend"]);
  return attendance;
}

const board = (): Bytes => said("board", { tournament: TOURNAMENT, board: BOARD });

test("it attends, and shows the board", () => {
  const attendance = attending();
  expect(attendance.board).toBeNull();
  attendance.receive(board(), 0);
  expect(attendance.board?.title).toBe("Club evening");
});

test("a request is sent again with the same bytes on the next connection, and told what became of it", () => {
  const attendance = attending();
  expect(attendance.ask(REGISTER, 7)).toBeNull();
  attendance.receive(board(), 0);
  const first = attendance.ask(REGISTER, 7)!;
  expect(kinds(first)).toEqual(["apply"]);
  expect(attendance.ask(REGISTER, 8)).toBeNull();
  attendance.disconnected();
  attendance.connected(NONCE);
  const again = attendance.receive(welcome(), 0);
  expect(kinds(again)).toEqual(["prove", "attend", "apply"]);
  expect(bytesToHex(again.out[2]!)).toBe(bytesToHex(first.out[0]!));
  const id = hashed("ono1/tournament-request", TOURNAMENT, fields(first.out[0]!)["body"] as Bytes);
  attendance.receive(said("decided", { id: secret("other"), code: "too-late", detail: "" }), 0);
  expect(attendance.sending).toBe(true);
  attendance.receive(said("decided", { id, code: "name-taken", detail: "" }), 0);
  expect([attendance.sending, attendance.refusal]).toEqual([false, "name-taken"]);
});

test("the counter rises, also where the clock does not", () => {
  const attendance = attending();
  attendance.receive(board(), 0);
  const counters = [9, 9, 3].map((time) => {
    const body = fields(attendance.ask(REGISTER, time)!.out[0]!)["body"] as Bytes;
    const id = hashed("ono1/tournament-request", TOURNAMENT, body);
    attendance.receive(said("decided", { id, code: "bad-name", detail: "" }), 0);
    return (unpacked(body) as Plain[])[1];
  });
  expect(counters).toEqual([9, 10, 11]);
});

test("a tournament that is not there is asked for again", () => {
  const attendance = attending();
  attendance.receive(said("error", { code: "no-such-tournament", detail: "" }), 0);
  expect(attendance.missing).toBe(true);
  expect(kinds(attendance.again())).toEqual(["attend"]);
  attendance.receive(board(), 0);
  expect([attendance.missing, attendance.problem]).toEqual([false, null]);
});

test("another tournament's board, or a server that cannot prove itself, ends the connection", () => {
  const attendance = attending();
  const other = attendance.receive(said("board", { tournament: secret("other"), board: BOARD }), 0);
  expect([other.close, attendance.problem?.code]).toEqual([{ retryMs: 0 }, "bad-message"]);
  const meant = { begin: spelled(FILE.code), host: "elsewhere.test", fingerprint: null };
  const elsewhere = new Attendance(new Identity(secret("Zoe")), meant);
  elsewhere.connected(NONCE);
  expect(elsewhere.receive(welcome(), 0).close).not.toBeNull();
  expect(elsewhere.problem?.code).toBe("bad-proof");
});
