/** A sheet of paper over the table: one at a time, closed by its button or by Escape. */

import { fill, make } from './element.js';

/** @typedef {{text: string, run?: () => void, plain?: boolean}} Choice a button; it closes too */

const FOCUSABLE = 'button, a[href], input, select, [tabindex="0"]';

export class Overlay {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.name = '';
    /** @type {(() => void) | null} */
    this._onClose = null;
    /** @type {Element | null} */
    this._before = null;
    root.addEventListener('keydown', (event) => this._key(event));
  }

  /** @returns {boolean} */
  get open() {
    return !this.root.hidden;
  }

  /**
   * Shows something, in place of what was shown before.
   * @param {object} sheet
   * @param {string} sheet.name what it is, for whoever asks whether it is open
   * @param {string} sheet.title
   * @param {(HTMLElement | null)[]} sheet.body
   * @param {Choice[]} sheet.choices the first one is at hand; Escape runs the last
   * @param {() => void} [sheet.onClose]
   */
  show({ name, title, body, choices, onClose }) {
    if (this.open) this.close();
    this._before = document.activeElement;
    this._onClose = onClose || null;
    this._escape = choices[choices.length - 1];
    this.name = name;
    const buttons = choices.map((choice) => this._button(choice));
    const paper = make(
      'div', { class: `paper on-${name}`, role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'paper-title' },
      make('h2', { id: 'paper-title', text: title }), ...body,
      make('div', { class: 'choices' }, ...buttons),
    );
    fill(this.root, paper);
    this.root.hidden = false;
    if (buttons[0]) buttons[0].focus({ preventScroll: true });
  }

  /** Puts the sheet away. */
  close() {
    if (!this.open) return;
    this.root.hidden = true;
    this.name = '';
    fill(this.root);
    if (this._before instanceof HTMLElement) this._before.focus();
    const closed = this._onClose;
    this._onClose = null;
    if (closed) closed();
  }

  /** @param {Choice} choice */
  _button(choice) {
    const kind = choice.plain ? 'plain' : 'main';
    return make('button', { type: 'button', class: kind, text: choice.text, click: () => this._choose(choice) });
  }

  /** @param {Choice} choice */
  _choose(choice) {
    this.close();
    if (choice.run) choice.run();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === 'Escape' && this._escape) this._choose(this._escape);
    if (event.key === 'Tab') this._turn(event);
  }

  /** Keeps the focus on the sheet. @param {KeyboardEvent} event */
  _turn(event) {
    const stops = Array.from(this.root.querySelectorAll(FOCUSABLE));
    const at = stops.indexOf(/** @type {Element} */ (document.activeElement));
    const next = stops[(at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
  }
}
