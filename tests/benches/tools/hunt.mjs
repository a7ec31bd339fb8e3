// Wolf Pack, its opening hands, shuffles and odds in plain JavaScript: node hunt.mjs WHAT TIMES SEED.
import { readFileSync } from "node:fs";

const hunt = JSON.parse(readFileSync(new URL("hunt.json", import.meta.url)));
const sides = hunt.sides;
const whole = hunt.copies.flatMap((copies, card) => Array(copies).fill(card));
const [periscope, torpedo] = sides[0].chain;
let state = 1;

// A 32-bit generator of the usual kind (mulberry32), and a number below n.
function pick(n) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
}

function draw(game, seat) {
  if (!game.deck.length) [game.deck, game.discard] = [game.discard, game.deck];
  const deck = game.deck;
  if (!deck.length) return;
  const at = pick(deck.length), card = deck[at];
  deck[at] = deck[deck.length - 1];
  deck.pop();
  game.hands[seat][card]++;
  game.sizes[seat]++;
}

function lose(game, seat, card) {
  game.hands[seat][card]--;
  game.sizes[seat]--;
  game.discard.push(card);
}

function anyCard(game, seat) {
  let at = pick(game.sizes[seat]);
  for (let card = 0; ; card++) if ((at -= game.hands[seat][card]) < 0) return card;
}

function keepFive(game, seat) {
  const hand = game.hands[seat];
  while (game.sizes[seat] > 5) {
    const worst = sides[seat].discard.find(([card, keep]) => hand[card] > keep);
    lose(game, seat, worst ? worst[0] : anyCard(game, seat));
  }
}

function act(game, seat) {
  const { chain, escape, tricks } = sides[seat], hand = game.hands[seat], next = chain[game.rows[seat]];
  if (hand[next]) {
    hand[next]--;
    game.sizes[seat]--;
    if (++game.rows[seat] === 3) {
      game.discard.push(...chain);
      game.rows[seat] = 0;
      game.sunk[seat]++;
    }
  } else if (game.rows[1 - seat] === 2 && hand[escape]) {
    lose(game, seat, escape);
    for (const other of [0, 1]) {
      game.discard.push(...sides[other].chain.slice(0, game.rows[other]));
      game.rows[other] = 0;
    }
  } else if (game.sizes[1 - seat]) {
    const trick = tricks.find((card) => hand[card]);
    if (trick === undefined) return;
    lose(game, seat, trick);
    lose(game, 1 - seat, anyCard(game, 1 - seat));
  }
}

function play() {
  const none = () => Array(14).fill(0);
  const game = { deck: whole.slice(), discard: [], hands: [none(), none()], sizes: [0, 0], rows: [0, 0], sunk: [0, 0] };
  for (const seat of [0, 1]) for (let n = 0; n < 5; n++) draw(game, seat);
  for (let round = 1; round <= 1000; round++) {
    for (const seat of [0, 1]) {
      draw(game, seat);
      draw(game, seat);
      keepFive(game, seat);
    }
    for (const seat of [0, 1]) {
      act(game, seat);
      if (game.sunk[seat] === sides[seat].goal) return [seat, round];
    }
  }
  return [-1, 1000];
}

const ways = {
  games(times) {
    let found = 0, sum = 0, squares = 0;
    for (let at = 0; at < times; at++) {
      const [winner, rounds] = play();
      found += winner === 0;
      sum += rounds;
      squares += rounds * rounds;
    }
    return { found, sum, squares };
  },
  hands(times) {
    let found = 0;
    const deck = whole.slice();
    for (let at = 0; at < times; at++) {
      let seen = 0;
      for (let left = 90; left > 85; left--) {
        const place = pick(left), card = deck[place];
        deck[place] = deck[left - 1];
        deck[left - 1] = card;
        seen |= (card === torpedo) | ((card === periscope) << 1);
      }
      found += seen === 3;
    }
    return { found };
  },
  shuffles(times) {
    let found = 0;
    const deck = whole.slice();
    for (let at = 0; at < times; at++) {
      for (let left = 90; left > 1; left--) {
        const place = pick(left), card = deck[place];
        deck[place] = deck[left - 1];
        deck[left - 1] = card;
      }
      found += deck[0] === periscope;
    }
    return { found };
  },
  odds(times) {
    const comb = (n, k) => {
      let ways = 1;
      for (let at = 0; at < k; at++) ways = (ways * (n - at)) / (at + 1);
      return ways;
    };
    const groups = sides[0].chain.map((card) => hunt.copies[card]);
    let found = 0;
    for (let at = 0; at < times; at++) {
      found = 0;
      for (let mask = 0; mask < 8; mask++) {
        const out = groups.filter((_, group) => (mask >> group) & 1);
        found += (-1) ** out.length * comb(90 - out.reduce((a, b) => a + b, 0), 8);
      }
      found /= comb(90, 8);
    }
    return { found };
  },
};

const [what, times, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
state = seed;
ways[what](Math.min(times, 2000)); // the compiler has seen it
state = seed;
const begin = process.cpuUsage();
const found = ways[what](times);
const used = process.cpuUsage(begin);
console.log(JSON.stringify({ what, who: "Node", times, seconds: (used.user + used.system) / 1e6, ...found }));
