/** The ways to a table, for whoever opened it: a code for each seat, or a bot in it. */

import { byId } from './element.js';
import { Reception, drawCode, pageWords } from './reception.js';
import { recall } from './storage.js';

class Links {
  /** @param {import('./words.js').Words} words @param {string} table @param {string} key */
  constructor(words, table, key) {
    this.words = words;
    this.table = table;
    this.key = key;
    this.reception = new Reception(words);
    this.reception.onOpen = () => this._look();
    this.reception.connection.onMessage = (message) => this._told(message);
    /** @type {Record<string, Wire.Player>} */
    this._players = {};
    this._cards = Array.from(document.querySelectorAll('[data-seat]')).map(
      (element) => /** @type {HTMLElement} */ (element),
    );
  }

  start() {
    for (const card of this._cards) this._wire(card);
    this.reception.open();
  }

  /** @param {HTMLElement} card */
  _wire(card) {
    const seat = card.dataset.seat || '';
    part(card, '.invite').addEventListener('click', () => this._invite(card, seat));
    card.querySelectorAll('.fill').forEach((button) => {
      const { strategy } = /** @type {HTMLElement} */ (button).dataset;
      button.addEventListener('click', () => this._fill(seat, strategy || ''));
    });
  }

  /** Sees who sits there; whoever has a seat is shown the table unasked. */
  _look() {
    this.reception.connection.request({ t: 'watch', table: this.table }).catch((fault) => {
      if (fault.code !== 'already-seated') this.reception.complain(fault);
    });
  }

  /** @param {any} message */
  _told(message) {
    if (message.table !== this.table) return;
    if (message.t === 'snapshot') this._players = message.view.players;
    else if (message.t === 'event') this._happened(message.e);
    this._draw();
  }

  /** @param {Wire.Event} event */
  _happened(event) {
    if (event.k === 'sat') this._players[event.seat] = { name: event.name, bot: null, away: false };
    if (event.k === 'filled') this._players[event.seat] = { name: event.strategy, bot: event.strategy, away: false };
    if (event.k === 'left') delete this._players[event.seat];
  }

  _draw() {
    for (const card of this._cards) {
      const player = this._players[card.dataset.seat || ''];
      part(card, '.who').textContent = player ? this._name(player) : this.words.text('table.empty');
      part(card, '.ways').hidden = Boolean(player);
      if (player) this._putAway(card);
    }
  }

  /** @param {Wire.Player} player @returns {string} */
  _name(player) {
    return player.bot ? `${player.name} (${this.words.text('table.bot')})` : player.name;
  }

  /** @param {HTMLElement} card */
  _putAway(card) {
    part(card, '.code').hidden = true;
    part(card, '.link').hidden = true;
  }

  /** @param {HTMLElement} card @param {string} seat */
  async _invite(card, seat) {
    const { table, key } = this;
    const invited = await this.reception.request({ t: 'invite', table, key, seat });
    if (!invited || !invited.code) return;
    const path = `/join#${encodeURIComponent(invited.code)}`;
    await drawCode(part(card, '.code'), path);
    part(card, '.code').hidden = false;
    part(card, '.link').textContent = (document.body.dataset.address || '') + path;
    part(card, '.link').hidden = false;
  }

  /** @param {string} seat @param {string} strategy */
  _fill(seat, strategy) {
    const { table, key } = this;
    this.reception.request({ t: 'fill', table, key, seat, strategy });
  }
}

/** @param {HTMLElement} card @param {string} selector @returns {HTMLElement} */
const part = (card, selector) => /** @type {HTMLElement} */ (card.querySelector(selector));

const { table = '' } = document.body.dataset;
const key = recall(`key.${table}`);
pageWords().then((words) => {
  if (key) new Links(words, table, key).start();
  else {
    byId('trouble').textContent = words.text('links.no-key');
    byId('trouble').hidden = false;
    document.querySelectorAll('[data-seat]').forEach((card) => card.remove());
  }
});
