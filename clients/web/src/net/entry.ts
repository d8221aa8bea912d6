/** Entries, commands and papers: from their bytes to values, with their hashes and what is signed (log.md 3, 4 and 6). */
import { CodecFault, LIMIT, type Plain, packed, unpacked } from "../fair/codec";
import { type Bytes, encode, hashed, u64 } from "../fair/transcript";
import { type SeatAct, type TableAct, namesStep, readSeatAct, readTableAct } from "../game/acts";
import { type GameEvent, readEvents } from "../game/events";
import { LogFault } from "../game/faults";
import { type Value, bytes, list, natural, nullable, reader, text, tuple } from "../game/forms";

/** Keys, links and salts may come in any size: what is wrong with them has a name of its own. */
const LINK = tuple(natural, natural, bytes());

export const PAPERS = {
  /** 32 bytes for each place of shuffle k, and the contributors with the last known link of each. */
  commitments: { k: natural, slots: bytes(), from: list(LINK) },
  /** The links that cut shuffle k, seats rising. */
  reveals: { k: natural, values: list(LINK) },
  /** Cards shown to everybody: [slot, card, salt]. */
  openings: { cards: list(tuple(natural, natural, bytes())) },
  /** Cards shown to one seat: 34 bytes for each slot. */
  sealings: { seat: natural, slots: list(natural), sealed: bytes() },
  /** The dealer's link for shuffle k, the round's last; at the game's end its x25519 secret too. */
  "dealer-reveal": { k: natural, value: bytes(), x25519: nullable(bytes(32)) },
  /** Shares of the secret behind the dealer's chain with this base: [seat, commitment, 64 sealed bytes]. */
  escrow: { base: natural, shares: list(tuple(natural, bytes(), bytes())) },
} as const;

export type Paper = Value<typeof PAPERS>;
export type PaperOf<K extends Paper["kind"]> = Extract<Paper, { readonly kind: K }>;

/** What a signed command says: who asks what, answering which step, having seen which head. */
export interface Command {
  readonly seat: number | null;
  readonly counter: number;
  readonly seenIndex: number;
  readonly seenHash: Bytes;
  readonly step: number | null;
  readonly act: SeatAct;
}

export type Cause =
  | { readonly by: "player"; readonly body: Bytes; readonly sig: Bytes; readonly command: Command }
  | { readonly by: "bot"; readonly seat: number; readonly act: SeatAct }
  | { readonly by: "table"; readonly act: TableAct };

export interface Entry {
  readonly index: number;
  readonly previous: Bytes;
  readonly clock: number;
  readonly cause: Cause;
  readonly events: readonly GameEvent[];
  readonly papers: readonly Paper[];
  readonly digest: Bytes;
  /** The bytes of `[body, sig]`. */
  readonly raw: Bytes;
  readonly body: Bytes;
  readonly sig: Bytes;
  readonly hash: Bytes;
}

const PAIR = tuple(bytes(), bytes(64));
const PAIR_LIMIT = LIMIT + 80;

const anything = (value: Plain): Plain => value;
const BODY = tuple(natural, bytes(32), natural, list(anything), anything, list(reader(PAPERS)), bytes(16));
const COMMAND = tuple(nullable(natural), natural, natural, bytes(32), nullable(natural), readSeatAct);
const BY_PLAYER = tuple(text, bytes(), bytes(64));
const BY_BOT = tuple(text, natural, readSeatAct);
const BY_TABLE = tuple(text, readTableAct);

function plainOf(raw: Bytes, limit?: number): Plain {
  try {
    return unpacked(raw, limit);
  } catch (fault) {
    if (fault instanceof CodecFault) throw new LogFault("not-canonical", fault.message);
    throw fault;
  }
}

/** Where an entry's body says that it stands, whoever can read the rest. */
export function indexOf(body: Bytes): number {
  const plain = plainOf(body);
  return natural(Array.isArray(plain) ? (plain[0] ?? null) : null);
}

/** The two bins of an entry's bytes. */
export function readPair(raw: Bytes): Pick<Entry, "body" | "sig"> {
  const [body, sig] = PAIR(plainOf(raw, PAIR_LIMIT));
  return { body, sig };
}

/** What the bytes of `[body, sig]` say; LogFault or NeedsNewer. */
export function readEntry(raw: Bytes): Entry {
  const { body, sig } = readPair(raw);
  const [index, previous, clock, cause, events, papers, digest] = BODY(plainOf(body));
  const hash = hashed("ono1/entry", body, sig);
  return {
    index,
    previous,
    clock,
    cause: readCause(cause),
    events: readEvents(events),
    papers,
    digest,
    raw,
    body,
    sig,
    hash,
  };
}

function readCause(cause: readonly Plain[]): Cause {
  if (cause[0] === "player") {
    const [by, body, sig] = BY_PLAYER(cause);
    return { by: by as "player", body, sig, command: readCommand(body) };
  }
  if (cause[0] === "bot") {
    const [by, seat, act] = BY_BOT(cause);
    return { by: by as "bot", seat, act };
  }
  if (cause[0] !== "table")
    throw new LogFault("bad-form", `a cause player, bot or table expected, got ${String(cause[0])}`);
  return { by: "table", act: BY_TABLE(cause)[1] };
}

/** What a command's body says. */
export function readCommand(body: Bytes): Command {
  const [seat, counter, seenIndex, seenHash, step, act] = COMMAND(plainOf(body));
  if (namesStep(act.kind) !== (step !== null)) {
    throw new LogFault("bad-form", "an act of a turn names its step, and only such an act does");
  }
  return { seat, counter, seenIndex, seenHash, step, act };
}

/** The canonical body of a command. */
export function commandBody({ seat, counter, seenIndex, seenHash, step, act }: Command): Bytes {
  const { kind, ...fields } = act;
  return packed([seat, counter, seenIndex, seenHash, step, [kind, fields as Plain]]);
}

// What is hashed and signed

export const gameId = (genesisBody: Bytes): Bytes => hashed("ono1/game", genesisBody);
export const commandId = (gid: Bytes, body: Bytes): Bytes => hashed("ono1/cmd", gid, body);

/** What the table signs of an entry. */
export function headText(gid: Bytes, { index, body }: Pick<Entry, "index" | "body">): Bytes {
  return encode("ono1/head", gid, u64(index), hashed("ono1/body", body));
}

/** What a session key signs of a command. */
export const commandText = (gid: Bytes, body: Bytes): Bytes => encode("ono1/cmd", gid, body);

/** What an identity key signs to introduce its keys of one game. */
export function certificateText(gid: Bytes, keys: { session: Bytes; x25519: Bytes; anchor: Bytes }): Bytes {
  return encode("ono1/session", gid, keys.session, keys.x25519, keys.anchor);
}

/** What an identity key signs to introduce its keys as a witness of one game. */
export function witnessText(gid: Bytes, { session, anchor }: { session: Bytes; anchor: Bytes }): Bytes {
  return encode("ono1/witness", gid, session, anchor);
}

/** What a player or a witness signs at the game's end. */
export const finalText = (gid: Bytes, index: number, hash: Bytes): Bytes => encode("ono1/final", gid, u64(index), hash);
