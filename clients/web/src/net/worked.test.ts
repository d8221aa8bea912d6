/** The worked session of protocol.md: hearing what the table says there, this client says the same bytes itself. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { type Plain, unpacked } from "../fair/codec";
import type { ActFields, ActKind } from "../game/acts";
import { vectors } from "../testing/vectors";
import { readCommand } from "./entry";
import { Identity } from "./identity";
import { prover } from "./prover";
import { type Reaction, Session } from "./session";

interface Worked {
  host: string;
  secrets: Record<string, string>;
  messages: { from: "client" | "table"; kind: string; hex: string }[];
}

const { host, secrets, messages } = vectors<Worked>("session.json");
/** In the rematch this client takes its seat again by itself, which is no part of the example. */
const untilAgain = messages.slice(0, messages.findIndex(({ kind }) => kind === "again") + 1);
const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};

test("every message of the client follows from what the table says and the player does", () => {
  const session = new Session(new Identity(hexToBytes(secrets["anna identity"]!)), store, host);
  const said: string[] = [];
  const carry = (reaction: Reaction | null): void => {
    for (const raw of reaction?.out ?? []) said.push(bytesToHex(raw));
  };
  session.want({ kind: "create", options: { preset: "boardflix", deal: 3 } }, null);
  carry(session.connected(hexToBytes(secrets["client nonce"]!)));
  carry(session.prove(prover));
  for (const { from, kind, hex } of untilAgain) {
    if (from === "table") carry(session.receive(hexToBytes(hex), 0));
    else if (kind === "again") carry(session.again());
    else if (kind === "command") carry(done(session, hex));
    for (let idle = session.idle(); idle; idle = session.idle()) carry(idle);
    expect(session.problem).toBeNull();
  }
  const named = untilAgain.filter(({ from, kind }) => from === "client" && kind !== "hello").map(({ hex }) => hex);
  expect(said.slice(1).sort()).toEqual(named.sort());
});

/** What a person does; what a program does by itself is nothing here. */
function done(session: Session, hex: string): Reaction | null {
  const [, fields] = unpacked(hexToBytes(hex)) as unknown as [string, Record<string, Plain>];
  const { act } = readCommand(fields["body"] as Uint8Array);
  if (act.kind === "cosign") return null;
  const { kind, ...rest } = act;
  return session.act(kind as ActKind, rest as unknown as ActFields<ActKind>);
}
