/** The board: one screen after the other on a wall, all of them below each other on a phone. */

import { keepFresh } from './drive_fresh.js';

const SCREEN_MS = 10000;
const live = /** @type {HTMLElement} */ (document.getElementById('live'));
let place = 0;

function screens() {
  return Array.from(live.querySelectorAll('.screen'));
}

function draw() {
  const all = screens();
  document.body.classList.toggle('rotating', all.length > 1);
  all.forEach((screen, number) => screen.classList.toggle('shown', number === place % all.length));
}

function count() {
  const line = /** @type {HTMLElement | null} */ (live.querySelector('.countdown'));
  const until = line && Number(line.dataset.until);
  if (!line || !until) return;
  const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
  const figure = line.querySelector('b');
  if (figure) figure.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

setInterval(() => { place += 1; draw(); }, SCREEN_MS);
setInterval(count, 1000);
keepFresh(live, draw);
draw();
