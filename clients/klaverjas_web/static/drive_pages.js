/**
 * An evening's pages come from the server whole, and work without this. It keeps them fresh,
 * sends forms without leaving the page, finds people as their names are typed, and adds up.
 */

import { keepFresh, takeOver } from './drive_fresh.js';
import { wireSlips } from './drive_slip.js';

const live = /** @type {HTMLElement} */ (document.getElementById('live'));

/** Shows only those of whom a word begins with each thing typed. */
function find() {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('find'));
  if (!field) return;
  const parts = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  document.querySelectorAll('#people > li').forEach((line) => {
    const item = /** @type {HTMLElement} */ (line);
    const words = (item.dataset.words || '').split(/\s+/).map((word) => word.replace(/^['’]t?/, ''));
    const named = [...words, ...(item.dataset.words || '').split(/\s+/)];
    item.hidden = !parts.every((part) => named.some((word) => word.startsWith(part)));
  });
}

/** @param {Event} event */
async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches('[data-quick]') || !live.contains(form)) return;
  event.preventDefault();
  const fields = new URLSearchParams();
  new FormData(form).forEach((value, name) => fields.append(name, String(value)));
  form.querySelectorAll('button').forEach((button) => { button.disabled = true; });
  try {
    const answer = await fetch(form.action, { method: 'POST', body: fields });
    const text = await answer.text();
    if (answer.ok) wire(takeOver(live, text, answer.headers.get('ETag')), form);
    else refuse(text, form);
  } catch (fault) {
    // The network is gone: the browser's own way says so, and can be tried again.
    form.removeAttribute('data-quick');
    form.querySelectorAll('button').forEach((button) => { button.disabled = false; });
    throw fault;
  }
}

/**
 * Shows why a form was not taken, with what can be done about it.
 * @param {string} text @param {HTMLFormElement} form
 */
function refuse(text, form) {
  form.querySelectorAll('button').forEach((button) => { button.disabled = false; });
  takeOver(live, text, null);
  live.removeAttribute('data-refresh');
  live.scrollIntoView({ block: 'start' });
}

/**
 * Goes on where somebody was, once the page was exchanged.
 * @param {boolean} changed @param {HTMLFormElement | null} sent
 */
function wire(changed, sent = null) {
  if (!changed) return;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('find'));
  if (field && sent) {
    field.value = '';
    (sent.querySelector('#names') ? document.getElementById('names') || field : field).focus();
  }
  find();
  wireSlips(live);
  wireFile();
}

/** Lets a file be chosen in the place of a list that is pasted. */
function wireFile() {
  const file = /** @type {HTMLInputElement | null} */ (document.getElementById('file'));
  const list = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('list'));
  if (!file || !list || !file.parentElement) return;
  file.parentElement.hidden = false;
  file.addEventListener('change', async () => {
    const chosen = file.files && file.files[0];
    if (chosen) list.value = await chosen.text();
  });
}

document.addEventListener('submit', send);
document.addEventListener('input', (event) => {
  if (/** @type {HTMLElement} */ (event.target).id === 'find') find();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || /** @type {HTMLElement} */ (event.target).id !== 'find') return;
  event.preventDefault();
  const first = document.querySelector('#people > li:not([hidden]) button');
  if (first) /** @type {HTMLButtonElement} */ (first).click();
});
keepFresh(live, () => wire(true));
wire(true);
