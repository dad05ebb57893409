import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { Table } = await import(`${process.env.MODULES}/table.js`);
const { Refused } = await import(`${process.env.MODULES}/connection.js`);

const NOTHING = { NS: 0, EW: 0 };
const VIEW = {
  rules: 'amsterdam', game: 'klaverjas', me: 'S', deals: 16, phase: 'playing', totals: NOTHING, deal: 1,
  dealer: 'W', turn: 'S', trump: 'H', maker: 'N', hand: ['C7', 'HA'], counts: { N: 2, E: 2, S: 2, W: 2 },
  leader: 'S', trick: [], last: null, tricks: NOTHING, points: NOTHING, roem: NOTHING, sheet: [],
  players: { N: { name: 'Riet', bot: null, away: false } }, legal: [],
};
const PLAY = { a: 'play', card: 'C7' };
const ASK = { t: 'ask', table: '1', ask: 7, seat: 'S', must: true, legal: [PLAY] };
const PLAYED = { k: 'played', seat: 'S', card: 'C7' };
const settled = () => new Promise((resolve) => { setImmediate(resolve); });
let table;
let requests;
let happened;

const event = (n, e) => table.told({ t: 'event', table: '1', n, e });

beforeEach(() => {
  [requests, happened] = [[], []];
  const request = (sent) => new Promise((resolve, reject) => { requests.push({ sent, resolve, reject }); });
  table = new Table('1', { request });
  table.onHappening = (happening) => happened.push(happening.kind);
  table.told({ t: 'snapshot', table: '1', n: 7, view: VIEW });
});

test('events are folded in by their numbers, each once', () => {
  event(7, PLAYED);
  event(8, PLAYED);
  event(8, PLAYED);
  assert.deepEqual(table.view.hand, ['HA']);
  assert.deepEqual([table.n, happened], [8, ['shown', 'event']]);
});

test('a gap is filled by asking, once', () => {
  event(9, PLAYED);
  event(10, PLAYED);
  assert.equal(table.n, 7);
  assert.deepEqual(requests.map(({ sent }) => sent), [{ t: 'sync', table: '1', after: 7 }]);
});

test('what cannot be told from an event is asked for', () => {
  event(8, { k: 'rolled-back', deal: 1, trick: 1 });
  assert.deepEqual(requests[0].sent, { t: 'sync', table: '1', after: 0 });
});

test('an ask brings what is legal, and an unask takes it back', () => {
  table.told(ASK);
  assert.deepEqual(table.view.legal, [PLAY]);
  table.told({ t: 'unask', table: '1', ask: 7 });
  assert.deepEqual([table.view.legal, table.ask], [[], null]);
});

test('a snapshot in which one is asked leaves the question open', () => {
  table.told(ASK);
  table.told({ t: 'snapshot', table: '1', n: 7, view: { ...VIEW, legal: [PLAY] } });
  assert.equal(table.ask.ask, 7);
  table.told({ t: 'snapshot', table: '1', n: 8, view: VIEW });
  assert.equal(table.ask, null);
});

test('an act answers the open question, and no second one goes out meanwhile', async () => {
  table.act(PLAY);
  assert.equal(requests.length, 0);
  table.told(ASK);
  table.act(PLAY);
  table.act(PLAY);
  assert.deepEqual(requests.map(({ sent }) => sent), [{ t: 'act', table: '1', ask: 7, action: PLAY }]);
  requests[0].resolve({ t: 'done', n: 8 });
  await settled();
  assert.deepEqual([table.ask, table.busy], [null, false]);
});

test('an act on its way when the connection broke is sent again', async () => {
  table.told(ASK);
  table.act(PLAY);
  requests[0].reject(new Refused('disconnected', ''));
  await settled();
  table.regained();
  assert.deepEqual(requests[1].sent, requests[0].sent);
});

test('a refused act leaves the question open, and says why', async () => {
  const faults = [];
  table.onRefusal = (fault) => faults.push(fault.reason);
  table.told(ASK);
  table.act({ a: 'play', card: 'HA' });
  requests[0].reject(new Refused('illegal', '', 'follow'));
  await settled();
  assert.deepEqual([faults, table.ask.ask, table.busy], [['follow'], 7, false]);
});

test('who is away is known by notes', () => {
  table.told({ t: 'note', table: '1', k: 'away', seat: 'N' });
  assert.equal(table.view.players.N.away, true);
  table.told({ t: 'note', table: '1', k: 'here', seat: 'N' });
  assert.equal(table.view.players.N.away, false);
});
