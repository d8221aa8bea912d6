/** What travels on a connection, protocol.md 1: messages to the table are packed, messages from it read strictly. */
import { CodecFault, MESSAGE_LIMIT, type Plain, packed, unpacked } from "../fair/codec";
import type { Bytes } from "../fair/transcript";
import { LogFault } from "../game/faults";
import {
  type Fields,
  type Value,
  bytes,
  integer,
  list,
  natural,
  nullable,
  reader,
  record,
  text,
  tuple,
} from "../game/forms";

/** Why a command was refused, with the step or counter to try again with where that is the reason. */
const REFUSED = record({ code: text, detail: text, step: nullable(natural), counter: nullable(natural) });

const PROMPT = {
  step: natural,
  acts: list(text),
  cards: list(tuple(natural, nullable(text))),
  bluffs: list(natural),
  stakes: nullable(tuple(natural, natural)),
  ms_left: nullable(natural),
};
const FROM_TABLE = {
  welcome: { version: natural, table: bytes(32), nonce: bytes(32), proof: bytes(64) },
  entered: { room: text, game: bytes(32), length: natural },
  entries: { entries: list(bytes()) },
  answer: { id: bytes(32), index: nullable(natural), refusal: nullable(REFUSED) },
  prompt: PROMPT,
  note: { data: bytes() },
  presence: { online: list(natural), spectators: natural },
  replaced: {},
  restart: { retry_ms: natural },
  ping: { n: integer },
  pong: { n: integer },
  error: { code: text, detail: text },
};

export type FromTable = Value<typeof FROM_TABLE>;
export type MessageOf<K extends FromTable["kind"]> = Extract<FromTable, { readonly kind: K }>;
export type PromptFields = Fields<typeof PROMPT>;

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
