/** What the device remembers for this server: its session, its tables' keys, its settings. */

/** @type {Map<string, string>} */
const forgetful = new Map();

/**
 * Reads what was kept under a key; null if nothing was.
 * @param {string} key @returns {string | null}
 */
export function recall(key) {
  try {
    return window.localStorage.getItem(`klaverjas.${key}`);
  } catch (fault) {
    return forgetful.has(key) ? String(forgetful.get(key)) : null;
  }
}

/**
 * Keeps a value under a key, or forgets it (null). Where a browser keeps nothing, this page does.
 * @param {string} key @param {string | null} value
 */
export function keep(key, value) {
  try {
    if (value === null) window.localStorage.removeItem(`klaverjas.${key}`);
    else window.localStorage.setItem(`klaverjas.${key}`, value);
  } catch (fault) {
    if (value === null) forgetful.delete(key);
    else forgetful.set(key, value);
  }
}
