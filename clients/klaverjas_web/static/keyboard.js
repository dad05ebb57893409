/** Everything at the table by key. */

/**
 * @typedef {object} Keys what the keys do
 * @property {() => boolean} idle whether they do nothing now: something lies over the table
 * @property {(place: number) => void} number
 * @property {(step: number) => void} move
 * @property {() => void} up
 * @property {() => void} down
 * @property {() => void} escape
 * @property {Record<string, () => void>} letters
 */

const TYPED_INTO = ['INPUT', 'SELECT', 'TEXTAREA'];

/**
 * Listens for keys.
 * @param {Keys} keys
 */
export function listen(keys) {
  /** @type {Record<string, () => void>} */
  const named = {
    ArrowLeft: () => keys.move(-1),
    ArrowRight: () => keys.move(1),
    ArrowUp: keys.up,
    ArrowDown: keys.down,
    Escape: keys.escape,
  };
  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (keys.idle() || TYPED_INTO.includes(target.tagName)) return;
    const run = named[event.key] || keys.letters[event.key.toLowerCase()] || digit(event.key, keys);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/** @param {string} key @param {Keys} keys @returns {(() => void) | null} */
function digit(key, keys) {
  return /^[1-9]$/.test(key) ? () => keys.number(Number(key) - 1) : null;
}
