/** The button that prints the score sheet. */

import { byId } from './element.js';

const print = byId('print');
print.hidden = false;
print.addEventListener('click', () => window.print());
