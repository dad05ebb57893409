/** What is always in sight: trump and maker, the score, and how far the deal is. */

import { drawSign } from './cards.js';
import { fill, make } from './element.js';
import { HAND_SIZE, sidesOf } from './seats.js';
import { capital } from './words.js';

/**
 * @typedef {import('./party.js').Party} Party
 */

export class Summary {
  /** @param {HTMLElement} trump @param {HTMLElement} score @param {HTMLElement} facts */
  constructor(trump, score, facts) {
    this._trump = trump;
    this._score = score;
    this._facts = facts;
  }

  /** @param {Wire.View} view @param {Party} party */
  show(view, party) {
    this._showTrump(view, party);
    this._showScore(view, party);
    this._facts.textContent = facts(view, party).map(capital).join(' · ');
  }

  /** @param {Wire.View} view @param {Party} party */
  _showTrump(view, party) {
    const { words } = party;
    if (!view.trump) {
      fill(this._trump, make('span', { class: 'maker', text: view.deal ? words.text('table.no-trump') : '' }));
      return;
    }
    const maker = view.maker ? party.tell(view.maker, 'table.maker') : '';
    const label = words.text('table.trump', { suit: words.text(`suit.${view.trump}`) });
    const tile = make('span', { class: 'tile', role: 'img', 'aria-label': label });
    tile.append(drawSign(view.trump));
    fill(this._trump, tile, make('span', { class: 'maker', text: capital(maker) }));
  }

  /** @param {Wire.View} view @param {Party} party */
  _showScore(view, party) {
    const sides = sidesOf(view).map((side) => make(
      'span', { class: 'side', 'aria-hidden': 'true' },
      make('span', { class: 'who', text: party.side(side) }),
      make('b', { text: String(view.totals[side] || 0) }),
      view.deal ? this._thisDeal(view, side, party) : null,
    ));
    const said = `${totals(view, party)}; ${thisDeal(view, party)}`;
    fill(this._score, ...sides, make('span', { class: 'unseen', text: said }));
  }

  /** What a side has in this deal, its roem apart. @param {Wire.View} view @param {string} side @param {Party} party */
  _thisDeal(view, side, party) {
    const roem = view.roem[side];
    return make(
      'small', {}, `${view.points[side] || 0}`,
      roem ? make('span', { class: 'counted', title: party.words.text('word.roem'), text: `+${roem}` }) : null,
    );
  }
}

/** @param {Wire.View} view @param {Party} party @returns {string} */
function totals(view, party) {
  const [one, other] = sidesOf(view);
  return party.words.text('table.totals', {
    first: party.side(one), a: view.totals[one] || 0, second: party.side(other), b: view.totals[other] || 0,
  });
}

/** @param {Wire.View} view @param {Party} party @returns {string[]} */
function facts(view, party) {
  const { words } = party;
  if (!view.deal) return [words.rules(view.rules)];
  const told = [view.deals === null
    ? words.text('table.deal', { deal: view.deal })
    : words.text('table.deal-of', { deal: view.deal, deals: view.deals })];
  if (view.phase === 'playing') told.push(words.text('table.trick', { trick: trickNumber(view) }));
  if (view.pot) told.push(words.text('table.pot', { points: view.pot }));
  return told;
}

/** @param {Wire.View} view @returns {number} */
function trickNumber(view) {
  const won = Object.keys(view.tricks).reduce((sum, side) => sum + view.tricks[side], 0);
  return Math.min(won + 1, HAND_SIZE[view.game]);
}

/** @param {Wire.View} view @param {Party} party @returns {string} */
function thisDeal(view, party) {
  const [first, second] = sidesOf(view).map((side) => {
    const [points, roem] = [view.points[side] || 0, view.roem[side] || 0];
    const values = { side: party.side(side), points, roem };
    return party.words.text(roem ? 'table.points-roem' : 'table.points', values);
  });
  return party.words.text('play.this-deal', { first, second });
}
