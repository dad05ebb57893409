/** What the pages around the tables share: the words, the connection, and what they say of it. */

import { Connection, stayAwake } from './connection.js';
import { byId, fill, make } from './element.js';
import { recall } from './storage.js';
import { loadWords } from './words.js';

/**
 * @typedef {import('./connection.js').Refused} Refused
 * @typedef {import('./words.js').Words} Words
 */

export class Reception {
  /** @param {Words} words @param {string} [code] that another device hands its session over by */
  constructor(words, code) {
    this.words = words;
    this.connection = new Connection({ code });
    this._state = byId('connection');
    this._trouble = byId('trouble');
    /** What to do whenever there is a connection. @type {() => void} */
    this.onOpen = () => {};
    /** What to do when the server does not want this device. @type {() => void} */
    this.onRest = () => this._rest();
    this.connection.onState = (state, retryMs) => this._show(state, retryMs);
  }

  /** Connects, and comes back whenever the connection is lost. */
  open() {
    stayAwake(this.connection);
    this.connection.open();
  }

  /**
   * Makes a request; what the server refuses is said on the page.
   * @param {Wire.Request} request
   * @returns {Promise<Wire.Reply | null>} null when it was refused
   */
  async request(request) {
    try {
      const reply = await this.connection.request(request);
      this._trouble.hidden = true;
      return reply;
    } catch (fault) {
      this.complain(/** @type {Refused} */ (fault));
      return null;
    }
  }

  /** Says why something was refused. @param {Refused} fault */
  complain(fault) {
    this._trouble.textContent = this.sentence(fault);
    this._trouble.hidden = false;
  }

  /** @param {Refused} fault @returns {string} */
  sentence(fault) {
    const key = fault.code === 'disconnected' ? 'connection.lost' : `error.${fault.code}`;
    return this.words.has(key) ? this.words.text(key) : fault.message;
  }

  /** @param {import('./connection.js').State} state @param {number} retryMs */
  _show(state, retryMs) {
    this._state.hidden = state !== 'lost';
    if (state === 'open') this.onOpen();
    else if (state === 'resting') this.onRest();
    else if (state === 'lost') {
      const retry = this.words.text('connection.retry', { count: Math.ceil(retryMs / 1000) });
      this._state.textContent = `${this.words.text('connection.lost')} ${retry}`;
    }
  }

  _rest() {
    const again = make('button', {
      class: 'quiet', type: 'button', text: this.words.text('play.here'),
      click: () => this.connection.open(),
    });
    fill(this._state, `${this.words.text('bye.superseded')} `, again);
    this._state.hidden = false;
  }
}

/** Fetches the words of the page's language. @returns {Promise<Words>} */
export function pageWords() {
  return loadWords(document.documentElement.lang);
}

/**
 * Takes the code out of the address, where it would stay in the history; another one put there
 * later begins the page anew.
 * @returns {string}
 */
export function takeCode() {
  const code = decodeURIComponent(window.location.hash.slice(1));
  if (code) window.history.replaceState(null, '', window.location.pathname);
  window.addEventListener('hashchange', () => window.location.reload());
  return code;
}

/**
 * Asks for a name by the form of the page, unless this device has one.
 * @param {(name: string) => void} onName
 */
export function askName(onName) {
  const form = byId('name-form');
  const field = /** @type {HTMLInputElement} */ (byId('name'));
  field.value = recall('name') || '';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return;
    form.hidden = true;
    onName(name);
  });
}

/**
 * Draws the address of a path of this site, which may hold a code, as a QR code; the server does
 * it, and is told the path where no log sees it.
 * @param {Element} place @param {string} path
 */
export async function drawCode(place, path) {
  const answer = await fetch('/qr', { method: 'POST', body: path });
  if (!answer.ok) throw new Error(`no code for a path of ${path.length} characters`);
  const drawing = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  fill(place, document.importNode(drawing.documentElement, true));
}
