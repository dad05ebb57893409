/** The cards, drawn: a large index that a fan leaves in sight, and a large sign. */

import { draw } from './element.js';

/**
 * @typedef {import('./words.js').Words} Words
 */

/** The signs of the suits, each on a field of 32 by 32. */
const SIGNS = /** @type {Record<string, string>} */ ({
  H: 'M16 29.5C5.5 21 2 15.5 2 10.2 2 5.7 5.3 2.6 9.2 2.6c2.9 0 5.5 1.6 6.8 4.5 1.3-2.9 3.9-4.5'
    + ' 6.8-4.5 3.9 0 7.2 3.1 7.2 7.6 0 5.3-3.5 10.8-14 19.3z',
  D: 'M16 1.5c3 5.2 6.8 10 11.5 14.5C22.8 20.5 19 25.3 16 30.5 13 25.3 9.2 20.5 4.5 16 9.2 11.5'
    + ' 13 6.7 16 1.5z',
  S: 'M16 2c1.9 4.6 14 9.6 14 17.6 0 4.2-3 6.6-6.3 6.6-2.6 0-4.9-1.4-6.2-3.7.1 3.6 1.1 6 3.5'
    + ' 7.7H11c2.4-1.7 3.4-4.1 3.5-7.7-1.3 2.3-3.6 3.7-6.2 3.7C5 26.2 2 23.8 2 19.6 2 11.6 14.1'
    + ' 6.6 16 2z',
  C: 'M16 1.8a6.9 6.9 0 0 1 5.2 11.4 6.9 6.9 0 1 1-3.7 10.1c.2 3.1 1.2 5.2 3.5 6.9H11c2.3-1.7'
    + ' 3.3-3.8 3.5-6.9a6.9 6.9 0 1 1-3.7-10.1A6.9 6.9 0 0 1 16 1.8z',
});

/** What a court card wears, on a field of 32 by 24. */
const CROWNS = /** @type {Record<string, string>} */ ({
  K: 'M3 7.5l6.2 4.6L16 2l6.8 10.1L29 7.5 26.6 19H5.4zM5.4 20.5h21.2V23H5.4z',
  Q: 'M16 1.2a2.3 2.3 0 0 1 1.4 4.1l3.2 6 4.6-3.6a2 2 0 1 1 1.9 1.1L25 19H7L4.9 8.8a2 2 0 1 1'
    + ' 1.9-1.1l4.6 3.6 3.2-6A2.3 2.3 0 0 1 16 1.2zM7 20.5h18V23H7z',
  J: 'M6 19c-.6-7 3-11.6 9-12.4C18 2.600 23 1 28 1.600c-3.400 1.200-5.200 3-6 5.600 2.800 2.200 4.200'
    + ' 6.200 4 11.800zM5 20.500h22V23H5z',
});

/**
 * Draws a suit's sign.
 * @param {string} suit @returns {SVGElement}
 */
export function drawSign(suit) {
  const sign = draw('path', { d: SIGNS[suit] });
  return draw('svg', { viewBox: '0 0 32 32', class: `sign ${suit}`, 'aria-hidden': 'true' }, sign);
}

/**
 * Draws a card; who shows it names it.
 * @param {Wire.Card} card @param {Words} words @returns {SVGElement}
 */
export function drawCard(card, words) {
  const [suit, rank] = card;
  const face = words.face(rank);
  return draw(
    'svg', { viewBox: '0 0 100 140', class: `face ${suit}`, 'aria-hidden': 'true' },
    draw('rect', { x: 1, y: 1, width: 98, height: 138, rx: 9, class: 'stock' }),
    index(face),
    draw('path', { d: SIGNS[suit], transform: 'translate(7 48) scale(.92)' }),
    rank in CROWNS ? court(suit, rank) : draw('path', { d: SIGNS[suit], transform: 'translate(36 76) scale(1.75)' }),
  );
}

/** @param {string} face @returns {SVGElement} */
function index(face) {
  const tight = face.length > 1;
  return draw('text', {
    x: tight ? 3 : 21, y: 41, class: 'index', 'text-anchor': tight ? 'start' : 'middle',
    'font-size': tight ? 41 : 46, ...(tight ? { textLength: 39, lengthAdjust: 'spacingAndGlyphs' } : {}),
    text: face,
  });
}

/** @param {string} suit @param {string} rank @returns {SVGElement} */
function court(suit, rank) {
  return draw(
    'g', {},
    draw('rect', { x: 42, y: 12, width: 48, height: 116, rx: 6, class: 'pane' }),
    draw('path', { d: CROWNS[rank], transform: 'translate(45 22) scale(1.31)' }),
    draw('path', { d: SIGNS[suit], transform: 'translate(45 74) scale(1.31)' }),
  );
}

/**
 * Sorts a hand for the eye: trump first, then black and red in turn, high cards first.
 * @param {Wire.Card[]} hand @param {Wire.Suit | null} trump @returns {Wire.Card[]}
 */
export function sortHand(hand, trump) {
  const suits = suitOrder(hand, trump);
  /** @param {Wire.Card} card */
  const place = (card) =>
    suits.indexOf(card[0]) * 8 + (card[0] === trump ? 'J9ATKQ87' : 'ATKQJ987').indexOf(card[1]);
  return hand.slice().sort((one, other) => place(one) - place(other));
}

/** @param {Wire.Card[]} hand @param {Wire.Suit | null} trump @returns {string[]} */
function suitOrder(hand, trump) {
  const held = ['S', 'H', 'C', 'D'].filter((suit) => hand.some((card) => card[0] === suit));
  const orders = permutations(held).filter(
    (order) => trump === null || !held.includes(trump) || order[0] === trump,
  );
  // Two neighbours of one colour are easily misread.
  return orders.reduce((best, order) => (turns(order) > turns(best) ? order : best));
}

/** @param {string[]} suits @returns {string[][]} */
function permutations(suits) {
  if (!suits.length) return [[]];
  /** @type {string[][]} */
  const all = [];
  for (const first of suits) {
    const rest = suits.filter((suit) => suit !== first);
    for (const order of permutations(rest)) all.push([first, ...order]);
  }
  return all;
}

/** Counts the neighbours of different colours. @param {string[]} suits @returns {number} */
function turns(suits) {
  const red = suits.map((suit) => suit === 'H' || suit === 'D');
  return red.filter((colour, place) => place > 0 && colour !== red[place - 1]).length;
}
