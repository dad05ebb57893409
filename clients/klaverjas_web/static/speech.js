/** What a screen reader says, unasked: a live region that holds the latest sentences. */

import { make } from './element.js';

const SENTENCES = 6;

export class Speech {
  /** @param {HTMLElement} root */
  constructor(root) {
    this._root = root;
  }

  /** Says a sentence after those before. @param {string} sentence */
  say(sentence) {
    this._root.append(make('p', { text: sentence }));
    while (this._root.children.length > SENTENCES) this._root.children[0].remove();
  }
}
