/** Making elements of a page, with no markup and no styles in text. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Sets attributes of an element: functions listen, `text` is its text, null leaves out.
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes
 * @returns {E}
 */
function dress(element, attributes) {
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name === 'text') element.textContent = String(value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  return element;
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = dress(document.createElement(tag), attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null)));
  return element;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  dress(element, attributes).append(...children);
  return element;
}

/**
 * Puts these children in place of what an element holds.
 * @param {Element} parent @param {...(Node | string | null)} children
 */
export function fill(parent, ...children) {
  parent.textContent = '';
  parent.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null)));
}

/**
 * Finds an element that the page must have.
 * @param {string} id @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}
