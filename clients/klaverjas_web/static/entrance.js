/** The first question to somebody new: his name. */

import { make } from './element.js';

/**
 * Asks for a name, until there is one.
 * @param {import('./overlay.js').Overlay} overlay
 * @param {import('./words.js').Words} words
 * @returns {Promise<string>}
 */
export function askName(overlay, words) {
  return new Promise((resolve) => {
    const field = make('input', { id: 'name', type: 'text', maxlength: 40, autocomplete: 'nickname' });
    const ask = () => {
      const given = field.value.trim();
      if (given) resolve(given);
      else show(ask, field, overlay, words);
    };
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      overlay.close();
      ask();
    });
    show(ask, field, overlay, words);
  });
}

/**
 * @param {() => void} ask
 * @param {HTMLInputElement} field
 * @param {import('./overlay.js').Overlay} overlay
 * @param {import('./words.js').Words} words
 */
function show(ask, field, overlay, words) {
  const title = words.text('lobby.name');
  const label = make('label', { for: 'name', class: 'unseen', text: title });
  overlay.show({
    name: 'entrance', title, body: [label, field],
    choices: [{ text: words.text('play.enter'), run: ask }],
  });
  field.focus();
}
