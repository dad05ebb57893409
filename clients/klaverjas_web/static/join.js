/** Sitting down by a link: the one of a table, or that of a seat with its code behind the #. */

import { byId, fill, make } from './element.js';
import { Reception, askName, pageWords, takeCode } from './reception.js';
import { recall } from './storage.js';

class Door {
  /** @param {import('./words.js').Words} words @param {string} table @param {string} code */
  constructor(words, table, code) {
    this.words = words;
    this.table = table;
    this.code = code;
    this.reception = new Reception(words);
    this.reception.onOpen = () => this._sit();
  }

  start() {
    if (!this.code && !this.table) {
      this._tell('join.no-code');
      return;
    }
    if (recall('name')) {
      this.reception.open();
      return;
    }
    byId('name-form').hidden = false;
    this._tell('join.who');
    askName((name) => {
      this.reception.connection.rename(name);
      this._tell('page.moment');
      this.reception.open();
    });
    byId('name').focus();
  }

  async _sit() {
    const where = this.code ? { code: this.code } : { table: this.table };
    try {
      const seated = await this.reception.connection.request({ t: 'sit', ...where });
      window.location.replace(`/table/${seated.table}`);
    } catch (fault) {
      this._refused(/** @type {import('./connection.js').Refused} */ (fault));
    }
  }

  /** Says why one cannot sit down, and what else one may do. @param {import('./connection.js').Refused} fault */
  _refused(fault) {
    if (fault.code === 'disconnected') return;
    if (fault.code === 'already-seated') {
      window.location.replace(this.table ? `/table/${this.table}` : '/');
      return;
    }
    if (fault.code === 'forbidden') this._tell('join.used');
    else byId('told').textContent = this.reception.sentence(fault);
    if (!this.table || fault.code !== 'seat-taken') return;
    const watch = make('a', {
      class: 'button main', href: `/watch/${this.table}`, text: this.words.text('hall.watch'),
    });
    fill(byId('choices'), watch);
  }

  /** @param {string} key */
  _tell(key) {
    byId('told').textContent = this.words.text(key);
  }
}

const { table = '' } = document.body.dataset;
const code = takeCode();
pageWords().then((words) => new Door(words, table, code).start());
