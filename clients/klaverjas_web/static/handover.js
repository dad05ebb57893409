/** A code by which another device goes on with this one's session. */

import { byId } from './element.js';
import { Connection } from './connection.js';
import { Reception, drawCode, pageWords } from './reception.js';

/** @param {import('./words.js').Words} words */
function start(words) {
  const told = byId('told');
  if (!Connection.known) {
    told.textContent = words.text('handover.nobody');
    return;
  }
  const reception = new Reception(words);
  let offered = false;
  reception.onOpen = async () => {
    if (offered) return;
    const handed = await reception.request({ t: 'handover' });
    if (!handed || !handed.code) return;
    offered = true;
    await show(handed.code);
    told.textContent = words.text('handover.text');
  };
  reception.onRest = () => {
    byId('code').hidden = true;
    byId('link').hidden = true;
    told.textContent = words.text('bye.superseded');
  };
  reception.open();
}

/** @param {string} code */
async function show(code) {
  const path = `/continue#${encodeURIComponent(code)}`;
  await drawCode(byId('code'), path);
  byId('code').hidden = false;
  byId('link').textContent = (document.body.dataset.address || '') + path;
  byId('link').hidden = false;
}

pageWords().then(start);
