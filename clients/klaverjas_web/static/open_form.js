/** The form by which a table is opened. */

import { byId } from './element.js';

/**
 * What is wanted: `me` is one's own seat, null for none; `free` says whether any stays empty.
 * @typedef {{
 *   rules: string | Record<string, string | number>,
 *   options: Record<string, string | number | boolean>,
 *   fill: Record<string, string>, me: string | null, free: boolean,
 * }} Order
 */

const MINUTE = 60;

export class OpenForm {
  /** @param {import('./words.js').Words} words @param {(order: Order) => void} onOrder */
  constructor(words, onOrder) {
    this.words = words;
    this._rules = /** @type {HTMLSelectElement} */ (byId('rules'));
    this._seats = Array.from(document.querySelectorAll('[data-seat] select')).map(
      (element) => /** @type {HTMLSelectElement} */ (element),
    );
    this._rules.addEventListener('change', () => this._suit());
    for (const seat of this._seats) seat.addEventListener('change', () => this._oneSeat(seat));
    byId('bots').addEventListener('click', () => this._allBots());
    byId('open-form').addEventListener('submit', (event) => {
      event.preventDefault();
      onOrder(this.order());
    });
    this._suit();
  }

  /** The option of the rule set that is chosen. @returns {DOMStringMap} */
  get _chosen() {
    return this._rules.options[this._rules.selectedIndex].dataset;
  }

  /** Shows what belongs to the rules that are chosen. */
  _suit() {
    const { text = '', deals = '', seats = '' } = this._chosen;
    byId('rules-text').textContent = text;
    byId('deals-field').hidden = !deals;
    for (const seat of this._seats) {
      const place = seat.closest('[data-seat]');
      if (place instanceof HTMLElement) place.hidden = !seats.split(' ').includes(seat.name);
    }
  }

  /** Lets one sit in one seat only. @param {HTMLSelectElement} chosen */
  _oneSeat(chosen) {
    if (chosen.value !== 'me') return;
    for (const seat of this._seats) if (seat !== chosen && seat.value === 'me') seat.value = '';
  }

  _allBots() {
    for (const seat of this._seats) if (!seat.value) seat.value = 'bot:club';
  }

  /** Reads the form. @returns {Order} */
  order() {
    const seats = this._seats.filter((seat) => (this._chosen.seats || '').split(' ').includes(seat.name));
    const me = seats.filter((seat) => seat.value === 'me').map((seat) => seat.name)[0] || null;
    /** @type {Record<string, string>} */
    const fill = {};
    for (const seat of seats) if (seat.value.startsWith('bot:')) fill[seat.name] = seat.value.slice(4);
    return { rules: this._ruleSet(), options: readOptions(), fill, me, free: seats.some((seat) => !seat.value) };
  }

  _ruleSet() {
    const { deals } = this._chosen;
    const wanted = read('deals');
    return deals && wanted !== deals ? { base: this._rules.value, deals: Number(wanted) } : this._rules.value;
  }
}

/** Reads the settings that differ from what they are at first. */
function readOptions() {
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  if (read('think')) options.think = Number(read('think'));
  if (read('bank')) options.bank = Number(read('bank')) * MINUTE;
  if (read('away')) options.away = Number(read('away')) * MINUTE;
  if (read('at-zero') !== 'wait') options.at_zero = read('at-zero');
  if (Number(read('delay'))) options.delay = Number(read('delay'));
  if (/** @type {HTMLInputElement} */ (byId('private')).checked) options.private = true;
  return options;
}

/** @param {string} id @returns {string} */
const read = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id)).value;
