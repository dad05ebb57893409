/** Going on on this device with the session of another one, by its code behind the #. */

import { byId, fill, make } from './element.js';
import { Reception, pageWords, takeCode } from './reception.js';
import { recall } from './storage.js';

/** @param {import('./words.js').Words} words @param {string} code */
function start(words, code) {
  const told = byId('told');
  if (!code) {
    told.textContent = words.text('continue.no-code');
    return;
  }
  // A tap first: what only looks at links, such as a preview, must not use the code up.
  const forgets = recall('token') !== null;
  told.textContent = words.text(forgets ? 'continue.instead' : 'continue.text');
  byId('offer').hidden = false;
  byId('go').addEventListener('click', () => {
    byId('offer').hidden = true;
    told.textContent = words.text('page.moment');
    takeOver(words, code);
  });
}

/** @param {import('./words.js').Words} words @param {string} code */
function takeOver(words, code) {
  const reception = new Reception(words, code);
  /** @type {Set<string>} */
  const tables = new Set();
  reception.connection.onMessage = (message) => {
    if (message.t !== 'snapshot' || !message.view.me) return;
    tables.add(message.table);
    choose(words, Array.from(tables));
  };
  reception.onOpen = () => {
    byId('told').textContent = words.text('continue.done', { name: recall('name') || '' });
  };
  reception.onRest = () => {
    byId('told').textContent = words.text('continue.refused');
  };
  reception.open();
}

/** Shows the tables one sits at. @param {import('./words.js').Words} words @param {string[]} tables */
function choose(words, tables) {
  fill(byId('choices'), ...tables.map((table) => make('a', {
    class: 'button main', href: `/table/${table}`, text: words.title('play.table', { table }),
  })));
}

const code = takeCode();
pageWords().then((words) => start(words, code));
