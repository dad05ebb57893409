/** Opens the page of a finished match. */

import { openPage } from './page.js';
import { ReplayPage } from './replay.js';

openPage((root, words, settings, data) =>
  new ReplayPage(root, data.table || '', words, settings).start(data.record));
