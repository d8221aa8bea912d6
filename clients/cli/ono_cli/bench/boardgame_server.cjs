// A boardgame.io server with a game whose state is of UNO's size: `node boardgame_server.cjs DIR`, with the package
// installed in DIR, says its port and serves until it is ended.
const { createRequire } = require('node:module');
const { Server } = createRequire(`${process.argv[2]}/`)('boardgame.io/server');

const SEATS = 4;
const HAND = 7;
const CARDS = 108;

const cards = (from, count) => Array.from({ length: count }, (_, i) => from + i);

const game = {
  name: 'uno',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  turn: { minMoves: 1, maxMoves: 1 },
  setup: () => ({
    hands: cards(0, SEATS).map((seat) => cards(seat * HAND, HAND)),
    deck: cards(SEATS * HAND, CARDS - SEATS * HAND),
    discards: [],
    colour: 'red',
  }),
  moves: {
    // Two of three moves play a card, one draws one.
    play: ({ G, playerID }, n) => {
      const hand = G.hands[playerID];
      if (n % 3 && hand.length > 1) G.discards.push(hand.pop());
      else if (G.deck.length) hand.push(G.deck.pop());
      G.colour = ['red', 'yellow', 'green', 'blue'][n % 4];
    },
  },
};

const server = Server({ games: [game], origins: [/.*/], apiOrigins: [/.*/] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
