/** The board of a tournament as its organiser publishes it: an aid to show, the truth is the ledger. */
import { type Plain, unpacked } from "../fair/codec";
import { type Bytes, same } from "../fair/transcript";
import { LogFault, NeedsNewer } from "../game/faults";
import { type Form, type Read, bytes, list, map, natural, oneOf, record, text, truth, tuple } from "../game/forms";

const VERSION = 1;

/** A room's code, which becomes part of a link; empty while there is no room. */
const ROOM: Form<string> = (value) => {
  const code = text(value);
  if (!/^([A-Z]{4,8})?$/.test(code)) throw new LogFault("bad-form", `a room's code expected, got ${code.slice(0, 20)}`);
  return code;
};

/** Number, name, the key that sits down, and whether withdrawn. */
const PLAYER = tuple(natural, text, bytes(32), truth);

/** Rank, player, points as they are shown, and tables played. */
const LINE = tuple(natural, natural, text, natural);

const STATUS = oneOf("drawn", "open", "played", "forfeit", "adjudicated", "voided");

/** Number, players in the order of seats, how far it is, their places (0 for none), and its room. */
const TABLE = tuple(natural, list(natural), STATUS, list(natural), ROOM);

const BOARD = record({
  version: natural,
  title: text,
  phase: oneOf("new", "entry", "rounds", "finished"),
  paused: truth,
  /** Those of the ledger. */
  entries: natural,
  /** 0 before the first draw. */
  round: natural,
  /** 0 where nobody can say how many. */
  rounds: natural,
  stage: oneOf("", "round", "final"),
  /** Who sits out this round. */
  sitting: list(natural),
  players: list(PLAYER),
  standings: list(LINE),
  tables: list(TABLE),
});

export type Board = Read<typeof BOARD>;
export type Status = Read<typeof STATUS>;

export interface Player {
  readonly number: number;
  readonly name: string;
  readonly withdrawn: boolean;
}

export interface Table {
  readonly number: number;
  readonly players: readonly number[];
  readonly status: Status;
  readonly places: readonly number[];
  readonly room: string;
}

/** The board in these bytes: NeedsNewer for one of a later version, a CodecFault or LogFault for what is none. */
export function readBoard(raw: Bytes): Board {
  const plain: Plain = unpacked(raw);
  const version = natural(map(plain)["version"] ?? null);
  if (version !== VERSION) throw new NeedsNewer(`a board of version ${version} is not known to this version`);
  return BOARD(plain);
}

/** The player with this key; null for who does not take part. */
export function playerOf({ players }: Board, identity: Bytes): Player | null {
  const found = players.find(([, , key]) => same(key, identity));
  return found ? { number: found[0], name: found[1], withdrawn: found[3] } : null;
}

/** All tables of the round. */
export const tablesOf = ({ tables }: Board): readonly Table[] =>
  tables.map(([number, players, status, places, room]) => ({ number, players, status, places, room }));

/** What the players are called, by number. */
export const namesOf = ({ players }: Board): ReadonlyMap<number, string> =>
  new Map(players.map(([number, name]) => [number, name]));
