/** A deal's form: roem from a keypad, and what the other side has of the 162. */

const CARD_POINTS = 162;

/** @param {HTMLElement} root */
export function wireSlips(root) {
  root.querySelectorAll('form[data-slip]').forEach((form) => wire(/** @type {HTMLFormElement} */ (form)));
}

/** @param {HTMLFormElement} form */
function wire(form) {
  if (form.dataset.wired) return;
  form.dataset.wired = 'yes';
  form.querySelectorAll('.keypad').forEach((pad) => {
    const field = /** @type {HTMLInputElement} */ (pad.querySelector('input'));
    pad.querySelectorAll('.key').forEach((each) => {
      const key = /** @type {HTMLButtonElement} */ (each);
      key.hidden = false;
      key.addEventListener('click', () => add(field, Number(key.dataset.add)));
    });
  });
  const rest = /** @type {HTMLElement} */ (form.querySelector('.rest'));
  const points = /** @type {HTMLInputElement} */ (form.elements.namedItem('points'));
  points.addEventListener('input', () => { rest.textContent = other(points.value); });
}

/** @param {HTMLInputElement} field @param {number} value */
function add(field, value) {
  field.value = value ? String(Number(field.value || 0) + value) : '';
}

/** @param {string} typed @returns {string} the other side's points */
function other(typed) {
  const points = Number(typed);
  if (typed === '' || !Number.isInteger(points) || points < 0 || points > CARD_POINTS) return '';
  return `+ ${CARD_POINTS - points} = ${CARD_POINTS}`;
}
