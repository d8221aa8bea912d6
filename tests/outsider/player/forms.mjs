/** The kinds there are and the types of their fields: of messages (protocol.md 1), acts, events, papers (log.md 4-6). */

/** What a reader finds, with its code (log.md section 11). */
export class Fault extends Error {
  constructor(code, words, index = null) {
    super(words);
    this.code = code;
    this.index = index;
  }
}

/** A kind, a field or a version that this program does not know: nobody is to blame. */
export class NeedsNewer extends Error {}

const BASES = {
  int: (value) => typeof value === "number",
  bool: (value) => typeof value === "boolean",
  str: (value) => typeof value === "string",
  bin: (value) => value instanceof Uint8Array,
  map: (value) =>
    value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Uint8Array),
  any: () => true,
  colour: (value) => typeof value === "string" && /^[RYGB]$/.test(value),
  phase: (value) => ["play", "drawn", "respond", "start-colour"].includes(value),
};

/** A test from its spelling: `int`, `int?` (or nil), `[int]` (a list), `(int,bin)` (an array of just these). */
function parse(source) {
  let at = 0;
  const type = () => {
    let test;
    if (source[at] === "[") {
      at++;
      const item = type();
      at++;
      test = (value) => Array.isArray(value) && value.every(item);
    } else if (source[at] === "(") {
      const items = [];
      do {
        at++;
        items.push(type());
      } while (source[at] === ",");
      at++;
      test = (value) =>
        Array.isArray(value) && value.length === items.length && items.every((item, i) => item(value[i]));
    } else {
      const name = /^[a-z]+/.exec(source.slice(at))[0];
      at += name.length;
      test = BASES[name];
    }
    if (source[at] !== "?") return test;
    at++;
    return (value) => value === null || test(value);
  };
  return type();
}

/** Kinds by name from lines of `kind field:type field:type`. */
function kinds(lines) {
  const split = lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return new Map(
    split.map(([kind, ...fields]) => [
      kind,
      new Map(fields.map((field) => field.split(":")).map(([name, type]) => [name, parse(type)])),
    ]),
  );
}

export const FROM_TABLE = kinds(`
  welcome version:int table:bin nonce:bin proof:bin
  entered room:str game:bin length:int
  entries entries:[bin]
  answer id:bin index:int? refusal:map?
  prompt step:int acts:[str] cards:[(int,str?)] sets:[[int]] bluffs:[int] lasts:[int] swaps:[int] targets:[int] catches:[(int,int)] stakes:(int,int)? ms_left:int?
  note data:bin
  presence online:[int] spectators:int
  door public:bool locked:bool watch:str
  seen entry:bin
  emoted seat:int what:str
  replaced
  restart retry_ms:int
  explained differences:[str] rest:[str] options:[any] presets:[any]
  ping n:int
  pong n:int
  error code:str detail:str`);

export const SEAT_ACTS = kinds(`
  join identity:bin session:bin x25519:bin anchor:bin cert:bin name:str wanted:int?
  witness identity:bin session:bin anchor:bin cert:bin name:str
  leave
  set_options options:map
  add_bot level:str wanted:int?
  unseat seat:int
  start
  set_pause on:bool
  next_round
  name_colour colour:colour
  play slots:[int] colour:colour? target:int? call:bool
  draw
  pass
  accept
  challenge
  call
  catch seat:int exposed:int
  cosign index:int hash:bin sig:bin
  re_anchor anchor:bin base:int
  direct seats:[bin]
  give_time ms:int`);

export const TABLE_ACTS = kinds(`
  open_log version:int table:bin nonce:bin options:map time:int host:bin?
  seat_dealer anchor:bin x25519:bin
  re_anchor anchor:bin base:int
  close k:int order:[int] dice:int missing:[int]
  next_round
  time_out step:int
  open_catch seat:int
  close_catch seat:int
  seat_to_bot seat:int
  seat_back seat:int
  remove_seat seat:int
  pass_host seat:int
  seal
  resume time:int
  simulated seed:int`);

export const EVENTS = kinds(`
  log-opened version:int table:bin nonce:bin options:map time:int host:bin?
  dealer-seated anchor:bin x25519:bin
  seated seat:int name:str identity:bin session:bin x25519:bin anchor:bin cert:bin
  bot-seated seat:int name:str level:str version:int
  left seat:int
  witness-came witness:int name:str identity:bin session:bin anchor:bin cert:bin base:int
  witness-left witness:int
  host-set seat:int?
  options-set options:map
  game-started ruleset:map deck:[str] seats:[int]
  to-do tasks:[(str,int?,int,str)]
  shuffle-begun k:int cards:[int] slots:[int] into:str
  shuffle-closed k:int order:[int]
  sat-out seats:[int]
  deal-drawn seats:[int] slots:[int] cards:[int]
  round-began round:int deal_seat:int seats:[int]
  dealt hands:[[int]]
  starter-turned slot:int card:int
  starter-returned slot:int
  asked seat:int phase:phase step:int turns:int drawn:int?
  colour-named seat:int colour:colour
  shown seat:int slots:[int] cards:[int]
  played seat:int slots:[int] cards:[int] colour:colour
  called seat:int
  exposed seat:int step:int open:bool
  catch-opened seat:int
  catch-closed seats:[int]
  caught seat:int by:int
  mistaken seat:int what:str
  hands-moved givers:[int] takers:[int]
  reversed direction:int
  skipped seat:int
  owed seat:int debt:(int,int,(colour?,[int])?)
  accepted seat:int
  challenged seat:int accused:int verdict:str shown:[int]
  drew seat:int slots:[int] why:str
  recycled seat:int slot:int why:str
  waived seat:int count:int
  passed seat:int stuck:int
  timed-out seat:int misses:int
  clock-restored seat:int
  round-ended winner:int? why:str hands:[[int]] points:[int] places:[int] scores:[int] out:[int] unfinished:int
  game-ended places:[int]
  cosigned seat:int index:int hash:bin sig:bin
  sealed by:[int] missing:[int]
  seat-removed seat:int why:str
  seat-to-bot seat:int why:str level:str version:int
  seat-back seat:int
  rekeyed seat:int session:bin x25519:bin anchor:bin cert:bin base:int
  re-anchored seat:int? anchor:bin base:int
  resumed time:int
  note-simulated seed:int
  note-pause seat:int on:bool
  directed witness:int seats:[bin]
  note-time-given by:int ms:int`);

export const PAPERS = kinds(`
  commitments k:int slots:bin from:[(int,int,bin)]
  reveals k:int values:[(int,int,bin)]
  openings cards:[(int,int,bin)]
  sealings seat:int slots:[int] sealed:bin
  dealer-reveal k:int value:bin x25519:bin?
  escrow base:int shares:[(int,bin,bin)]`);

/** `[kind, {fields}]` with just the fields of its kind: those fields, with the kind as `kind`. */
export function form(table, value, what) {
  if (!Array.isArray(value) || value.length !== 2 || !BASES.str(value[0]) || !BASES.map(value[1])) {
    throw new Fault("bad-form", `no ${what}`);
  }
  const [kind, fields] = value;
  const types = table.get(kind);
  if (!types) {
    if (what === "event" && kind.startsWith("note-")) return null;
    throw new NeedsNewer(`${what} of the unknown kind ${kind}`);
  }
  for (const name of Object.keys(fields)) {
    if (!types.has(name)) throw new NeedsNewer(`${what} ${kind} has the unknown field ${name}`);
  }
  for (const [name, fits] of types) {
    if (!(name in fields)) throw new Fault("bad-form", `${what} ${kind} has no ${name}`);
    if (!fits(fields[name])) throw new Fault("bad-form", `${what} ${kind} has no good ${name}`);
  }
  return { ...fields, kind };
}
