/** One's own hand: tapped, dragged, or chosen by key. */

import { drawCard, sortHand } from './cards.js';
import { make } from './element.js';

/**
 * @typedef {import('./words.js').Words} Words
 * @typedef {{card: Wire.Card, x: number, y: number, moved: boolean}} Drag
 */

const NARROW = '(max-width: 599px), (max-height: 479px)';
/** So many cards fit into one row of a narrow screen. */
const ROW = 5;
/** A card pulled so far up, in pixels, is played when it is let go. */
const PULL = 56;
const SLACK = 9;

export class Hand {
  /**
   * @param {HTMLElement} root
   * @param {object} player
   * @param {(card: Wire.Card, plays: Wire.Action[]) => void} player.onPlay with the plays that are legal
   * @param {(card: Wire.Card | null, plays: Wire.Action[]) => void} player.onSelect
   * @param {() => boolean} player.oneTap whether one tap plays
   */
  constructor(root, player) {
    this.root = root;
    this._player = player;
    /** @type {Map<Wire.Card, HTMLButtonElement>} */
    this._buttons = new Map();
    /** @type {Wire.Card[]} */
    this.cards = [];
    /** @type {Wire.Card | null} */
    this.selected = null;
    /** @type {Wire.Action[]} */
    this._plays = [];
    /** @type {Drag | null} */
    this._drag = null;
    this._narrow = window.matchMedia(NARROW);
    this._narrow.addListener(() => this._arrange());
  }

  /** Shows the hand of a view, what may be played raised. @param {Wire.View} view @param {Words} words */
  show(view, words) {
    this._words = words;
    this.cards = sortHand(view.hand || [], view.trump);
    this._plays = view.legal.filter((action) => action.a === 'play');
    this._discard();
    for (const card of this.cards) {
      if (!this._buttons.has(card)) this._buttons.set(card, this._make(card, words));
    }
    this._place();
    this._arrange();
    this._mark();
  }

  /** Draws all cards anew, in another language. */
  redraw() {
    this._buttons.forEach((button) => button.remove());
    this._buttons.clear();
  }

  /** Taps a card by its place in the hand, from 0. @param {number} place */
  tap(place) {
    const card = this.cards[place];
    if (!card) return;
    const button = this._buttons.get(card);
    if (button) button.focus();
    this._tap(card);
  }

  /** Moves the focus along the hand. @param {number} step 1 or −1 */
  move(step) {
    const focused = this.cards.findIndex((card) => this._buttons.get(card) === document.activeElement);
    const from = focused < 0 && step < 0 ? this.cards.length : focused;
    const card = this.cards[(from + step + this.cards.length) % this.cards.length];
    const button = card && this._buttons.get(card);
    if (button) button.focus();
  }

  /** Selects a card, or none. @param {Wire.Card | null} card */
  select(card) {
    this.selected = card;
    this._mark();
    this._player.onSelect(card, card === null ? [] : this._playsOf(card));
  }

  _discard() {
    this._buttons.forEach((button, card) => {
      if (this.cards.includes(card)) return;
      button.remove();
      this._buttons.delete(card);
      if (this.selected === card) this.selected = null;
    });
  }

  /** Puts the buttons in order; those that stand right are left alone, and keep their focus. */
  _place() {
    this.cards.forEach((card, place) => {
      const button = /** @type {HTMLButtonElement} */ (this._buttons.get(card));
      const there = this.root.children[place];
      if (there !== button) this.root.insertBefore(button, there || null);
    });
  }

  _arrange() {
    const count = this.cards.length;
    const two = this._narrow.matches && count > ROW;
    const columns = two ? Math.ceil(count / 2) : Math.max(count, 4);
    this.root.classList.toggle('rows', two);
    this.root.style.setProperty('--columns', String(columns));
    this.cards.forEach((card, place) => {
      const button = /** @type {HTMLButtonElement} */ (this._buttons.get(card));
      button.classList.toggle('second', two && place >= columns);
      button.style.setProperty('--place', String(place - (count - 1) / 2));
    });
  }

  /** Marks each card as playable or not, if one is asked for, and as selected. */
  _mark() {
    const asked = this._plays.length > 0;
    this.root.classList.toggle('asked', asked);
    this._buttons.forEach((button, card) => {
      const playable = this._playsOf(card).length > 0;
      button.classList.toggle('playable', playable);
      button.classList.toggle('dimmed', asked && !playable);
      button.classList.toggle('selected', card === this.selected);
      button.setAttribute('aria-pressed', String(card === this.selected));
      /** @type {Element} */ (button.lastElementChild).textContent = this._label(card, playable);
    });
  }

  /** @param {Wire.Card} card @param {boolean} playable @returns {string} */
  _label(card, playable) {
    if (!this._words) return card;
    const spoken = this._words.spoken(card);
    return playable ? this._words.text('play.playable', { card: spoken }) : spoken;
  }

  /** @param {Wire.Card} card @returns {Wire.Action[]} */
  _playsOf(card) {
    return this._plays.filter((action) => action.card === card);
  }

  /** @param {Wire.Card} card @param {Words} words @returns {HTMLButtonElement} */
  _make(card, words) {
    /** @type {HTMLButtonElement} */
    const button = make('button', {
      class: 'card', type: 'button', 'data-card': card,
      click: () => this._clicked(card),
      pointerdown: (event) => this._grab(card, event),
      pointermove: (event) => this._pull(button, event),
      pointerup: (event) => this._drop(button, event),
      pointercancel: () => this._letGo(button),
    });
    button.append(drawCard(card, words), make('span', { class: 'unseen' }));
    return button;
  }

  /** @param {Wire.Card} card */
  _clicked(card) {
    const dragged = this._drag !== null && this._drag.moved;
    this._drag = null;
    if (!dragged) this._tap(card);
  }

  /** @param {Wire.Card} card */
  _tap(card) {
    const asked = this._plays.length > 0;
    const choice = this._playsOf(card).length > 1;
    if (asked && !choice && (this._player.oneTap() || this.selected === card)) this._play(card);
    else this.select(this.selected === card && !choice ? null : card);
  }

  /** @param {Wire.Card} card */
  _play(card) {
    this.select(null);
    this._player.onPlay(card, this._playsOf(card));
  }

  /** @param {Wire.Card} card @param {PointerEvent} event */
  _grab(card, event) {
    if (event.button === 0) this._drag = { card, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {HTMLElement} button @param {PointerEvent} event */
  _pull(button, event) {
    const drag = this._drag;
    if (!drag || event.buttons === 0) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.abs(x) + Math.abs(y) < SLACK) return;
    if (!drag.moved) button.setPointerCapture(event.pointerId);
    drag.moved = true;
    button.classList.add('dragged');
    button.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {HTMLElement} button @param {PointerEvent} event */
  _drop(button, event) {
    const drag = this._drag;
    button.classList.remove('dragged');
    button.style.transform = '';
    if (!drag || !drag.moved || drag.y - event.clientY < PULL) return;
    if (this._playsOf(drag.card).length > 1) this.select(drag.card);
    else if (this._plays.length > 0) this._play(drag.card);
  }

  /** @param {HTMLElement} button */
  _letGo(button) {
    this._drag = null;
    button.classList.remove('dragged');
    button.style.transform = '';
  }
}
