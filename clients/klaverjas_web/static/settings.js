/** What somebody likes, kept on his device. */

import { make } from './element.js';
import { keep, recall } from './storage.js';
import { LANGUAGES } from './words.js';

/** @typedef {import('./words.js').Words} Words */

const NAMES = /** @type {Record<string, string>} */ ({
  nl: 'Nederlands', en: 'English', de: 'Deutsch', no: 'Norsk', sv: 'Svenska', fi: 'Suomi',
});
const SWITCHES = ['one-tap', 'four-colours', 'sound', 'vibration', 'big-text', 'quick'];
const ON_AT_FIRST = ['sound', 'vibration'];

export class Settings {
  constructor() {
    /** @type {() => void} */
    this.onChange = () => {};
  }

  /** Tells whether a switch is on. @param {string} name @returns {boolean} */
  on(name) {
    const kept = recall(`setting.${name}`);
    return kept === null ? ON_AT_FIRST.includes(name) : kept === 'on';
  }

  /** The language of the page: the server chose it as the browser wishes, or as was chosen here. */
  get language() {
    return document.documentElement.lang;
  }

  /** Whether things should move as little as possible. @returns {boolean} */
  get calm() {
    return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Lets the page look as it is liked. */
  apply() {
    const { classList } = document.documentElement;
    classList.toggle('four-colours', this.on('four-colours'));
    classList.toggle('big-text', this.on('big-text'));
  }

  /** Draws the form to change them. @param {Words} words @returns {HTMLElement} */
  draw(words) {
    const switches = SWITCHES.map((name) => this._switch(name, words.text(`play.${name}`)));
    const languages = LANGUAGES.map((language) => make(
      'option', { value: language, selected: language === words.language, text: NAMES[language] },
    ));
    const choice = make('select', {
      id: 'language',
      change: () => { window.location.search = `?lang=${choice.value}`; },
    }, ...languages);
    return make(
      'div', { class: 'settings' }, ...switches,
      make('label', { for: 'language' }, make('span', { text: words.text('play.language') }), choice),
      make('p', { class: 'keys', text: words.text('play.keys') }),
    );
  }

  /** @param {string} name @param {string} label */
  _switch(name, label) {
    const box = make('input', {
      type: 'checkbox', id: `set-${name}`, checked: this.on(name),
      change: () => this._set(name, box.checked ? 'on' : 'off'),
    });
    return make('label', { for: `set-${name}` }, make('span', { text: label }), box);
  }

  /** @param {string} name @param {string} value */
  _set(name, value) {
    keep(`setting.${name}`, value);
    this.apply();
    this.onChange();
  }
}
