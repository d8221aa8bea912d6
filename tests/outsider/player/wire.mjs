/** One WebSocket to a table: frames (RFC 6455), messages, and who is at the other end (protocol.md section 1). */

import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";

import { NotCanonical, pack, unpackMessage } from "./codec.mjs";
import { form, FROM_TABLE } from "./forms.mjs";
import { E, fingerprint, fresh, publicOf, sign, signed, text } from "./keys.mjs";

const VERSIONS = [2, 1];
const SILENCE_MS = 70_000; // a table that hears nothing for 20 s asks, so a longer silence is a lost line
const MAX_BYTES = 65_536;
const ACCEPTED = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [CONTINUED, BINARY, CLOSE, PING, PONG] = [0, 2, 8, 9, 10];

/** Why there is no more to be said on this connection. */
export class Ended extends Error {}

export class Wire {
  buffer = Buffer.alloc(0);
  parts = [];
  heard = [];
  waiting = null;
  ended = null;

  static open(url) {
    const key = randomBytes(16).toString("base64");
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === "https:" ? https : http).get(new URL("/ws", url), { headers });
      request.on("upgrade", (response, socket, head) => {
        const accept = createHash("sha1")
          .update(key + ACCEPTED)
          .digest("base64");
        if (response.headers["sec-websocket-accept"] !== accept) reject(new Ended("the server speaks no WebSocket"));
        else resolve(new Wire(url.host, socket, head));
      });
      request.on("response", ({ statusCode }) =>
        reject(new Ended(`the server answers ${statusCode} in place of a WebSocket`)),
      );
      request.on("error", (error) => reject(new Ended(`no connection: ${error.message}`)));
    });
  }

  constructor(host, socket, head) {
    this.host = host;
    this.socket = socket;
    socket.setTimeout(SILENCE_MS, () => this.end("the table has been silent for too long"));
    socket.on("data", (bytes) => this.read(bytes));
    socket.on("error", (error) => this.end(`the line broke: ${error.message}`));
    socket.on("close", () => this.end("the line broke"));
    this.read(head);
  }

  end(why) {
    this.ended ??= new Ended(why);
    this.socket.destroy();
    this.wake();
  }

  wake() {
    this.waiting?.();
    this.waiting = null;
  }

  read(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    for (let frame = this.frame(); frame; frame = this.frame()) this.framed(...frame);
    this.wake();
  }

  /** The next whole frame, taken off the buffer. */
  frame() {
    if (this.buffer.length < 2) return null;
    const [first, second] = this.buffer;
    const long = { 126: 2, 127: 8 }[second & 127] ?? 0;
    if (this.buffer.length < 2 + long) return null;
    const size = {
      0: second & 127,
      2: long === 2 && this.buffer.readUInt16BE(2),
      8: long === 8 && Number(this.buffer.readBigUInt64BE(2)),
    }[long];
    if (size > MAX_BYTES) return this.end("a message is too big");
    if (this.buffer.length < 2 + long + size) return null;
    const payload = this.buffer.subarray(2 + long, 2 + long + size);
    this.buffer = this.buffer.subarray(2 + long + size);
    return [first & 15, Boolean(first & 128), payload];
  }

  framed(kind, last, payload) {
    if (kind === CLOSE)
      this.end(
        payload.length >= 2
          ? `the table closed the connection (${payload.readUInt16BE(0)})`
          : "the table closed the connection",
      );
    else if (kind === PING) this.write(PONG, payload);
    else if (kind === BINARY || kind === CONTINUED) {
      this.parts.push(payload);
      if (last) this.heard.push(Buffer.concat(this.parts.splice(0)));
    } else if (kind !== PONG) this.end("the table sent a frame that is not binary");
  }

  write(kind, payload) {
    const mask = randomBytes(4);
    const size =
      payload.length < 126
        ? Buffer.of(128 | payload.length)
        : Buffer.of(128 | 126, payload.length >> 8, payload.length & 255);
    this.socket.write(Buffer.concat([Buffer.of(128 | kind), size, mask, payload.map((byte, i) => byte ^ mask[i & 3])]));
  }

  send(kind, fields = {}) {
    this.write(BINARY, pack([kind, fields]));
  }

  /** The next message but `ping` and `pong`; a kind or spelling of its own ends the connection. */
  async receive() {
    for (;;) {
      while (!this.heard.length) {
        if (this.ended) throw this.ended;
        await new Promise((resolve) => {
          this.waiting = resolve;
        });
      }
      const message = readMessage(this.heard.shift());
      if (message.kind === "ping") this.send("pong", { n: message.n });
      else if (message.kind !== "pong") return message;
    }
  }

  /** Prove who is who; `wanted` is the fingerprint in the link, if there was one. */
  async greet(identity, wanted) {
    const nonce = fresh();
    this.send("hello", { client: "outsider", nonce, versions: VERSIONS });
    const welcome = await this.receive();
    if (welcome.kind === "error") throw new Ended(`${welcome.code}: ${welcome.detail}`);
    if (welcome.kind !== "welcome" || !VERSIONS.includes(welcome.version))
      throw new Ended("that is no welcome that was asked for");
    const { table, nonce: theirs, proof } = welcome;
    const host = text(this.host);
    if (wanted && fingerprint(table) !== wanted)
      throw new Ended(`wrong-table: its key is ${fingerprint(table)}, the link says ${wanted}`);
    if (!signed(table, E("ono1/welcome", host, nonce, theirs), proof))
      throw new Ended("bad-proof: the table does not prove its key");
    this.send("prove", {
      identity: publicOf("ed25519", identity),
      proof: sign(identity, E("ono1/hello", table, host, nonce, theirs)),
    });
    return table;
  }
}

export function readMessage(bytes) {
  try {
    return form(FROM_TABLE, unpackMessage(bytes), "message");
  } catch (error) {
    throw error instanceof NotCanonical ? new Ended(`not a message: ${error.message}`) : error;
  }
}
