/** Hands in the secret that stands behind the address's #, where no server's log has it. */

const form = /** @type {HTMLFormElement} */ (document.getElementById('link-form'));
const secret = location.hash.slice(1);
if (secret) {
  /** @type {HTMLInputElement} */ (document.getElementById('link')).value = secret;
  history.replaceState(null, '', location.pathname);
  form.submit();
}
