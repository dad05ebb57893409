/** The trick in the middle of the table. */

import { drawCard } from './cards.js';
import { fill, make } from './element.js';
import { nearSeat, seatsFrom } from './seats.js';

/**
 * @typedef {import('./party.js').Party} Party
 */

/** How long a complete trick stays, and how long it takes to be swept away. */
const STAY_MS = 1300;
const SWEEP_MS = 260;

/** Where seats are around the table, by how many there are, clockwise from the viewer. */
const PLACES = /** @type {Record<number, string[]>} */ ({
  2: ['near', 'far'], 4: ['near', 'left', 'far', 'right'],
});

/**
 * Says where a seat is as the viewer looks at the table.
 * @param {Wire.View} view @param {Wire.Seat} seat @returns {string}
 */
export function placeOf(view, seat) {
  const around = seatsFrom(view, nearSeat(view));
  return PLACES[around.length][around.indexOf(seat)];
}

export class Trick {
  /** @param {HTMLElement} root @param {Wire.Timers} timers */
  constructor(root, timers) {
    this.root = root;
    this._timers = timers;
    /** @type {Map<Wire.Card, HTMLElement>} */
    this._laid = new Map();
    /** @type {string | null} */
    this._winner = null;
    this._timer = 0;
    this._kept = false;
  }

  /** Whether cards lie there, be it those of a trick that is won. @returns {boolean} */
  get empty() {
    return this._laid.size === 0;
  }

  /** Lays what lies in the trick. @param {Wire.View} view @param {Party} party */
  lay(view, party) {
    if (!view.trick.length && this._winner !== null) return;
    if (this._winner !== null) this.clear();
    const cards = view.trick.map((laid) => laid.card);
    for (const card of Array.from(this._laid.keys())) {
      if (!cards.includes(card)) this._take(card);
    }
    view.trick.forEach((laid, order) => this._put(laid, order, view, party));
  }

  /**
   * Shows who won the cards that lie there; after a while they are swept to him.
   * @param {Wire.Card[]} cards @param {Wire.Seat} winner @param {Wire.Seat} leader @param {Wire.View} view
   */
  win(cards, winner, leader, view) {
    this._winner = placeOf(view, winner);
    const around = seatsFrom(view, leader);
    const card = this._laid.get(cards[around.indexOf(winner)]);
    if (card) card.classList.add('won');
    this._settle();
  }

  /** Keeps a won trick lying, for as long as something may be said of it. @param {boolean} kept */
  keep(kept) {
    if (kept === this._kept) return;
    this._kept = kept;
    if (this._winner !== null) this._settle();
  }

  /** Takes everything away at once. */
  clear() {
    this._timers.clear(this._timer);
    this._winner = null;
    this._laid.clear();
    fill(this.root);
  }

  _settle() {
    this._timers.clear(this._timer);
    if (!this._kept) this._timer = this._timers.set(() => this._sweep(), STAY_MS);
  }

  _sweep() {
    this.root.querySelectorAll('.laid').forEach((card) => card.classList.add(`to-${this._winner}`));
    this._timer = this._timers.set(() => this.clear(), SWEEP_MS);
  }

  /** @param {Wire.TrickCard} laid @param {number} order @param {Wire.View} view @param {Party} party */
  _put(laid, order, view, party) {
    if (this._laid.has(laid.card)) return;
    const { words } = party;
    const name = laid.seat === view.me ? words.text('table.you') : party.name(laid.seat);
    const card = make(
      'div',
      { class: `laid ${placeOf(view, laid.seat)}`, 'data-card': laid.card, 'data-seat': laid.seat,
        role: 'img', 'aria-label': `${name}: ${words.spoken(laid.card)}` },
      order === 0 ? this._leader(party, laid.seat) : null,
    );
    card.prepend(drawCard(laid.card, words));
    this._laid.set(laid.card, card);
    this.root.append(card);
  }

  /** @param {Party} party @param {Wire.Seat} seat */
  _leader(party, seat) {
    return make('span', { class: 'led', title: party.tell(seat, 'table.led'), text: '1' });
  }

  /** @param {Wire.Card} card */
  _take(card) {
    const laid = this._laid.get(card);
    if (laid) laid.remove();
    this._laid.delete(card);
  }
}
