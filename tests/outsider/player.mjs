#!/usr/bin/env node
/**
 * A player of ONO made from the specification alone:
 *   node player.mjs URL-OF-ROOM-LINK | URL CODE [--name NAME] [--players N] [--bots LEVEL,LEVEL] [--keep DIR]
 *
 * It takes a seat, checks each entry, plays to the end and signs it. As host it seats these computer players and starts
 * once N players sit. Exit code 0: played to the seal, and everything checked; 1: something does not check; 2: no such
 * room or server, or the line was lost.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { MAGIC, pack, unpackMessage } from "./player/codec.mjs";
import { Fault, form, FROM_TABLE, NeedsNewer } from "./player/forms.mjs";
import { fingerprint, fresh } from "./player/keys.mjs";
import { Log } from "./player/log.mjs";
import { choose, Seat, secretsOf } from "./player/seat.mjs";
import { Ended, Wire } from "./player/wire.mjs";

// The table has moved on, or another was quicker (protocol.md section 4): the next prompt says what can be done now.
const CROSSED = [
  "stale",
  "shuffling",
  "paused",
  "not-your-turn",
  "wrong-phase",
  "too-early",
  "window-closed",
  "nothing-to-catch",
  "nothing-to-call",
];

class Player {
  log = null;
  seat = null;
  shown = []; // entries that others hold, beyond one's own log
  pending = new Map(); // acts not answered yet, by the id of their command
  answered = null; // the prompt that was acted on
  rounds = 0;

  constructor(wire, identity, options) {
    this.wire = wire;
    this.identity = identity;
    this.options = options;
  }

  get number() {
    return this.seat.numberIn(this.log.state);
  }

  /** Follow the room until the log is sealed. */
  async play(room) {
    this.wire.send("enter", { head: null, room });
    while (this.log?.state.phase !== "sealed") this.hear(await this.wire.receive());
    const { state, length, gid, fair } = this.log;
    const places = state.seats.map((seat, i) => (seat ? `${seat.name} ${state.places[i]}` : null)).filter(Boolean);
    const signers = state.cosigned.map((seat) => state.seats[seat]?.name ?? seat);
    const checked = `${length} entries and ${fair.shuffles.size} shuffles checked`;
    say(`game ${gid.toString("hex")}: places ${places.join(", ")}; ${checked}, signed by ${signers.join(", ")}`);
  }

  hear(message) {
    const { kind } = message;
    if (kind === "entered") this.enter(message);
    else if (kind === "entries") this.follow(message.entries);
    else if (kind === "answer") this.answer(message);
    else if (kind === "prompt") this.prompted(message);
    else if (kind === "note") this.note(message.data);
    else if (kind === "seen") this.compare(message.entry);
    else if (kind === "error") this.error(message);
    else if (kind === "replaced" || kind === "restart")
      throw new Ended(kind === "restart" ? "the server stops" : "replaced by another connection");
  }

  /** Section 5: what the room is not to be had for ends it, and nothing else. */
  error({ code, detail }) {
    if (!this.log || code === "kicked") throw new Ended(`${code}: ${detail}`);
    process.stderr.write(`${code}: ${detail}\n`);
  }

  enter({ game, length, room }) {
    this.room = room;
    this.game = game;
    this.due = length;
    this.seat = new Seat(game, secretsOf(this.identity, game));
    this.log = new Log(this.seat.secrets);
  }

  follow(entries) {
    const { log } = this;
    const before = log.length;
    const news = log.take(entries);
    if (before === 0 && (!log.gid.equals(this.game) || !log.table.equals(this.wire.table)))
      throw new Fault("bad-form", "the log is of another game or table", 0);
    this.reveal();
    if (before < this.due && log.length >= this.due) this.caughtUp();
    for (const event of news) this.tell(event);
    this.shown = this.shown.filter((entry) => !this.compare(entry));
    this.advance();
  }

  caughtUp() {
    this.show();
    if (this.number === null) this.send(this.seat.join(this.options.name));
  }

  /** Section 8: the newest entry, for the others to compare. */
  show() {
    this.wire.send("seen", { entry: this.log.pairs.at(-1) });
  }

  /** Compare an entry that another holds, or keep it until the log is so long; true once compared. */
  compare(entry) {
    if (!this.log) return true;
    const index = this.log.forks(entry);
    if (index !== null) {
      const pairs = [this.log.pairs[index], entry]
        .map((bytes) => unpackMessage(bytes))
        .sort((a, b) => Buffer.compare(Buffer.concat(a), Buffer.concat(b)));
      this.save("fork", Buffer.concat([Buffer.from("ONOFORK1\n"), pack([this.game, this.log.table, index, ...pairs])]));
      throw new Fault("forked", "the table has signed two entries for one place", index);
    }
    const [body] = unpackMessage(entry);
    const known = unpackMessage(body)[0] < this.log.length;
    if (!known && !this.shown.includes(entry)) this.shown.push(entry);
    return known;
  }

  /** Section 3: the seed for the shuffle that was begun, once. */
  reveal() {
    const { fair } = this.log;
    const asked = fair.asks;
    const number = this.number;
    const chain = asked && number !== null ? asked.from.get(number) : null;
    if (!chain || fair.sent.has(asked.k)) return;
    const index = asked.k - chain.base;
    fair.sent.set(asked.k, this.seat.seed(index));
    this.wire.send("reveal", { k: asked.k, index, value: this.seat.seed(index), ctx: asked.context });
  }

  tell(event) {
    const { state } = this.log;
    if (event.kind === "round-began" || event.kind === "round-ended") this.show();
    if (event.kind === "round-ended") {
      const who = event.winner === null ? "nobody" : state.seats[event.winner].name;
      const numbers = `points left ${event.points.join(" ")}; scores ${event.scores.join(" ")}`;
      say(`round ${++this.rounds}: ${who} won (${event.why}); ${numbers}; cards proven`);
    }
    if (event.kind === "game-ended") this.sign();
  }

  /** What one signs one vouches for: not a game whose shuffles left out a seed that was sent (fairness.md 2.2). */
  sign() {
    const { log } = this;
    if (log.fair.unheard.length)
      throw new Fault("no-reveal", `a seed that was sent is not in shuffle ${log.fair.unheard.join(", ")}`, log.ended);
    if (this.number !== null) this.send(this.seat.cosign(log.ended, log.hashes[log.ended]));
  }

  /** What a host does beside its turns. */
  advance() {
    const { state } = this.log;
    if (this.number === null || state.host !== this.number || this.pending.size) return;
    if (state.phase === "round-over") return this.send(["next_round", {}]);
    if (state.phase !== "lobby" || state.deck.length) return;
    const { bots, players } = this.options;
    const seated = (kind) => state.seats.filter((seat) => seat?.kind === kind).length;
    if (seated("bot") < bots.length) this.send(["add_bot", { level: bots[seated("bot")], wanted: null }]);
    else if (seated("human") >= players) this.send(["start", {}]);
  }

  send(act) {
    const { id, body, sig } = this.seat.command(this.log, act);
    this.pending.set(id.toString("hex"), act);
    this.wire.send("command", { body, sig });
  }

  answer({ id, refusal }) {
    const name = id.toString("hex");
    const act = this.pending.get(name);
    this.pending.delete(name);
    if (!act || !refusal) return this.log && this.advance();
    if (refusal.code === "counter-used") {
      this.seat.counter = refusal.counter - 1;
      this.send(act);
    } else if (!CROSSED.includes(refusal.code))
      throw new Ended(`${act[0]} was refused, ${refusal.code}: ${refusal.detail}`);
  }

  note(data) {
    const body = this.seat.openNote(data, this.log.fair.dealer.x25519);
    if (body) this.hear(form(FROM_TABLE, unpackMessage(body), "message"));
  }

  /** Section 6: one act for each prompt that still holds. */
  prompted(prompt) {
    const { state, fair } = this.log;
    const seat = this.number;
    if (seat === null || prompt.step !== state.step || state.turn === null) return;
    const unknown = state.hands[seat].find((slot) => !fair.known.has(slot) && !state.opened.has(slot));
    if (unknown !== undefined)
      throw new Fault("missing-paper", `slot ${unknown} of the own hand was never sealed`, this.log.length - 1);
    const known = new Map([...fair.known, ...state.opened]);
    const act = choose(prompt, state, seat, known);
    const moment = JSON.stringify([prompt.step, act]);
    if (!act || moment === this.answered) return;
    this.answered = moment;
    this.send(act);
  }

  save(ending, bytes) {
    if (this.options.keep && this.game)
      writeFileSync(join(this.options.keep, `${this.game.toString("hex")}.${ending}`), bytes);
  }
}

const say = (line) => process.stdout.write(`${line}\n`);

function asked(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      players: { type: "string" },
      bots: { type: "string" },
      keep: { type: "string" },
    },
  });
  const url = new URL(positionals[0]);
  const room = positionals[1] ?? /^\/r\/(.+)$/.exec(url.pathname)?.[1];
  if (!room) throw new Ended("name a room: by its link, or by a URL and a code");
  const options = {
    name: values.name ?? "Outsider",
    players: Number(values.players ?? 1),
    bots: values.bots?.split(",") ?? [],
    keep: values.keep,
  };
  return { url, room, wanted: /[#&]k=([a-z2-7]{16})/.exec(url.hash)?.[1] ?? null, options };
}

async function main() {
  let player = null;
  try {
    const { url, room, wanted, options } = asked(process.argv.slice(2));
    const identity = fresh();
    const wire = await Wire.open(url);
    player = new Player(wire, identity, options);
    wire.table = await wire.greet(identity, wanted);
    say(`table ${fingerprint(wire.table)}${wanted ? ", as the link says" : ""}`);
    await player.play(room);
    wire.end("done");
  } catch (error) {
    const at = error.index === null || error.index === undefined ? "" : `entry ${error.index}: `;
    if (error instanceof Fault) process.stderr.write(`${at}${error.code}: ${error.message}; nothing more is played\n`);
    else if (error instanceof Ended || error instanceof NeedsNewer) process.stderr.write(`${error.message}\n`);
    else throw error;
    process.exitCode = error instanceof Fault ? 1 : 2;
    player?.wire.end("done");
  } finally {
    if (player?.log?.length) player.save("ono", Buffer.concat([MAGIC, ...player.log.pairs]));
  }
}

await main();
