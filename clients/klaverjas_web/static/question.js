/** The question that stands open, in a sentence. */

import { seatsOf } from './seats.js';
import { capital } from './words.js';

/**
 * @typedef {import('./party.js').Party} Party
 */

/**
 * Puts what is asked of the viewer in words, or says what the table waits for.
 * @param {Wire.View} view @param {Party} party @returns {string}
 */
export function question(view, party) {
  const { words } = party;
  const kinds = view.legal.map((action) => action.a);
  /** @param {string} kind */
  const may = (kind) => kinds.includes(kind);
  if (!kinds.length) return waiting(view, party);
  if (may('play')) return playing(view, kinds).map((key) => words.text(key)).join(' ');
  if (may('close')) return words.text(may('roem') ? 'prompt.close' : 'prompt.close-only');
  if (may('roem')) return words.text('prompt.roem');
  if (may('accept')) return words.text('prompt.answer');
  if (may('swap') || may('keep')) return words.text('prompt.exchange');
  if (may('declare') || may('silent')) return words.text('prompt.declare');
  return makingTrump(view, party, may);
}

/** @param {Wire.View} view @param {Party} party @returns {string} */
function waiting(view, party) {
  const { words } = party;
  if (view.phase === 'over') return words.text('prompt.over');
  if (view.phase === 'waiting') {
    const count = seatsOf(view).filter((seat) => !view.players[seat]).length;
    return words.text('prompt.waiting', { count });
  }
  if (view.turn === null || view.turn === view.me) return words.text('prompt.wait');
  return words.text('prompt.turn', { name: party.name(view.turn) });
}

/** @param {Wire.View} view @param {string[]} kinds @returns {string[]} */
function playing(view, kinds) {
  const keys = kinds.includes('roem') ? ['prompt.roem'] : [];
  return keys.concat(view.trick.length ? 'prompt.play' : 'prompt.lead');
}

/** @param {Wire.View} view @param {Party} party @param {(kind: string) => boolean} may @returns {string} */
function makingTrump(view, party, may) {
  const { words } = party;
  const suits = view.legal.filter((action) => action.a === 'name').map((action) => action.suit);
  if (may('take') && view.upcard) {
    return capital(words.text('prompt.take', { suit: words.suit(view.upcard[0]) }));
  }
  if (suits.length === 1) {
    const key = may('pass') ? 'prompt.turned' : 'prompt.forced';
    return capital(words.text(key, { suit: words.suit(String(suits[0])) }));
  }
  return words.text(may('pass') ? 'prompt.name' : 'prompt.must-name');
}
