/** The tables of the hall: those where a seat is free, those at play, and those that are done. */

import { byId, fill, make } from './element.js';
import { recall } from './storage.js';

/** @typedef {import('./words.js').Words} Words */

export class TableList {
  /** @param {Words} words @param {(table: string, seat: string) => void} onSit */
  constructor(words, onSit) {
    this.words = words;
    this._onSit = onSit;
    /** The tables where this device has a seat. @type {Set<string>} */
    this._own = new Set();
    this._shown = '';
  }

  /** Knows that one sits at a table oneself. @param {string} table */
  own(table) {
    this._own.add(table);
    this._shown = '';
  }

  /** @param {Wire.TableInfo[]} tables */
  show(tables) {
    const shown = JSON.stringify(tables);
    if (shown === this._shown) return;
    this._shown = shown;
    const focused = document.activeElement && document.activeElement.id;
    const done = tables.filter((table) => table.phase === 'over').reverse();
    const live = tables.filter((table) => table.phase !== 'over').sort((a, b) => this._rank(a) - this._rank(b));
    byId('no-tables').hidden = live.length > 0;
    byId('done').hidden = done.length === 0;
    fill(byId('tables'), ...live.map((table) => this._entry(table)));
    fill(byId('done-tables'), ...done.map((table) => this._entry(table)));
    const again = focused ? document.getElementById(focused) : null;
    if (again) again.focus();
  }

  /** Puts one's own tables first, then those where a seat is free. @param {Wire.TableInfo} table */
  _rank(table) {
    if (this._own.has(table.table)) return 0;
    return table.phase === 'waiting' ? 1 : 2;
  }

  /** @param {Wire.TableInfo} table */
  _entry(table) {
    const title = `${this.words.title('play.table', { table: table.table })} · ${this.words.rules(table.rules)}`;
    return make(
      'li', { class: `entry panel${this._own.has(table.table) ? ' own' : ''}` },
      make('h3', { text: title }),
      make('p', { class: 'soft', text: this._state(table) }),
      make('ul', { class: 'seats' }, ...Object.keys(table.seats).map((seat) => this._seat(table, seat))),
      make('p', { class: 'actions' }, ...this._ways(table)),
    );
  }

  /** Says how a table stands. @param {Wire.TableInfo} table @returns {string} */
  _state(table) {
    const { words } = this;
    const free = Object.values(table.seats).filter((player) => player === null).length;
    const parts = [words.text(`phase.${table.phase}`)];
    if (table.phase === 'waiting') parts.push(words.text('lobby.free', { count: free }));
    if (table.watchers) parts.push(words.text('lobby.watchers', { count: table.watchers }));
    return parts.join(' · ');
  }

  /** @param {Wire.TableInfo} table @param {string} seat */
  _seat(table, seat) {
    const player = table.seats[seat];
    const place = make('span', { class: 'place', text: this.words.text(`seat.${seat}`) });
    if (player) return make('li', {}, place, make('span', { class: 'player', text: this._player(player) }));
    if (table.phase !== 'waiting' || this._own.has(table.table)) {
      return make('li', {}, place, make('span', { class: 'player soft', text: this.words.text('table.empty') }));
    }
    return make('li', {}, place, make('button', {
      class: 'sit', type: 'button', id: `sit-${table.table}-${seat}`, text: this.words.text('hall.sit'),
      'aria-label': this.words.text('hall.sit-at', { seat: this.words.text(`seat.${seat}`), table: table.table }),
      click: () => this._onSit(table.table, seat),
    }));
  }

  /** @param {Wire.Player} player @returns {string} */
  _player(player) {
    const { words } = this;
    if (player.bot) return `${player.name} (${words.text('table.bot')})`;
    return player.away ? `${player.name} (${words.text('table.away')})` : player.name;
  }

  /** Links to wherever one can go from here. @param {Wire.TableInfo} table */
  _ways(table) {
    const { words } = this;
    const way = (/** @type {string} */ href, /** @type {string} */ text, main = false) => make(
      'a', { class: main ? 'button main' : 'button plain', href: `${href}`, text },
    );
    const name = table.table;
    if (table.phase === 'over') {
      return [way(`/score/${name}`, words.text('sheet.title')), way(`/replay/${name}`, words.text('replay.title'))];
    }
    const own = this._own.has(name);
    return [
      own ? way(`/table/${name}`, words.text('hall.go-on'), true) : way(`/watch/${name}`, words.text('hall.watch')),
      ...(recall(`key.${name}`) && table.phase === 'waiting' ? [way(`/table/${name}/links`, words.text('hall.invite'))] : []),
      ...(table.phase === 'waiting' ? [] : [way(`/score/${name}`, words.text('sheet.title'))]),
    ];
  }
}
