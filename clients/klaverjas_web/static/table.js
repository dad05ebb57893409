/** One table as this page knows it: the view folded from events, the open ask, what happens. */

import { customsOf } from './customs.js';
import { after, withPresence } from './view.js';

/**
 * @typedef {import('./connection.js').Connection} Connection
 */

/** Events that change more than they tell. */
const OPAQUE = ['rolled-back', 'ruled'];

export class Table {
  /** @param {string} name @param {Connection} connection */
  constructor(name, connection) {
    this.name = name;
    this.connection = connection;
    this.n = 0;
    this.paused = false;
    /** @type {Wire.View | null} */
    this.view = null;
    /** @type {Wire.Customs | null} */
    this.customs = null;
    /** @type {Wire.Ask | null} */
    this.ask = null;
    /** When the open ask came, in the browser's milliseconds. */
    this.askedAt = 0;
    /** @type {{ask: number, action: Wire.Action} | null} */
    this._sent = null;
    this._syncing = false;
    /** @type {(happening: Wire.Happening) => void} */
    this.onHappening = () => {};
    /** @type {(fault: import('./connection.js').Refused) => void} */
    this.onRefusal = () => {};
  }

  /** Whether an action waits for the server's answer. @returns {boolean} */
  get busy() {
    return this._sent !== null;
  }

  /** Takes what the server says of this table. @param {Wire.TableMessage} message */
  told(message) {
    if (message.t === 'snapshot') this._show(message.n, message.view);
    else if (message.t === 'event') this._happen(message.n, message.e);
    else if (message.t === 'ask') this._question(message);
    else if (message.t === 'unask') this._withdraw(message.ask);
    else if (message.t === 'note') this._note(message);
  }

  /**
   * Answers the open ask. A lost connection does not matter: the same act is sent again when it
   * is back, and the server takes it once.
   * @param {Wire.Action} action
   */
  act(action) {
    if (!this.ask || this._sent) return;
    this._sent = { ask: this.ask.ask, action };
    this._send();
  }

  /** Goes on where the connection was lost. */
  regained() {
    if (this._sent) this._send();
  }

  _send() {
    if (!this._sent) return;
    const { ask, action } = this._sent;
    this.connection.request({ t: 'act', table: this.name, ask, action }).then(
      () => this._answered(ask),
      (fault) => this._refused(fault),
    );
  }

  /**
   * Closes the question that was answered; if more is asked of it, that comes again after this.
   * @param {number} ask
   */
  _answered(ask) {
    this._sent = null;
    if (this.ask && this.ask.ask === ask) this._setAsk(null);
  }

  /** @param {import('./connection.js').Refused} fault */
  _refused(fault) {
    if (fault.code === 'disconnected') return;
    this._sent = null;
    this.onRefusal(fault);
  }

  /** @param {number} n @param {Wire.View} view */
  _show(n, view) {
    this.n = n;
    if (!view.legal.length) this.ask = null;
    this.view = view;
    this.customs = customsOf(view.rules);
    this.onHappening({ kind: 'shown', view });
  }

  /** @param {number} n @param {Wire.Event} event */
  _happen(n, event) {
    const before = this.view;
    if (!before || !this.customs || n <= this.n) return;
    if (n > this.n + 1) {
      this._sync(this.n);
      return;
    }
    this.n = n;
    if (event.k === 'paused' || event.k === 'resumed') this.paused = event.k === 'paused';
    const legal = this.ask ? this.ask.legal : [];
    this.view = { ...after(before, event, this.customs), legal };
    this.onHappening({ kind: 'event', event, before, view: this.view });
    if (OPAQUE.includes(event.k)) this._sync(0);
  }

  /** @param {Wire.Ask} ask */
  _question(ask) {
    this._setAsk(ask);
    if (this.view) this.onHappening({ kind: 'ask', ask, view: this.view });
  }

  /** @param {number} ask */
  _withdraw(ask) {
    if (this.ask && this.ask.ask === ask) this._setAsk(null);
    if (this.view) this.onHappening({ kind: 'unask', view: this.view });
  }

  /** @param {Wire.Ask | null} ask */
  _setAsk(ask) {
    this.ask = ask;
    this.askedAt = Date.now();
    if (this.view) this.view = { ...this.view, legal: ask ? ask.legal : [] };
  }

  /** @param {Wire.Note} note */
  _note(note) {
    if (!this.view) return;
    if (note.seat && (note.k === 'away' || note.k === 'here')) {
      this.view = withPresence(this.view, note.seat, note.k === 'away');
    }
    this.onHappening({ kind: 'note', note, view: this.view });
  }

  /** Asks for what is missing, once at a time. @param {number} n */
  _sync(n) {
    if (this._syncing) return;
    this._syncing = true;
    const done = () => { this._syncing = false; };
    this.connection.request({ t: 'sync', table: this.name, after: n }).then(done, done);
  }
}
