/** A table as it is shown: every part of the page drawn from one view, in one language. */

import { Board } from './board.js';
import { make } from './element.js';
import { Party } from './party.js';
import { drawSheet } from './sheet.js';
import { Story, winnerOf } from './story.js';
import { Summary } from './summary.js';

/**
 * @typedef {import('./stage.js').Stage} Stage
 * @typedef {import('./words.js').Words} Words
 */

export class Scene {
  /**
   * @param {Stage} stage @param {Words} words @param {Wire.Timers} timers
   * @param {(seat: Wire.Seat) => void} [onSit]
   */
  constructor(stage, words, timers, onSit) {
    this.stage = stage;
    this.words = words;
    this.board = new Board(stage.board, timers, onSit);
    this._summary = new Summary(stage.trump, stage.score, stage.facts);
  }

  /** @param {Wire.View} view @returns {Party} */
  party(view) {
    return new Party(this.words, view);
  }

  /** Draws a view. @param {Wire.View} view @param {Record<string, Wire.Card[]> | null} [hands] laid open */
  show(view, hands = null) {
    const party = this.party(view);
    this._summary.show(view, party);
    this.board.show(view, party, hands);
    this.stage.root.classList.toggle('watching', view.me === null);
  }

  /** Shows what happens, before the view that follows is drawn. @param {Wire.Event} event @param {Wire.View} before */
  happen(event, before) {
    this.board.happen(event, before, new Story(this.words, before, false));
  }

  /** Tells what happens as it is read aloud. @param {Wire.Event} event @param {Wire.View} view @returns {string} */
  spoken(event, view) {
    return new Story(this.words, view, true).tell(event);
  }

  /** @param {Wire.Event} event @param {Wire.View} view @returns {string} */
  told(event, view) {
    return new Story(this.words, view, false).tell(event);
  }

  /** @param {string | null} winner @param {Wire.View} view @returns {string} */
  winner(winner, view) {
    return winnerOf(winner, new Story(this.words, view, false));
  }

  /** @param {Wire.View} view @returns {HTMLElement} */
  sheet(view) {
    return drawSheet(view, this.words);
  }

  /** Draws the last trick, as it lay. @param {Wire.View} view @returns {HTMLElement} */
  lastTrick(view) {
    const { last } = view;
    if (!last) return make('p', { text: this.words.text('table.no-last-trick') });
    const party = this.party(view);
    const told = party.tell(last.winner, 'table.last-trick', {
      cards: last.cards.map((card) => this.words.card(card)).join(' '),
    });
    const drawing = make('div', { class: 'board still' });
    const lying = new Board(drawing, { now: () => 0, set: () => 0, clear: () => {} });
    lying.show(lyingView(view, last), party);
    return make('div', {}, drawing, make('p', { text: told }));
  }
}

/**
 * The view in which the last trick lies on the table.
 * @param {Wire.View} view @param {Wire.LastTrick} last @returns {Wire.View}
 */
function lyingView(view, last) {
  const seats = /** @type {Wire.Seat[]} */ (Object.keys(view.counts));
  const first = seats.indexOf(last.leader);
  const trick = last.cards.map((card, place) => ({ seat: seats[(first + place) % seats.length], card }));
  return { ...view, trick, turn: last.winner, leader: last.leader, upcard: null, bottom: null, shown: null };
}
