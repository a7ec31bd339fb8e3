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

// Takes a card out; the last one takes its place.
function swapOut(cards, at) {
  const card = cards[at], last = cards.pop();
  if (at < cards.length) cards[at] = last;
  return card;
}

function draw(game, seat) {
  if (!game.deck.length) [game.deck, game.discard] = [game.discard, game.deck];
  if (game.deck.length) game.hands[seat].push(swapOut(game.deck, pick(game.deck.length)));
}

function lose(game, seat, at) {
  game.discard.push(swapOut(game.hands[seat], at));
}

function worst(game, seat) {
  const hand = game.hands[seat];
  for (const [cards, keep, die] of sides[seat].discard) {
    let held = 0;
    for (const card of hand) held += cards.includes(card);
    if (held > keep && (die < 2 || pick(die) === 0)) return hand.findIndex((card) => cards.includes(card));
  }
  return pick(hand.length);
}

function choice(game, seat) {
  const { chain, escape, tricks } = sides[seat], hand = game.hands[seat], other = 1 - seat;
  if (game.hands[other].length) {
    for (const card of tricks) if (hand.includes(card)) return hand.indexOf(card);
  }
  const next = hand.indexOf(chain[game.rows[seat]]);
  return next < 0 && game.rows[other] === 2 ? hand.indexOf(escape) : next;
}

function act(game, seat) {
  const at = choice(game, seat), { chain, escape } = sides[seat];
  if (at < 0) return;
  const card = game.hands[seat][at];
  if (card === chain[game.rows[seat]]) {
    swapOut(game.hands[seat], at);
    if (++game.rows[seat] === 3) {
      game.discard.push(...chain);
      game.rows[seat] = 0;
      game.sunk[seat]++;
    }
    return;
  }
  lose(game, seat, at);
  if (card !== escape) return lose(game, 1 - seat, pick(game.hands[1 - seat].length));
  for (const other of [0, 1]) {
    game.discard.push(...sides[other].chain.slice(0, game.rows[other]));
    game.rows[other] = 0;
  }
}

function play() {
  const game = { deck: whole.slice(), discard: [], hands: [[], []], rows: [0, 0], sunk: [0, 0] };
  for (const seat of [0, 1]) for (let n = 0; n < 5; n++) draw(game, seat);
  for (let round = 1; round <= 1000; round++) {
    for (const seat of [0, 1]) {
      draw(game, seat);
      draw(game, seat);
      while (game.hands[seat].length > 5) lose(game, seat, worst(game, seat));
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
