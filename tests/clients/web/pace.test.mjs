import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { HandClock } from './hand_clock.mjs';

const { Pace } = await import(`${process.env.MODULES}/pace.js`);

const happen = (k) => ({ kind: 'event', event: { k } });
let clock;
let shown;
let pace;

beforeEach(() => {
  [clock, shown] = [new HandClock(), []];
  pace = new Pace((happening) => {
    shown.push(happening.event ? happening.event.k : happening.kind);
    if (happening.event && happening.event.k === 'written') pace.hold();
  }, clock);
});

const push = (...kinds) => kinds.forEach((kind) => pace.push(kind === 'ask' ? { kind } : happen(kind)));

test('cards that come at once are laid one after the other', () => {
  push('played', 'played', 'played', 'ask');
  assert.deepEqual(shown, ['played']);
  clock.pass(450);
  assert.deepEqual(shown, ['played', 'played']);
  clock.pass(450);
  assert.deepEqual(shown, ['played', 'played', 'played', 'ask']);
});

test('a trick stays for more than a second before the next card', () => {
  push('played', 'trick', 'played');
  clock.pass(250);
  assert.deepEqual(shown, ['played', 'trick']);
  clock.pass(1000);
  assert.equal(shown.length, 2);
  clock.pass(200);
  assert.equal(shown.length, 3);
});

test('what comes slowly is shown as it comes', () => {
  push('played');
  clock.pass(2000);
  push('played');
  assert.equal(shown.length, 2);
});

test('whoever acts sees everything at once, and nothing is lost', () => {
  push('played', 'played', 'trick', 'roem', 'ask');
  pace.flush();
  assert.deepEqual(shown, ['played', 'played', 'trick', 'roem', 'ask']);
  clock.pass(5000);
  assert.equal(shown.length, 5);
});

test('what is read holds up the next deal until it is put away', () => {
  push('written', 'dealt', 'ask');
  clock.pass(60000);
  assert.deepEqual(shown, ['written']);
  pace.release();
  assert.deepEqual(shown, ['written', 'dealt', 'ask']);
});

test('a snapshot is shown in place of what still waits', () => {
  push('played', 'played');
  pace.push({ kind: 'shown' });
  clock.pass(5000);
  assert.deepEqual(shown, ['played', 'shown']);
});

test('a setting shortens the pauses', () => {
  pace.factor = 0.1;
  push('played', 'played');
  clock.pass(45);
  assert.equal(shown.length, 2);
});
