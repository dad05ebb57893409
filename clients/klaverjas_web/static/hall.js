/** The hall: who one is, which tables there are, and a new one. */

import { byId } from './element.js';
import { OpenForm } from './open_form.js';
import { Reception, askName, pageWords } from './reception.js';
import { keep, recall } from './storage.js';
import { TableList } from './table_list.js';

/** How often the tables are asked for, while somebody looks. */
const REFRESH_MS = 2500;

class Hall {
  /** @param {import('./words.js').Words} words */
  constructor(words) {
    this.words = words;
    this.reception = new Reception(words);
    this.list = new TableList(words, (table, seat) => this._sit(table, seat));
    this.form = new OpenForm(words, (order) => this._open(order));
    this._timer = 0;
    this.reception.onOpen = () => this._refresh();
    this.reception.connection.onMessage = (message) => {
      if (message.t === 'snapshot' && message.view.me) this.list.own(message.table);
    };
  }

  /** Lets somebody in who has a name. */
  start() {
    askName((name) => this._named(name));
    byId('rename').addEventListener('click', () => this._rename());
    document.addEventListener('visibilitychange', () => this._refresh());
    const name = recall('name');
    if (name) this._enter(name);
    else byId('name').focus();
  }

  /** @param {string} name */
  _named(name) {
    this.reception.connection.rename(name);
    this._enter(name);
  }

  /** @param {string} name */
  _enter(name) {
    byId('name-form').hidden = true;
    byId('hello').textContent = this.words.text('hall.hello', { name });
    byId('greeting').hidden = false;
    byId('lists').hidden = false;
    byId('opening').hidden = false;
    this.reception.open();
  }

  _rename() {
    byId('greeting').hidden = true;
    byId('name-form').hidden = false;
    byId('name').focus();
  }

  /** Asks for the tables now, and again in a while. */
  async _refresh() {
    window.clearTimeout(this._timer);
    const { connection } = this.reception;
    if (document.hidden || connection.state !== 'open') return;
    const tables = await this._tables();
    if (tables) this.list.show(tables);
    window.clearTimeout(this._timer);
    this._timer = window.setTimeout(() => this._refresh(), REFRESH_MS);
  }

  /** Asks for all pages of the list. @returns {Promise<Wire.TableInfo[] | null>} */
  async _tables() {
    /** @type {Wire.TableInfo[]} */
    let tables = [];
    for (let more = true; more;) {
      const last = tables[tables.length - 1];
      const page = await this.reception.request({ t: 'tables', ...(last ? { after: last.table } : {}) });
      if (!page) return null;
      tables = tables.concat(page.tables || []);
      more = Boolean(page.more && page.tables && page.tables.length);
    }
    return tables;
  }

  /** @param {string} table @param {string} seat */
  async _sit(table, seat) {
    const seated = await this.reception.request({ t: 'sit', table, seat });
    if (seated) window.location.assign(`/table/${table}`);
  }

  /** Opens a table, takes a seat if wanted, and goes where one is needed next. @param {import('./open_form.js').Order} order */
  async _open(order) {
    const { rules, options, fill, me, free } = order;
    const opened = await this.reception.request({ t: 'open', rules, options, fill });
    if (!opened || !opened.table) return;
    keep(`key.${opened.table}`, opened.key || null);
    const seated = me === null || (await this.reception.request({ t: 'sit', table: opened.table, seat: me }));
    if (!seated) return;
    window.location.assign(free ? `/table/${opened.table}/links` : placeOf(opened.table, me));
  }
}

/** @param {string} table @param {string | null} me @returns {string} */
const placeOf = (table, me) => (me === null ? `/watch/${table}` : `/table/${table}`);

pageWords().then((words) => new Hall(words).start());
