/** The player's own functions over tests/vectors: node vectors.mjs FOLDER. Exit code 1, and what differs. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { entriesIn, MAX_PAIR, NotCanonical, pack, unpack, unpackMessage } from "./codec.mjs";
import { arrangement, commitment, contextOf, diceOf, mixOf, orderOf, unseal } from "./fair.mjs";
import { State, evolve } from "./fold.mjs";
import { EVENTS, form, FROM_TABLE, PAPERS, SEAT_ACTS, TABLE_ACTS } from "./forms.mjs";
import {
  E,
  expand,
  F,
  fingerprint,
  goodExchangeKey,
  goodKey,
  H,
  openNote,
  perm,
  publicOf,
  sharedKey,
  sign,
  signed,
  Stream,
  text,
  u32,
  u8,
  walk,
  xor,
} from "./keys.mjs";
import { Log } from "./log.mjs";
import { Seat, secretsOf } from "./seat.mjs";
import { readMessage } from "./wire.mjs";

const folder = process.argv[2];
const json = (name) => JSON.parse(readFileSync(join(folder, name)));
const hex = (digits) => Buffer.from(digits, "hex");
const entriesOf = (name) => entriesIn(readFileSync(join(folder, name)));
let count = 0;
let wrong = 0;

function same(got, expected, what) {
  count++;
  const spell = (value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : JSON.stringify(value));
  const due = typeof expected === "string" && got instanceof Uint8Array ? expected : spell(expected);
  if (spell(got) === due) return;
  wrong++;
  process.stdout.write(`${what}: ${spell(got)} in place of ${due}\n`);
}

function codec() {
  for (const { what, hex: bytes, expect } of json("codec.json").cases) {
    let got = "ok";
    try {
      same(pack(unpack(hex(bytes))), bytes, what);
    } catch (error) {
      if (!(error instanceof NotCanonical)) throw error;
      got = "refused";
    }
    same(got, expect === "ok" ? "ok" : "refused", what);
  }
}

function fairness() {
  const { encode, stream, stream_with_rejection: rejecting, chain, shuffles, opening } = json("fairness.json");
  same(E("a", u8(1), text("")), encode['E("a", 0x01, "")'], "E");
  same(H("a", u8(1), text("")), encode['H("a", 0x01, "")'], "H");
  same(expand(80, Buffer.alloc(32), "x", u8(2)), encode['F(key=00*32,"x",0x02,L=80)'], "F");
  same(perm(hex(stream.key), 108), stream.perm_108, "perm");
  same(perm(hex(rejecting.key), rejecting.n), rejecting.perm, "perm with a rejection");
  const gid = hex(chain.gid);
  same(
    walk(gid, hex(chain.dealer.pk), 0, chain.N, 0, hex(chain.dealer.tip_c256)),
    chain.dealer.anchor_c0,
    "the dealer's chain",
  );
  for (const { pk, tip_c256: tip, anchor_c0: anchor } of chain.players)
    same(walk(gid, hex(pk), 1, chain.N, 0, hex(tip)), anchor, "a chain");
  for (const {
    k,
    base_sorted: base,
    dealer_seed_d_k: link,
    slot_commitments: commitments,
    begin_event_hash: begin,
    ...given
  } of shuffles) {
    const laid = arrangement(gid, k, hex(link), base);
    laid.forEach(({ card, salt }, s) => same(commitment(gid, k, s, card, salt), commitments[s], `commitment ${s}`));
    const context = contextOf(gid, k, hex(begin));
    same(context, given.ctx, "ctx");
    const mix = mixOf(
      context,
      given.reveals.map(([seat, index, value]) => [seat, index, hex(value)]),
    );
    same(mix, given.mix, "mix");
    same(orderOf(mix, base.length), given.draw_order_slots, "order");
  }
  const player = hex(opening.player_x);
  const K = sharedKey(gid, hex(opening.player_x_secret), hex(opening.dealer_x), hex(opening.dealer_x), player);
  same(K, opening.dh_key, "K");
  const { card, salt } = unseal(K, 256 * opening.k + opening.slot, hex(opening.sealed_34_bytes));
  same(card, opening.card, "the sealed card");
  same(salt, opening.salt, "its salt");
}

function fairExtra() {
  const {
    draws,
    own_secret: own,
    fingerprints,
    keys,
    exchange,
    chain,
    largest_shuffle: big,
    notes,
    escrow,
  } = json("fair_extra.json");
  const stream = new Stream(hex(draws.key));
  same(
    draws.choices.map((choices) => stream.draw(choices)),
    draws.drawn,
    "draws",
  );
  for (const { master, purpose, parts, secret } of own)
    same(F(hex(master), "ono1/own", text(purpose), ...parts.map(hex)), secret, purpose);
  for (const one of fingerprints) same(fingerprint(hex(one.public)), one.fingerprint, "fingerprint");
  for (const { what, public: key, key_ok: good } of keys) same(goodKey(hex(key)), good, what);
  for (const key of exchange.refused) same(goodExchangeKey(hex(key)), false, "an exchange key to be refused");
  const gid = hex(chain.gid);
  for (const [index, link] of Object.entries(chain.links)) {
    same(walk(gid, hex(chain.owner), chain.role, chain.length, Number(index), hex(chain.tip)), link, `link ${index}`);
  }
  same(contextOf(gid, big.k, hex(big.begin_hash)), big.context, "ctx");
  const mix = mixOf(
    hex(big.context),
    big.reveals.map(([seat, index, value]) => [seat, index, hex(value)]),
  );
  same(mix, big.mix, "mix");
  same(orderOf(mix, big.order.length), big.order, "order of the largest shuffle");
  for (const [seats, first] of Object.entries(big.first_of)) same(diceOf(mix, Number(seats)), first, "dice");
  for (const { key, body, sealed } of notes) {
    same(openNote(hex(key), hex(sealed)), body, "a note");
    same(openNote(hex(key), hex(sealed).reverse()), null, "a spoiled note");
  }
  for (const { seat, share, commitment: committed, key, sealed } of escrow.shares) {
    same(xor(hex(sealed), expand(64, hex(key), "ono1/escrow-seal", u32(escrow.base), u8(seat))), share, "a share");
    same(H("ono1/escrow", hex(escrow.gid), u32(escrow.base), u8(seat), hex(share)), committed, "its commitment");
  }
}

function signatures() {
  for (const { what, key, message, signature, key_ok: goodOne, good } of json("signatures.json").cases) {
    same(goodKey(hex(key)), goodOne, what);
    same(signed(hex(key), hex(message), hex(signature)), good, what);
  }
}

function forms() {
  const given = json("forms.json");
  for (const [name, table] of Object.entries({
    seat_acts: SEAT_ACTS,
    table_acts: TABLE_ACTS,
    events: EVENTS,
    papers: PAPERS,
  })) {
    const own = Object.fromEntries([...table].sort().map(([kind, fields]) => [kind, [...fields.keys()].sort()]));
    same(own, Object.fromEntries(Object.entries(given[name]).sort()), name);
  }
}

/** Events alone: each digest, and the packed states that are given. */
function folds() {
  for (const { log, digests, states } of json("folds.json").folds) {
    const state = new State();
    const entries = entriesOf(log);
    same(entries.length, digests.length / 32, log);
    entries.forEach((entry, index) => {
      const events = unpack(unpack(entry, MAX_PAIR)[0])[4];
      for (const event of events) evolve(state, form(EVENTS, event, "event"));
      same(state.digest(), digests.slice(32 * index, 32 * index + 32), `${log}, digest ${index}`);
      if (states[index]) same(state.packed(), states[index], `${log}, state ${index}`);
    });
  }
}

/** What this player says of a log: `ok`, or the code and the index of what it refuses. */
function verdict(name, identity = "", sent = () => null) {
  const entries = entriesOf(name);
  const gid = H("ono1/game", unpack(entries[0], MAX_PAIR)[0]);
  const log = new Log(identity ? secretsOf(hex(identity), gid) : null);
  sent(log, gid);
  try {
    log.take(entries);
    return log.fair.unheard.length ? `no-reveal ${log.length - 1}` : "ok";
  } catch (error) {
    if (!error.code) throw error;
    return `${error.code} ${error.index}`;
  }
}

function logs() {
  for (const name of readdirSync(join(folder, "logs"))) same(verdict(`logs/${name}`), "ok", name);
}

function tampered() {
  for (const [name, { code, index }] of Object.entries(json("tampered.json").faults))
    same(verdict(`tampered/${name}.ono`), `${code} ${index}`, name);
}

function attacks() {
  for (const [name, { code, index, reader }] of Object.entries(json("attacks.json").attacks)) {
    const expected = `${code} ${index}`;
    if (code === "forked") {
      const log = new Log();
      log.take(entriesOf(`attacks/${name}.ono`));
      const other = entriesOf(`attacks/${name}.beside.ono`)
        .map((entry) => log.forks(entry))
        .find((at) => at !== null);
      same(`forked ${other}`, expected, name);
    } else {
      const giving = (log, gid) => log.fair.sent.set(1, new Seat(gid, secretsOf(hex(reader), gid)).seed(1));
      same(verdict(`attacks/${name}.ono`, reader, code === "no-reveal" ? giving : undefined), expected, name);
    }
  }
}

/** A whole connection: what the player would say in Anna's place, and all that the table says to her. */
function session() {
  const { host, secrets, messages } = json("session.json");
  const identity = hex(secrets["anna identity"]);
  const [client, table] = ["client nonce", "table nonce"].map((name) => hex(secrets[name]));
  let log = null;
  let seat = null;
  let welcome = null;
  for (const { from, kind, hex: bytes, inside } of messages) {
    if (from === "client") {
      const [, fields] = unpackMessage(hex(bytes));
      if (kind === "prove") {
        same(
          signed(welcome.table, E("ono1/welcome", text(host), client, table), welcome.proof),
          true,
          "the proof of welcome",
        );
        same(fields.identity, publicOf("ed25519", identity), "the identity");
        same(fields.proof, sign(identity, E("ono1/hello", welcome.table, text(host), client, table)), "the proof");
      } else if (kind === "seen")
        same(
          log.pairs.some((entry) => entry.equals(fields.entry)),
          true,
          "an entry shown",
        );
      else if (kind === "reveal") {
        const { k, context } = log.fair.asks;
        same(pack(["reveal", { k, index: k, value: seat.seed(k), ctx: context }]), bytes, "a seed");
      } else if (kind === "command") {
        const act = unpack(fields.body)[5];
        const again =
          { join: () => seat.join("Anna"), cosign: () => seat.cosign(log.ended, log.hashes[log.ended]) }[act[0]] ??
          (() => act);
        const { body, sig } = seat.command(log, again());
        same(pack(["command", { body, sig }]), bytes, act[0]);
      }
      continue;
    }
    const message = readMessage(hex(bytes));
    if (kind === "welcome") welcome = message;
    if (kind === "entered") {
      seat = new Seat(message.game, secretsOf(identity, message.game));
      log = new Log(seat.secrets);
    }
    if (kind === "entries") log.take(message.entries);
    if (kind === "note") {
      const body = seat.openNote(message.data, log.fair.dealer.x25519);
      same(body, inside, "a note");
      form(FROM_TABLE, unpackMessage(body), "message");
    }
  }
  same(messages.length > 80 && log !== null, true, "a whole session");
}

for (const part of [codec, fairness, fairExtra, signatures, forms, folds, logs, tampered, attacks, session]) {
  count = 0;
  part();
  process.stdout.write(`${part.name}: ${count} compared\n`);
}
process.exitCode = wrong ? 1 : 0;
