/** Keeping a page as the server would give it now. */

/** @type {string | null} */
let tag = null;
/** A page that has been exchanged since it was asked for is not put back. */
let exchanges = 0;

/**
 * Puts the middle of a page that came in the place of the one that is shown.
 * @param {HTMLElement} live @param {string} text @param {string | null} etag
 * @returns {boolean} whether there was one
 */
export function takeOver(live, text, etag) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.getElementById('live');
  if (!fresh) return false;
  const open = Array.from(live.querySelectorAll('details')).map((each) => each.open);
  live.textContent = '';
  live.append(...Array.from(fresh.childNodes));
  live.querySelectorAll('details').forEach((each, place) => { each.open = each.open || Boolean(open[place]); });
  const steps = page.querySelector('.steps');
  const shown = document.querySelector('.steps');
  if (steps && shown) shown.replaceWith(steps);
  tag = etag;
  exchanges += 1;
  return true;
}

/** @param {HTMLElement} live @returns {boolean} whether somebody is filling something in */
function busy(live) {
  const at = document.activeElement;
  const typing = at instanceof HTMLElement && live.contains(at) && at.matches('input, textarea, select');
  const changed = Array.from(live.querySelectorAll('input, textarea')).some((each) => {
    const field = /** @type {HTMLInputElement} */ (each);
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    return field.type !== 'hidden' && field.value !== field.defaultValue;
  });
  return changed || (typing && /** @type {HTMLInputElement} */ (at).value !== '');
}

/**
 * Asks every few seconds whether the page is another one, and at once after a sleep.
 * @param {HTMLElement} live @param {() => void} changed
 */
export function keepFresh(live, changed) {
  const ask = async () => {
    const seconds = Number(live.dataset.refresh);
    if (!seconds || document.hidden || busy(live)) return;
    const before = exchanges;
    try {
      const answer = await fetch(location.href, {
        headers: tag ? { 'If-None-Match': tag } : {},
        cache: 'no-store',
        redirect: 'follow',
      });
      document.body.classList.remove('lost');
      if (answer.status === 200 && !answer.redirected) {
        const text = await answer.text();
        const same = answer.headers.get('ETag') === tag;
        if (!same && before === exchanges && !busy(live) && takeOver(live, text, answer.headers.get('ETag'))) changed();
      }
    } catch (fault) {
      document.body.classList.add('lost');
    }
  };
  setInterval(ask, 1000 * (Number(live.dataset.refresh) || 5));
  document.addEventListener('visibilitychange', ask);
  addEventListener('pageshow', ask);
}
