/** The parts of a table's page, and where they stand. */

import { fill, make } from './element.js';

/** @typedef {ReturnType<typeof buildStage>} Stage */

/**
 * Builds the parts of the page into an element.
 * @param {HTMLElement} root
 */
export function buildStage(root) {
  const title = make('h1', { class: 'unseen' });
  const trump = make('div', { class: 'trump', id: 'trump' });
  const score = make('button', { type: 'button', class: 'score', id: 'score' });
  const menu = make('button', { type: 'button', class: 'menu', id: 'menu' });
  const facts = make('p', { class: 'facts', id: 'facts' });
  const banner = make('div', { class: 'banner', id: 'banner', role: 'status', hidden: true });
  const board = make('div', { class: 'board', id: 'board' });
  const prompt = make('p', { class: 'prompt', id: 'prompt' });
  const clock = make('span', { class: 'clock', id: 'clock', role: 'timer', hidden: true });
  const roem = make('button', { type: 'button', class: 'roem', id: 'roem', hidden: true, disabled: true });
  const claim = make('button', { type: 'button', class: 'roem', id: 'claim', hidden: true });
  const last = make('button', { type: 'button', class: 'last', id: 'last' });
  const actions = make('div', { class: 'actions', id: 'actions', hidden: true });
  const hand = make('section', { class: 'hand', id: 'hand' });
  const toast = make('div', { class: 'toast', id: 'toast', role: 'alert' });
  const voice = make('div', { class: 'unseen', id: 'voice', 'aria-live': 'polite' });
  const overlay = make('div', { class: 'overlay', id: 'overlay', hidden: true });
  const table = make('div', { class: 'felt' }, board);
  const asked = make('section', { class: 'panel' }, prompt, clock);
  fill(
    root, title,
    make('header', { class: 'top' }, trump, score, menu), facts, banner, table, asked, actions, hand,
    toast, voice, overlay,
  );
  return {
    root, title, trump, score, menu, facts, banner, board, prompt, clock, roem, claim, last, actions, hand, toast,
    voice, overlay,
  };
}
