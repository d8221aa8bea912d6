// Random play of the npm package uno-engine: node uno_engine.mjs FOLDER SEATS SECONDS
// FOLDER is where it is installed. Prints the CPU seconds spent and the moves made as JSON; a draw and a pass are moves.
import { createRequire } from 'node:module';

const [folder, seats, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { Game, Color, Value } = createRequire(`${folder}/here.js`)('uno-engine');
const COLOURS = [Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW];
const WILDS = new Set([Value.WILD, Value.WILD_DRAW_FOUR]);
const WARM_UP = 300;
const ENDLESS = 5000;

const any = (items) => items[Math.floor(Math.random() * items.length)];
const names = Array.from({ length: seats }, (_, seat) => `seat ${seat}`);

function game() {
  const table = new Game(names, []);
  let over = false;
  let drawn = false;
  let moves = 0;
  table.on('end', () => { over = true; });
  for (; !over && moves < ENDLESS; moves += 1) {
    const { hand } = table.currentPlayer;
    const top = table.discardedCard;
    const playable = hand.filter(({ value, color }) => WILDS.has(value) || color === top.color || value === top.value);
    if (playable.length > 0) {
      const card = any(playable);
      if (WILDS.has(card.value)) card.color = any(COLOURS);
      if (hand.length === 2) table.uno();
      table.play(card);
      drawn = false;
    } else if (drawn) {
      table.pass();
      drawn = false;
    } else {
      table.draw();
      drawn = true;
    }
  }
  return moves;
}

const spent = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

for (let warm = 0; warm < WARM_UP; warm += 1) game();
const began = process.cpuUsage();
let moves = 0;
do moves += game(); while (spent(began) < seconds);
console.log(JSON.stringify({ seconds: spent(began), moves }));
