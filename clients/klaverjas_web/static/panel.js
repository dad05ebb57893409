/** What one is asked, and the buttons that answer it, but for the cards. */

import { drawSign } from './cards.js';
import { fill, make } from './element.js';
import { question } from './question.js';

/**
 * @typedef {import('./party.js').Party} Party
 */

/** What is offered at the cards themselves, or by a button of its own. */
const ELSEWHERE = ['play', 'roem', 'claim'];

export class Panel {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {(action: Wire.Action) => void} onAct
   * @param {() => void} onClaim asks once more: a wrong claim loses the match
   */
  constructor({ prompt, actions, roem, claim }, onAct, onClaim) {
    this._prompt = prompt;
    this.actions = actions;
    this._roem = roem;
    this._claim = claim;
    this._onAct = onAct;
    roem.addEventListener('click', () => onAct({ a: 'roem' }));
    claim.addEventListener('click', onClaim);
  }

  /** Shows what a view asks, and what may be done. @param {Wire.View} view @param {Party} party */
  show(view, party) {
    this._prompt.textContent = question(view, party);
    const asked = view.legal.some((action) => action.a !== 'roem');
    this._prompt.classList.toggle('asked', asked);
    this._showRoem(view, party);
    this._claim.hidden = !view.legal.some((action) => action.a === 'claim');
    this._claim.textContent = party.words.title('option.claim');
    this._offer(view.legal.filter((action) => !ELSEWHERE.includes(action.a)), party);
  }

  /**
   * Shows what a selected card may be played with, or how to play it.
   * @param {Wire.Card} card @param {Wire.Action[]} plays @param {Wire.View} view @param {Party} party
   */
  choose(card, plays, view, party) {
    const { words } = party;
    if (!plays.length) return;
    if (plays.length === 1) {
      this._prompt.textContent = words.text('play.again', { card: words.card(card) });
      return;
    }
    const others = view.legal.filter((action) => !ELSEWHERE.includes(action.a));
    this._offer(plays.concat(others), party);
  }

  /** Presses the button of this place, from 0. @param {number} place */
  press(place) {
    const button = this.actions.querySelectorAll('button')[place];
    if (button) button.click();
  }

  /** @param {Wire.View} view @param {Party} party */
  _showRoem(view, party) {
    const open = view.legal.some((action) => action.a === 'roem');
    const called = !/roem_calling=automatic/.test(view.rules);
    this._roem.hidden = view.game !== 'klaverjas' || view.me === null || !called || !view.deal;
    this._roem.disabled = !open;
    this._roem.textContent = party.words.text('play.roem');
  }

  /** @param {Wire.Action[]} actions @param {Party} party */
  _offer(actions, party) {
    const suits = actions.filter((action) => action.a === 'name').length > 1;
    this.actions.classList.toggle('suits', suits);
    this.actions.hidden = !actions.length;
    fill(this.actions, ...actions.map((action) => this._button(action, party)));
  }

  /** @param {Wire.Action} action @param {Party} party */
  _button(action, party) {
    const button = make('button', {
      type: 'button', 'data-action': action.a, 'data-suit': action.suit,
      'data-call': action.a === 'play' ? action.call || 'none' : null,
      class: action.a === 'name' || action.a === 'take' ? 'main' : 'plain',
      click: () => this._onAct(action),
    });
    const suit = action.suit;
    if (suit) button.append(drawSign(suit), make('span', { text: party.words.text(`suit.${suit}`) }));
    else button.textContent = offer(action, party);
    return button;
  }
}

/** @param {Wire.Action} action @param {Party} party @returns {string} */
function offer(action, party) {
  const { words } = party;
  if (action.a !== 'play' || !action.card) return words.title(`option.${action.a}`);
  const key = action.call ? `option.play.${action.call}` : 'option.play';
  return words.text(key, { card: words.card(action.card) });
}
