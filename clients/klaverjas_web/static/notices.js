/** What the page itself has to say: a banner that stays, and a toast that goes. */

import { fill, make } from './element.js';

/** @typedef {{text: string, button?: string, run?: () => void}} Notice */

const TOAST_MS = 6000;

export class Notices {
  /** @param {HTMLElement} banner @param {HTMLElement} toast @param {Wire.Timers} timers */
  constructor(banner, toast, timers) {
    this._banner = banner;
    this._toast = toast;
    this._timers = timers;
    this._timer = 0;
    this._shown = '';
  }

  /** Shows a notice until another one, or none, takes its place. @param {Notice | null} notice */
  stay(notice) {
    const shown = notice ? notice.text + notice.button : '';
    if (shown === this._shown) return;
    this._shown = shown;
    this._banner.hidden = notice === null;
    if (!notice) return;
    const { text, button, run } = notice;
    fill(
      this._banner, make('span', { text }),
      button && run ? make('button', { type: 'button', class: 'plain', text: button, click: run }) : null,
    );
  }

  /** Says something in passing. @param {string} text */
  pass(text) {
    this._timers.clear(this._timer);
    fill(this._toast, make('p', { text }));
    this._timer = this._timers.set(() => this.clear(), TOAST_MS);
  }

  /** Takes back what was said in passing. */
  clear() {
    fill(this._toast);
  }
}
