// The load on boardgame_server.cjs: `node boardgame_load.mjs DIR PORT PID`, told what to do by lines of JSON as load.py is.
//
// Every seat of a match is a WebSocket that speaks the packets of socket.io by itself. A move counts once all four
// have been told of it, and the next seat moves at once. A match has as many moves as a game of UNO, then comes another.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const [, , dir, port, pid] = process.argv;
const WebSocket = createRequire(`${dir}/`)('ws');

const SEATS = 4;
const MOVES = 65;
const TICKS = 100;

let isRunning = false;
let moves = 0;
const matches = [];

class Match {
  constructor(number) {
    this.number = number;
    this.matches = 0;
    this.sockets = [];
  }

  async open() {
    for (let seat = 0; seat < SEATS; seat++) this.sockets.push(await connected((said) => this.heard(said)));
    await new Promise((done) => {
      this.done = done;
      this.begin();
    });
  }

  begin() {
    this.id = `match-${this.number}-${this.matches++}`;
    this.made = this.state = this.synced = this.told = 0;
    this.isWaiting = false;
    this.sockets.forEach((socket, seat) => socket.send(packet('sync', [this.id, String(seat), null, SEATS])));
  }

  heard(said) {
    if (!said.includes(this.id)) return;
    if (said.startsWith('42/uno,["sync"')) {
      if (++this.synced === SEATS) this.wait();
    } else if (/^42\/uno,\["(update|patch)"/.test(said) && this.synced === SEATS && ++this.told === SEATS) {
      moves++;
      this.told = 0;
      this.state = Number(/"_stateID":(\d+)/.exec(said)[1]);
      if (++this.made === MOVES) this.begin();
      else this.wait();
    }
  }

  wait() {
    this.isWaiting = true;
    this.done();
    if (isRunning) this.move();
  }

  move() {
    this.isWaiting = false;
    const seat = String(this.made % SEATS);
    const action = { type: 'MAKE_MOVE', payload: { type: 'play', args: [this.made], playerID: seat } };
    this.sockets[seat].send(packet('update', [action, this.state, this.id, seat]));
  }
}

const packet = (event, args) => `42/uno,${JSON.stringify([event, ...args])}`;

const connected = (heard) =>
  new Promise((opened) => {
    const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('message', (data) => {
      const said = data.toString();
      if (said[0] === '0') socket.send('40/uno,');
      else if (said === '2') socket.send('3');
      else if (said.startsWith('40/uno')) opened(socket);
      else heard(said);
    });
  });

const cpuSeconds = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};

const passed = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

const does = {
  async open({ rooms }) {
    for (let number = 0; number < rooms; number++) {
      const match = new Match(number);
      await match.open();
      matches.push(match);
    }
    return { rooms: matches.length };
  },

  async play({ seconds }) {
    const server = cpuSeconds();
    const own = process.cpuUsage();
    moves = 0;
    isRunning = true;
    for (const match of matches) if (match.isWaiting) match.move();
    await passed(seconds);
    isRunning = false;
    while (matches.some((match) => !match.isWaiting)) await passed(0.01);
    const { user, system } = process.cpuUsage(own);
    return { moves, server_s: cpuSeconds() - server, load_s: (user + system) / 1e6 };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  console.log(JSON.stringify(await does[told.do](told)));
}
process.exit(0);
