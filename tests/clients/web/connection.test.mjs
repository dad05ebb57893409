import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { HandClock } from './hand_clock.mjs';

const { Connection, Refused } = await import(`${process.env.MODULES}/connection.js`);
const { keep, recall } = await import(`${process.env.MODULES}/storage.js`);

class Socket {
  constructor() { this.readyState = 0; this.sent = []; this.closed = false; }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.closed = true; this.readyState = 3; }
  opens() { this.readyState = 1; this.onopen(); }
  tells(message) { this.onmessage({ data: JSON.stringify(message) }); }
  breaks() { this.readyState = 3; this.onclose(); }
  get last() { return this.sent[this.sent.length - 1]; }
}

const settled = () => new Promise((resolve) => { setImmediate(resolve); });
const WELCOME = { t: 'welcome', v: 1, server: 'x', session: 's', token: 'secret', caps: [] };
let clock;
let sockets;
let states;

function connect(options) {
  const dial = () => { sockets.push(new Socket()); return sockets[sockets.length - 1]; };
  const connection = new Connection({ dial, timers: clock, ...options });
  connection.onState = (state, retryMs) => states.push(retryMs ? `${state} ${retryMs}` : state);
  connection.open();
  return connection;
}

async function welcomed(options) {
  const connection = connect(options);
  sockets[0].opens();
  sockets[0].tells({ ...WELCOME, re: sockets[0].last.id });
  await settled();
  return connection;
}

beforeEach(() => {
  [clock, sockets, states] = [new HandClock(), [], []];
  keep('token', null);
  keep('name', null);
});

test('somebody new gives his name, and keeps the token he is given', async () => {
  await welcomed({ name: 'Riet' });
  assert.equal(sockets[0].sent[0].name, 'Riet');
  assert.equal(recall('token'), 'secret');
  assert.deepEqual(states, ['connecting', 'open']);
});

test('a token that nobody knows is forgotten, and the name given instead', async () => {
  keep('token', 'old');
  connect({ name: 'Riet' });
  sockets[0].opens();
  assert.equal(sockets[0].last.token, 'old');
  sockets[0].tells({ t: 'error', re: 1, code: 'bad-token', text: '' });
  await settled();
  assert.equal(sockets[0].last.token, undefined);
  assert.equal(sockets[0].last.name, 'Riet');
});

test('a lost connection is made again, after pauses that grow to a limit', async () => {
  await welcomed();
  for (let time = 0; time < 8; time += 1) {
    sockets[sockets.length - 1].breaks();
    clock.pass(Number(states[states.length - 1].split(' ')[1]));
  }
  const pauses = states.filter((state) => state.startsWith('lost'));
  assert.deepEqual(pauses.slice(0, 6), [
    'lost 500', 'lost 1000', 'lost 2000', 'lost 4000', 'lost 8000', 'lost 15000',
  ]);
  assert.equal(pauses[7], 'lost 15000');
  assert.equal(sockets.length, 9);
});

test('after a welcome the pauses begin anew', async () => {
  await welcomed();
  sockets[0].breaks();
  clock.pass(500);
  sockets[1].opens();
  sockets[1].tells({ ...WELCOME, re: sockets[1].last.id });
  await settled();
  sockets[1].breaks();
  assert.equal(states.pop(), 'lost 500');
});

test('who is superseded rests until he is opened again', async () => {
  const connection = await welcomed();
  sockets[0].tells({ t: 'bye', code: 'superseded', text: '' });
  sockets[0].breaks();
  clock.pass(3600000);
  connection.check();
  assert.equal(sockets.length, 1);
  assert.equal(states.pop(), 'resting');
  connection.open();
  assert.equal(sockets.length, 2);
});

test('a server that is silent is asked, and given up when it does not answer', async () => {
  await welcomed();
  clock.pass(30000);
  assert.equal(sockets[0].last.t, 'ping');
  clock.pass(5000);
  assert.equal(states.pop(), 'lost 500');
});

test('a server that answers is kept', async () => {
  await welcomed();
  clock.pass(30000);
  sockets[0].tells({ t: 'pong' });
  clock.pass(20000);
  assert.equal(states.pop(), 'open');
});

test('a ping is answered', async () => {
  await welcomed();
  sockets[0].tells({ t: 'ping' });
  assert.deepEqual(sockets[0].last, { t: 'pong' });
});

test('each reply goes to its request, what is no reply to the page', async () => {
  const connection = await welcomed();
  const heard = [];
  connection.onMessage = (message) => heard.push(message.t);
  const [one, other] = [connection.request({ t: 'rules' }), connection.request({ t: 'sit' })];
  const [first, second] = sockets[0].sent.slice(-2);
  sockets[0].tells({ t: 'error', re: second.id, code: 'seat-taken', text: 'no' });
  sockets[0].tells({ t: 'event', table: '1', n: 1, e: { k: 'resumed' } });
  sockets[0].tells({ t: 'rules', re: first.id });
  assert.equal((await one).t, 'rules');
  await assert.rejects(other, (fault) => fault instanceof Refused && fault.code === 'seat-taken');
  assert.deepEqual(heard, ['event']);
});

test('what waits for a reply is told when the connection breaks', async () => {
  const connection = await welcomed();
  const waiting = connection.request({ t: 'rules' });
  sockets[0].breaks();
  await assert.rejects(waiting, (fault) => fault.code === 'disconnected');
});
