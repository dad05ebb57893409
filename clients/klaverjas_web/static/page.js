/** How a page begins: with what somebody likes, and the words of his language. */

import { Settings } from './settings.js';
import { loadWords } from './words.js';

/**
 * Opens a page; `start` is given where to build it, and what stands on its body as data.
 * @param {(root: HTMLElement, words: import('./words.js').Words, settings: Settings,
 *   data: DOMStringMap) => Promise<void>} start
 */
export async function openPage(start) {
  const settings = new Settings();
  settings.apply();
  try {
    const words = await loadWords(settings.language);
    await start(document.getElementById('stage') || document.body, words, settings, document.body.dataset);
  } catch (fault) {
    const trouble = document.getElementById('trouble');
    if (trouble) trouble.hidden = false;
    throw fault;
  }
}
