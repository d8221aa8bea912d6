/**
 * A line between a client and a server that changes one thing on its way: node relay.mjs FAULT PORT SERVER-PORT
 * It begins with the first entry in which a card is played, and says on its output which entry that was.
 */

import net from "node:net";

import { MAX_PAIR, pack, unpack, unpackMessage } from "./codec.mjs";
import { evolve, State } from "./fold.mjs";
import { EVENTS, form } from "./forms.mjs";

const state = new State();

/** An entry's body, changed: the card that is played is another. */
function swapCard(body) {
  const entry = unpack(body);
  const [kind, played] = entry[4].find(([event]) => event === "played");
  const card = played.cards[0] === 0 ? 1 : 0;
  entry[4] = entry[4].map((event) => (event[0] === kind ? [kind, { ...played, cards: [card] }] : event));
  return entry;
}

const FAULTS = {
  /** One byte of the table's signature. */
  "flipped-byte": (body, sig) => [body, Buffer.from(sig.map((byte, i) => (i === 40 ? byte ^ 1 : byte)))],
  /** Another card, by somebody who does not count. */
  "swapped-card": (body, sig) => [pack(swapCard(body)), sig],
  /** Another card, by somebody who can count: the digest fits. */
  "swapped-card-and-digest": (body, sig) => {
    const entry = swapCard(body);
    for (const event of entry[4]) evolve(state, form(EVENTS, event, "event"));
    return [pack([...entry.slice(0, 6), state.digest()]), sig];
  },
};

const [fault, port, server] = process.argv.slice(2);
let done = false;

function changed(entry) {
  const [body, sig] = unpack(entry, MAX_PAIR);
  const [index, , , , events] = unpack(body);
  if (!done && events.some(([kind]) => kind === "played")) {
    done = true;
    process.stdout.write(`entry ${index}\n`);
    return pack(FAULTS[fault](body, sig));
  }
  if (!done) for (const event of events) evolve(state, form(EVENTS, event, "event"));
  return entry;
}

/** A server's frame, with the entries in it as this line has them. */
function frame(payload) {
  const [kind, fields] = unpackMessage(payload);
  const message = kind === "entries" ? pack([kind, { entries: fields.entries.map(changed) }]) : payload;
  const head =
    message.length < 126
      ? Buffer.of(0x82, message.length)
      : Buffer.of(0x82, 126, message.length >> 8, message.length & 255);
  return Buffer.concat([head, message]);
}

net
  .createServer((client) => {
    const upstream = net.connect(Number(server), "127.0.0.1");
    let bytes = Buffer.alloc(0);
    let open = false;
    client.pipe(upstream);
    upstream.on("data", (more) => {
      bytes = Buffer.concat([bytes, more]);
      const end = bytes.indexOf("\r\n\r\n");
      if (!open && end >= 0) {
        open = true;
        client.write(bytes.subarray(0, end + 4));
        bytes = bytes.subarray(end + 4);
      }
      while (open && bytes.length >= 4) {
        const [start, size] = bytes[1] < 126 ? [2, bytes[1]] : [4, bytes.readUInt16BE(2)];
        if (bytes.length < start + size) return;
        client.write(frame(bytes.subarray(start, start + size)));
        bytes = bytes.subarray(start + size);
      }
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  })
  .listen(Number(port), "127.0.0.1", () => process.stdout.write("listening\n"));
