/** The table itself: who sits where, what they said, the trick, and what else lies open. */

import { drawCard, drawSign } from './cards.js';
import { fill, make } from './element.js';
import { nearSeat, seatsFrom } from './seats.js';
import { Trick, placeOf } from './trick.js';

/**
 * @typedef {import('./party.js').Party} Party
 * @typedef {import('./story.js').Story} Story
 */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {Wire.Timers} timers
   * @param {(seat: Wire.Seat) => void} [onSit] called when somebody wants a free seat
   */
  constructor(root, timers, onSit) {
    this._onSit = onSit || null;
    /** @type {Record<string, HTMLElement>} */
    this._seats = {};
    for (const place of ['far', 'left', 'right', 'near']) {
      this._seats[place] = make('div', { class: `seat ${place}` });
    }
    const middle = make('div', { class: 'trick' });
    this._open = make('div', { class: 'open' });
    this._showing = make('div', { class: 'showing' });
    fill(root, ...Object.keys(this._seats).map((place) => this._seats[place]), this._open, middle, this._showing);
    this.root = root;
    this.trick = new Trick(middle, timers);
    /** @type {Record<string, (string | Node)[]>} */
    this._said = {};
  }

  /**
   * Shows a view; `hands` has cards to lay open beside their seats, in a replay.
   * @param {Wire.View} view @param {Party} party @param {Record<string, Wire.Card[]> | null} [hands]
   */
  show(view, party, hands = null) {
    this.root.classList.toggle('for-two', view.game === 'klaberjass');
    for (const seat of seatsFrom(view, nearSeat(view))) {
      const held = hands ? hands[seat] || [] : null;
      this._showSeat(seat, view, party, held);
    }
    this.trick.lay(view, party);
    this._showOpen(view, party);
  }

  /** Takes everything off the table that is not in a view: what was said, a trick just won. */
  clear() {
    this._said = {};
    this.trick.clear();
  }

  /**
   * Shows what somebody said or won, before the view that follows from it.
   * @param {Wire.Event} event @param {Wire.View} before @param {Story} story
   */
  happen(event, before, story) {
    if (event.k === 'dealt') this.clear();
    if (event.k === 'packet' || event.k === 'played') this._said = {};
    if (event.k === 'trick') {
      const cards = before.trick.map((laid) => laid.card);
      this.trick.win(cards, event.winner, /** @type {Wire.Seat} */ (before.leader), before);
    }
    const said = saying(event, story);
    if (said && 'seat' in event && event.seat) this._said[event.seat] = said;
  }

  /** @param {Wire.Seat} seat @param {Wire.View} view @param {Party} party @param {Wire.Card[] | null} held */
  _showSeat(seat, view, party, held) {
    const place = this._seats[placeOf(view, seat)];
    place.setAttribute('data-seat', seat);
    place.classList.toggle('turn', seat === view.turn);
    const said = this._said[seat];
    fill(
      place,
      make('span', { class: 'who' }, ...this._label(seat, view, party)),
      said ? make('span', { class: 'said' }, ...said) : null,
      held ? openHand(held, party) : null,
      this._chair(seat, view, party),
    );
  }

  /** @param {Wire.Seat} seat @param {Wire.View} view @param {Party} party */
  _label(seat, view, party) {
    const { words } = party;
    const player = view.players[seat];
    const chips = [];
    if (seat === view.dealer) chips.push(chip('dealer', words.text('word.dealer')));
    if (player && player.away) chips.push(chip('away', words.text('table.away')));
    if (player && player.bot) chips.push(chip('bot', words.text('table.bot')));
    if (!player) chips.push(chip('free', words.text('table.empty')));
    const name = seat === view.me ? words.title('table.you') : party.name(seat);
    return [make('span', { class: 'name', text: name }), this._made(seat, view, party), ...chips];
  }

  /** The sign of trump beside whoever made it. @param {Wire.Seat} seat @param {Wire.View} view @param {Party} party */
  _made(seat, view, party) {
    if (seat !== view.maker || !view.trump) return null;
    const made = make('span', { class: 'made', role: 'img', 'aria-label': party.words.text('word.maker') });
    made.append(drawSign(view.trump));
    return made;
  }

  /** A free seat that one may take. @param {Wire.Seat} seat @param {Wire.View} view @param {Party} party */
  _chair(seat, view, party) {
    if (!this._onSit || view.players[seat] || view.phase !== 'waiting' || view.me) return null;
    const sit = this._onSit;
    return make('button', {
      type: 'button', class: 'main', text: party.words.text('play.sit'), click: () => sit(seat),
    });
  }

  /** Shows what lies open in Klaberjass. @param {Wire.View} view @param {Party} party */
  _showOpen(view, party) {
    const lying = [];
    if (view.upcard) lying.push(openCard('upcard', view.upcard, party));
    if (view.bottom) lying.push(openCard('bottom', view.bottom, party));
    fill(this._open, ...lying);
    fill(this._showing, view.shown ? showing(view, party) : null);
  }
}

/**
 * Puts in a bubble what somebody says, if he says anything.
 * @param {Wire.Event} event @param {Story} story @returns {(string | Node)[] | null}
 */
function saying(event, story) {
  const { words } = story;
  switch (event.k) {
    case 'passed': return [words.text('option.pass')];
    case 'named': case 'taken': return [drawSign(event.suit)];
    case 'roem': return [`${event.value} ${words.text('word.roem')}`];
    case 'schmeissed': return [words.text('option.schmeiss')];
    case 'answered': return [words.text(event.accepted ? 'option.accept' : 'option.refuse')];
    case 'kept': case 'silent': return [words.text(event.k === 'kept' ? 'option.keep' : 'option.silent')];
    case 'swapped': return [words.text('option.swap')];
    case 'declared': return [story.speech(event.says)];
    case 'claimed': return [words.text('option.claim')];
    case 'played': return event.call ? [words.text('play.bela')] : null;
    default: return null;
  }
}

/** @param {string} kind @param {string} text */
const chip = (kind, text) => make('span', { class: `chip ${kind}`, text });

/** @param {Wire.Card} card @param {Party} party @returns {HTMLElement} */
function lying(card, party) {
  const place = make('span', {
    class: 'small card', role: 'img', 'data-card': card, 'aria-label': party.words.spoken(card),
  });
  place.append(drawCard(card, party.words));
  return place;
}

/** @param {'upcard' | 'bottom'} what @param {Wire.Card} card @param {Party} party */
function openCard(what, card, party) {
  const word = make('figcaption', { text: party.words.text(`word.${what}`) });
  return make('figure', { class: what }, lying(card, party), word);
}

/** @param {Wire.View} view @param {Party} party */
function showing(view, party) {
  const shown = /** @type {Wire.Showing} */ (view.shown);
  const sequences = shown.sequences.map((sequence) =>
    make('span', { class: 'run' }, ...sequence.cards.map((card) => lying(card, party))));
  const name = shown.seat === view.me ? party.words.text('table.you') : party.name(shown.seat);
  const word = make('figcaption', { text: `${name}: ${shown.value}` });
  return make('figure', { class: 'shown' }, ...sequences, word);
}

/** @param {Wire.Card[]} cards @param {Party} party */
const openHand = (cards, party) =>
  make('span', { class: 'open-hand' }, ...cards.map((card) => lying(card, party)));
