/** What is laid over the table to be read: sheets, the last trick, settings, the menu. */

import { make } from './element.js';

/**
 * @typedef {import('./overlay.js').Overlay} Overlay
 * @typedef {import('./overlay.js').Choice} Choice
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('./settings.js').Settings} Settings
 */

export class Papers {
  /** @param {Overlay} overlay @param {Scene} scene @param {Settings} settings @param {string} table */
  constructor(overlay, scene, settings, table) {
    this.overlay = overlay;
    this._scene = scene;
    this._words = scene.words;
    this._settings = settings;
    this._table = table;
  }

  /**
   * Shows what was written for a deal.
   * @param {Wire.EventOf<'written'>} event @param {Wire.View} view
   * @param {() => void} onClose
   */
  written(event, view, onClose) {
    const title = this._words.title('table.deal', { deal: event.deal });
    const told = paragraph(this._scene.told(event, view));
    this._show('written', title, [told, this._scene.sheet(view)], 'play.continue', onClose);
  }

  /** Shows how the match ended. @param {Wire.EventOf<'finished'>} event @param {Wire.View} view */
  finished(event, view) {
    this.overlay.show({
      name: 'finished', title: this._scene.winner(event.winner, view),
      body: [paragraph(this._scene.told(event, view)), this._scene.sheet(view)],
      choices: [
        this._hall(), this._link('play.record', `/replay/${this._table}`),
        { text: this._words.text('play.close'), plain: true },
      ],
    });
  }

  /** Shows the score sheet. @param {Wire.View} view */
  sheet(view) {
    this._show('score', this._words.text('sheet.title'), [this._scene.sheet(view)]);
  }

  /** Shows the last trick. @param {Wire.View} view */
  last(view) {
    this._show('last', this._words.title('word.last-trick'), [this._scene.lastTrick(view)]);
  }

  settings() {
    this._show('settings', this._words.text('play.settings'), [this._settings.draw(this._words)]);
  }

  /** Shows the menu. @param {Wire.View | null} view @param {Choice[]} more what this player may do besides */
  menu(view, more) {
    const sheet = { text: this._words.text('sheet.title'), run: () => view && this.sheet(view) };
    this.overlay.show({
      name: 'menu', title: this._title(), body: [],
      choices: [
        ...(view ? [sheet] : []),
        { text: this._words.text('play.settings'), run: () => this.settings(), plain: true },
        ...more, this._link('hall.elsewhere', '/handover'), { ...this._hall(), plain: true }, { text: this._words.text('play.close'), plain: true },
      ],
    });
  }

  /** Asks whether somebody really claims. @param {() => void} onYes */
  claim(onYes) {
    this.overlay.show({
      name: 'claim', title: this._words.title('option.claim'),
      body: [paragraph(this._words.text('prompt.claim'))],
      choices: [
        { text: this._words.title('option.claim'), run: onYes },
        { text: this._words.text('play.close'), plain: true },
      ],
    });
  }

  /** Says that the session went on elsewhere. @param {() => void} onHere */
  resting(onHere) {
    this.overlay.show({
      name: 'resting', title: this._words.text('play.resting'),
      body: [paragraph(this._words.text('bye.superseded'))],
      choices: [{ text: this._words.text('play.here'), run: onHere }],
    });
  }

  /** Shows that there is no way to the table, and why. @param {string} why */
  door(why) {
    this.overlay.show({
      name: 'door', title: this._title(), body: [paragraph(why)], choices: [this._hall()],
    });
  }

  /** Puts a sheet away, if it is this one that lies there. @param {string} name */
  close(name) {
    if (this.overlay.name === name) this.overlay.close();
  }

  /**
   * @param {string} name @param {string} title @param {(HTMLElement | null)[]} body
   * @param {string} [close] @param {() => void} [onClose]
   */
  _show(name, title, body, close = 'play.close', onClose) {
    this.overlay.show({ name, title, body, choices: [{ text: this._words.text(close) }], onClose });
  }

  _title() {
    return this._words.title('play.table', { table: this._table });
  }

  /** @returns {Choice} */
  _hall() {
    return { ...this._link('play.hall', '/'), plain: false };
  }

  /** A button that goes to another page. @param {string} key @param {string} address @returns {Choice} */
  _link(key, address) {
    return { text: this._words.text(key), plain: true, run: () => { window.location.href = address; } };
  }
}

/** @param {string} text */
const paragraph = (text) => make('p', { text });
