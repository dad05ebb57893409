/** A finished match, card by card, all hands open. */

import { TIMERS } from './connection.js';
import { customsOf } from './customs.js';
import { fill, make } from './element.js';
import { listen } from './keyboard.js';
import { Overlay } from './overlay.js';
import { Scene } from './scene.js';
import { sortHand } from './cards.js';
import { Speech } from './speech.js';
import { buildStage } from './stage.js';
import { after } from './view.js';

/**
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {import('./words.js').Words} Words
 * @typedef {{event: Wire.Event | null, before: Wire.View, view: Wire.View, hands: Record<string, Wire.Card[]>}} Step
 */

const STEP_MS = 1100;

/**
 * Folds a record into the steps one goes through: the view after each event, and all hands.
 * @param {Wire.MatchRecord} record @returns {Step[]}
 */
export function stepsOf(record) {
  const customs = customsOf(record.view.rules);
  let { view } = record;
  /** @type {Record<string, Wire.Card[]>} */
  let hands = {};
  /** @type {Step[]} */
  const steps = [{ event: null, before: view, view, hands }];
  for (const event of record.events) {
    const before = view;
    view = after(view, event, customs);
    hands = handsAfter(hands, event);
    steps.push({ event, before, view, hands });
  }
  return steps;
}

/**
 * Knows all hands after an event.
 * @param {Record<string, Wire.Card[]>} hands @param {Wire.Event} event @returns {Record<string, Wire.Card[]>}
 */
function handsAfter(hands, event) {
  switch (event.k) {
    case 'dealt': return event.hands || {};
    case 'packet': return joined(hands, event.hands || {});
    case 'swapped': return exchanged(hands, event.seat, event.seven, [event.card]);
    case 'played': return exchanged(hands, event.seat, event.card, []);
    default: return hands;
  }
}

/** @param {Record<string, Wire.Card[]>} hands @param {Record<string, Wire.Card[]>} more */
function joined(hands, more) {
  return Object.keys(more).reduce(
    (all, seat) => ({ ...all, [seat]: (hands[seat] || []).concat(more[seat]) }), hands,
  );
}

/** @param {Record<string, Wire.Card[]>} hands @param {string} seat @param {Wire.Card} gone @param {Wire.Card[]} come */
function exchanged(hands, seat, gone, come) {
  const held = (hands[seat] || []).filter((card) => card !== gone);
  return { ...hands, [seat]: held.concat(come) };
}

export class ReplayPage {
  /** @param {HTMLElement} root @param {string} name @param {Words} words @param {Settings} settings */
  constructor(root, name, words, settings) {
    this.words = words;
    this._name = name;
    this._settings = settings;
    this.stage = buildStage(root);
    this.scene = new Scene(this.stage, words, TIMERS);
    this.overlay = new Overlay(this.stage.overlay);
    this.speech = new Speech(this.stage.voice);
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this._timer = 0;
    this._run = this._button('run', () => this._toggle());
    this._place = make('span', { class: 'place' });
    this._slider = make('input', {
      type: 'range', min: 0, 'aria-label': words.text('replay.title'),
      input: (event) => this.go(Number(event.target.value)),
    });
    root.classList.add('replay');
  }

  /** Fetches the record of the match, and shows its beginning. @param {string} [address] */
  async start(address = `/replay/${this._name}.json`) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`no record at ${address}`);
    this.steps = stepsOf(await answer.json());
    this._label();
    this._listen();
    this.go(this.steps.findIndex((step) => step.event !== null && step.event.k === 'dealt'));
  }

  /** Goes to a step. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    const { event, before, view, hands } = this.steps[this.at];
    this.scene.board.clear();
    this.scene.board.trick.keep(true);
    this._layWon(event, before);
    if (event) this.scene.happen(event, before);
    this.scene.show(view, sortedHands(hands, view));
    const told = event ? this.scene.told(event, view) : this.words.text('replay.title');
    this.stage.prompt.textContent = told;
    if (event) this.speech.say(this.scene.spoken(event, view));
    this._slider.value = String(this.at);
    this._place.textContent = this.words.text('replay.place', { step: this.at, steps: this.steps.length - 1 });
  }

  /** Lays the cards of a trick that this step takes. @param {Wire.Event | null} event @param {Wire.View} before */
  _layWon(event, before) {
    if (event && event.k === 'trick') this.scene.board.trick.lay(before, this.scene.party(before));
  }

  /** Goes on to the next event of one of these kinds. @param {string[]} kinds */
  skip(kinds) {
    const next = this.steps.findIndex(
      ({ event }, place) => place > this.at && event !== null && kinds.includes(event.k),
    );
    this.go(next < 0 ? this.steps.length - 1 : next);
  }

  _label() {
    const { stage, words } = this;
    document.title = `${words.text('replay.title')} · ${words.text('play.table', { table: this._name })}`;
    stage.title.textContent = document.title;
    stage.menu.textContent = words.text('play.settings');
    stage.last.hidden = true;
    stage.menu.addEventListener('click', () => this._open('settings', 'play.settings', this._settings.draw(words)));
    stage.score.addEventListener('click', () => this._openSheet());
    this._buildControls();
  }

  _buildControls() {
    const { actions, hand } = this.stage;
    actions.hidden = false;
    fill(
      actions, this._button('first', () => this.go(0)), this._button('back', () => this.go(this.at - 1)),
      this._button('next', () => this.go(this.at + 1)), this._button('trick', () => this.skip(['trick'])),
      this._button('deal', () => this.skip(['dealt'])), this._run,
    );
    this._slider.max = String(this.steps.length - 1);
    fill(hand, this._slider, this._place);
  }

  /** @param {string} key @param {() => void} run */
  _button(key, run) {
    return make('button', {
      type: 'button', class: 'plain', id: `replay-${key}`, text: this.words.text(`replay.${key}`), click: run,
    });
  }

  _openSheet() {
    this._open('score', 'sheet.title', this.scene.sheet(this.steps[this.at].view));
  }

  /** @param {string} name @param {string} title @param {HTMLElement} body */
  _open(name, title, body) {
    this.overlay.show({
      name, title: this.words.text(title), body: [body], choices: [{ text: this.words.text('play.close') }],
    });
  }

  /** Plays on by itself, or stops. */
  _toggle() {
    const runs = this._timer !== 0;
    TIMERS.clear(this._timer);
    this._timer = 0;
    if (!runs) this._tick();
    this._run.textContent = this.words.text(runs ? 'replay.run' : 'replay.stop');
  }

  _tick() {
    if (this.at >= this.steps.length - 1) {
      this._timer = -1;
      this._toggle();
      return;
    }
    this.go(this.at + 1);
    this._timer = TIMERS.set(() => this._tick(), STEP_MS);
  }

  _listen() {
    listen({
      idle: () => this.overlay.open,
      number: () => {},
      move: (step) => this.go(this.at + step),
      up: () => this.skip(['dealt']),
      down: () => this.skip(['trick']),
      escape: () => {},
      letters: { s: () => this._openSheet() },
    });
  }
}

/** @param {Record<string, Wire.Card[]>} hands @param {Wire.View} view */
function sortedHands(hands, view) {
  return Object.keys(hands).reduce(
    (all, seat) => ({ ...all, [seat]: sortHand(hands[seat], view.trump) }),
    /** @type {Record<string, Wire.Card[]>} */ ({}),
  );
}
