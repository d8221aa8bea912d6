#!/usr/bin/env node
// A sample bot: plays any number card it can, else anything; needs nothing but Node.js.
//
//     ono bot KWPX --engine ./bot.js
//
// Every line on the standard input is a JSON object (ono_net/spec/bots.md); each "ask" is answered by one line.

const lines = require("node:readline").createInterface({ input: process.stdin });

/** The choices of the best kind: number cards, then other cards but no bluffs, then the rest. */
function wanted(choices) {
  const plays = choices.filter((choice) => choice.do === "play" && !choice.bluff);
  const numbers = plays.filter((choice) => /^[RYGB]\d$/.test(choice.cards[0]));
  const catches = choices.filter((choice) => choice.do === "catch");
  return [catches, numbers, plays, choices].find((some) => some.length > 0);
}

/** How many cards of the hand have the colour that a wild would name. */
function held(hand, choice) {
  return hand.filter((card) => card[0] === choice.colour).length;
}

function answer({ id, view, choices }) {
  const among = wanted(choices);
  const most = Math.max(...among.map((choice) => held(view.hand, choice)));
  const best = among.filter((choice) => held(view.hand, choice) === most);
  const chosen = best[Math.floor(Math.random() * best.length)];
  console.log(JSON.stringify({ id, choice: choices.indexOf(chosen) }));
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if ("ono" in message && message.ono !== 1) throw new Error(`this bot speaks version 1, not ${message.ono}`);
  if (message.type === "ask") answer(message);
  if (message.type === "mistake") console.error(message.words);
});
