/** Opens the page of a table. */

import { openPage } from './page.js';
import { TablePage } from './play.js';

openPage((root, words, settings, data) =>
  new TablePage(root, data.table || '', data.mode === 'watch', words, settings).start());
