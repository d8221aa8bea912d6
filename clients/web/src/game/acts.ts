/** What may be asked of the table: the acts of a seat and the table's own, log.md 4. Field names are those of the wire. */
import { COLOUR, EVENTS } from "./events";
import { type Fields, type Value, bytes, integer, list, map, natural, nullable, reader, text, truth } from "./forms";

const TURN_ACTS = {
  /** The colour of a wild starter. */
  name_colour: { colour: COLOUR },
  /** Everything the play needs is in it, so no wild is ever half played. */
  play: { slots: list(natural), colour: nullable(COLOUR), target: nullable(natural), call: truth },
  draw: {},
  pass: {},
  /** Take the cards owed. */
  accept: {},
  /** Dispute the Wild Draw Four that the cards are owed for. */
  challenge: {},
} as const;

export const SEAT_ACTS = {
  ...TURN_ACTS,
  join: {
    identity: bytes(),
    session: bytes(),
    x25519: bytes(),
    anchor: bytes(),
    cert: bytes(),
    name: text,
    wanted: nullable(natural),
  },
  /** Give seeds and sign the end without a seat. */
  witness: { identity: bytes(), session: bytes(), anchor: bytes(), cert: bytes(), name: text },
  /** Host without a seat, and say whose each seat is. */
  direct: { seats: list(bytes()) },
  /** Give the seat up; during a game the computer plays it on, or it is removed. */
  leave: {},
  set_options: { options: map },
  add_bot: { level: text, wanted: nullable(natural) },
  unseat: { seat: natural },
  start: {},
  /** Let the table stand still, or go on. */
  set_pause: { on: truth },
  /** Let the seat on turn take longer. */
  give_time: { ms: integer },
  next_round: {},
  /** Announce the last card. */
  call: {},
  /** Point out that a seat has missed its call; `exposed` is the step that names the play. */
  catch: { seat: natural, exposed: natural },
  /** Sign the head at the game's end. */
  cosign: { index: natural, hash: bytes(), sig: bytes() },
  /** Go on with a new seed chain. */
  re_anchor: { anchor: bytes(), base: natural },
} as const;

export const TABLE_ACTS = {
  open_log: EVENTS["log-opened"],
  seat_dealer: EVENTS["dealer-seated"],
  next_round: {},
  close: { k: natural, order: list(natural), dice: natural, missing: list(natural) },
  time_out: { step: natural },
  open_catch: { seat: natural },
  close_catch: { seat: natural },
  remove_seat: { seat: natural },
  seat_to_bot: { seat: natural },
  seat_back: { seat: natural },
  pass_host: { seat: natural },
  seal: {},
  resume: { time: natural },
  simulated: { seed: integer },
  re_anchor: SEAT_ACTS.re_anchor,
} as const;

export type SeatAct = Value<typeof SEAT_ACTS>;
export type TableAct = Value<typeof TABLE_ACTS>;
export type ActKind = SeatAct["kind"];
export type ActFields<K extends ActKind> = Fields<(typeof SEAT_ACTS)[K]>;

export const readSeatAct = reader(SEAT_ACTS);
export const readTableAct = reader(TABLE_ACTS);

/** Whether an act answers what a seat was asked, and so names the step it answers. */
export const namesStep = (kind: ActKind): boolean => Object.hasOwn(TURN_ACTS, kind);
