/** What travels on a connection, protocol.md 1: messages to the table are packed, messages from it read strictly. */
import { CodecFault, MESSAGE_LIMIT, type Plain, packed, unpacked } from "../fair/codec";
import type { Bytes } from "../fair/transcript";
import { LogFault } from "../game/faults";
import {
  type Fields,
  type Form,
  type Value,
  bytes,
  integer,
  list,
  natural,
  nullable,
  oneOf,
  reader,
  record,
  text,
  truth,
  tuple,
} from "../game/forms";

/** Why a command was refused, with the step or counter to try again with where that is the reason. */
const REFUSED = record({ code: text, detail: text, step: nullable(natural), counter: nullable(natural) });

const PROMPT = {
  step: natural,
  acts: list(text),
  cards: list(tuple(natural, nullable(text))),
  bluffs: list(natural),
  /** Groups of two or more equal cards that may go down together. */
  sets: list(list(natural)),
  /** Slots whose single play leaves one card and may carry a call. */
  lasts: list(natural),
  /** Slots whose play names a target. */
  swaps: list(natural),
  /** Seats that may be named. */
  targets: list(natural),
  /** Who may be caught: seat, and the step that names the play. */
  catches: list(tuple(natural, natural)),
  stakes: nullable(tuple(natural, natural)),
  ms_left: nullable(natural),
};

const SETTING: Form<string | number | boolean> = (value) =>
  typeof value === "number" || typeof value === "boolean" ? value : text(value);

const EXPLAINED = {
  /** Sentences: what differs from the official rules, and everything else. */
  differences: list(text),
  rest: list(text),
  /** Name, group, label, value in force, and each value offered with its label. */
  options: list(tuple(text, text, text, SETTING, list(tuple(SETTING, text)))),
  /** Name, label, and a line on what it is like. */
  presets: list(tuple(text, text, text)),
};

/** Who may come in, and when those without a seat see the game (protocol.md 9). */
const DOOR = { public: truth, locked: truth, watch: oneOf("live", "delayed", "after") };

/** What a player may show the others, and all that it may. */
export const EMOTIONS = ["hello", "well-played", "thanks", "oops", "wow", "laugh", "cry", "hurry"] as const;
export type Emotion = (typeof EMOTIONS)[number];

/** What a seat showed; since version 2. */
const EMOTED = { seat: natural, what: oneOf(...EMOTIONS) };

const FROM_TABLE = {
  welcome: { version: natural, table: bytes(32), nonce: bytes(32), proof: bytes(64) },
  entered: { room: text, game: bytes(32), length: natural },
  entries: { entries: list(bytes()) },
  answer: { id: bytes(32), index: nullable(natural), refusal: nullable(REFUSED) },
  prompt: PROMPT,
  note: { data: bytes() },
  presence: { online: list(natural), spectators: natural },
  door: DOOR,
  /** An entry that somebody else holds. */
  seen: { entry: bytes() },
  emoted: EMOTED,
  explained: EXPLAINED,
  /** Of tournaments (protocol.md 15); since version 3. */
  board: { tournament: bytes(32), board: bytes() },
  applied: { tournament: bytes(32), identity: bytes(32), body: bytes(), sig: bytes(64) },
  decided: { id: bytes(32), code: nullable(text), detail: text },
  replaced: {},
  restart: { retry_ms: natural },
  ping: { n: integer },
  pong: { n: integer },
  error: { code: text, detail: text },
};

export type FromTable = Value<typeof FROM_TABLE>;
export type MessageOf<K extends FromTable["kind"]> = Extract<FromTable, { readonly kind: K }>;
export type PromptFields = Fields<typeof PROMPT>;
export type Emoted = Fields<typeof EMOTED>;
export type Door = Fields<typeof DOOR>;
export type Explained = Fields<typeof EXPLAINED>;

const readMessage = reader(FROM_TABLE);

/** The message in these bytes; a CodecFault if it is none, NeedsNewer if it is of a kind unknown here. */
export function fromTable(raw: Bytes): FromTable {
  const plain = unpacked(raw, MESSAGE_LIMIT);
  try {
    return readMessage(plain);
  } catch (fault) {
    if (fault instanceof LogFault) throw new CodecFault("bad-message", fault.detail);
    throw fault;
  }
}

/** The bytes of a message to the table. */
export const toTable = (kind: string, fields: { readonly [name: string]: Plain } = {}): Bytes => packed([kind, fields]);
