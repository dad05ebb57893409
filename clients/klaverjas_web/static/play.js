/** The page of a table: somebody plays there, or watches. */

import { Clock } from './clock.js';
import { Connection, TIMERS, stayAwake } from './connection.js';
import { askName } from './entrance.js';
import { Hand } from './hand.js';
import { listen } from './keyboard.js';
import { Notices } from './notices.js';
import { Overlay } from './overlay.js';
import { Pace } from './pace.js';
import { Panel } from './panel.js';
import { Papers } from './papers.js';
import { Scene } from './scene.js';
import { seatsOf } from './seats.js';
import { Sounds } from './sounds.js';
import { Speech } from './speech.js';
import { buildStage } from './stage.js';
import { recall } from './storage.js';
import { Table } from './table.js';

/**
 * @typedef {import('./connection.js').Refused} Refused
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {import('./words.js').Words} Words
 */

/** How much faster things go for somebody who wants it so, and where nothing moves. */
const QUICK = 0.3;
const CALM = 0.6;
/** How long the sheet of a deal stays for somebody who watches, or whose clock runs. */
const READING_MS = 8000;

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} name the table's
   * @param {boolean} watches whether one only wants to watch
   * @param {Words} words
   * @param {Settings} settings
   */
  constructor(root, name, watches, words, settings) {
    this.words = words;
    this.settings = settings;
    this._watches = watches;
    this._spectator = watches;
    this.stage = buildStage(root);
    this.scene = new Scene(this.stage, words, TIMERS, (seat) => this._sit(seat));
    this.stage.board.append(this.stage.last, this.stage.roem, this.stage.claim);
    this.overlay = new Overlay(this.stage.overlay);
    this.papers = new Papers(this.overlay, this.scene, settings, name);
    this.notices = new Notices(this.stage.banner, this.stage.toast, TIMERS);
    this.speech = new Speech(this.stage.voice);
    this.sounds = new Sounds(settings);
    this.clock = new Clock(this.stage.clock, TIMERS, () => this.sounds.hurry());
    this.panel = new Panel(
      this.stage, (action) => this._act(action),
      () => this.papers.claim(() => this._act({ a: 'claim' })),
    );
    this.hand = new Hand(this.stage.hand, {
      onPlay: (card, plays) => this._act(plays[0] || { a: 'play', card }),
      onSelect: (card, plays) => this._select(card, plays),
      oneTap: () => settings.on('one-tap'),
    });
    this.connection = new Connection();
    this.table = new Table(name, this.connection);
    this.pace = new Pace((happening) => this._show(happening), TIMERS);
    /** @type {Wire.View | null} */
    this._shown = null;
    this._asked = -1;
    this._wire();
  }

  _wire() {
    const { stage, table, connection } = this;
    table.onHappening = (happening) => this.pace.push(happening);
    table.onRefusal = (fault) => this._complain(fault);
    connection.onMessage = (message) => {
      if (message.table === table.name) table.told(message);
    };
    connection.onState = (state, retryMs) => this._connected(state, retryMs);
    stage.menu.addEventListener('click', () => this._openMenu());
    stage.score.addEventListener('click', () => this._openSheet());
    stage.last.addEventListener('click', () => this._openLast());
    this.settings.onChange = () => this._liked();
    stayAwake(connection);
    this._listen();
  }

  _listen() {
    listen({
      idle: () => this.overlay.open,
      number: (place) => this._number(place),
      move: (step) => this._move(step),
      up: () => this._focusActions(),
      down: () => this.hand.move(1),
      escape: () => this.hand.select(null),
      letters: {
        r: () => this.stage.roem.click(),
        s: () => this._openSheet(),
        l: () => this._openLast(),
        m: () => this._openMenu(),
      },
    });
  }

  /** Comes to the table; somebody new who wants to play says his name first. */
  async start() {
    this._label();
    this._liked();
    if (!this._watches && !Connection.known) {
      const name = await askName(this.overlay, this.words);
      this.connection.rename(name);
    }
    this.connection.open();
  }

  /** Puts the words that do not change on the page. */
  _label() {
    const { stage, words } = this;
    stage.menu.textContent = words.text('play.menu');
    stage.last.textContent = words.title('word.last-trick');
    stage.hand.setAttribute('aria-label', words.text('table.hand'));
    document.title = words.title('play.table', { table: this.table.name });
    stage.title.textContent = document.title;
  }

  // The connection

  /** @param {import('./connection.js').State} state @param {number} retryMs */
  _connected(state, retryMs) {
    this.stage.root.classList.toggle('offline', state !== 'open');
    if (state === 'open') this._enter();
    else if (state === 'resting') this.papers.resting(() => this.connection.open());
    else this._announce(state === 'lost' ? retryMs : 0);
  }

  /** Says that there is no connection, and when it is tried again. @param {number} retryMs */
  _announce(retryMs) {
    const { words, connection } = this;
    if (!retryMs) {
      if (!this._shown) this.notices.stay({ text: words.text('play.connecting') });
      return;
    }
    const count = Math.ceil(retryMs / 1000);
    const text = `${words.text('connection.lost')} ${words.text('connection.retry', { count })}`;
    this.notices.stay({ text, button: words.text('play.retry'), run: () => connection.check() });
  }

  /** Asks for the table: as whoever sits there, or to watch. */
  _enter() {
    const { table } = this;
    if (this._shown) this.notices.pass(this.words.text('connection.back'));
    const request = this._spectator
      ? { t: 'watch', table: table.name }
      : { t: 'sync', table: table.name, after: table.n };
    this.connection.request(request).then(
      () => table.regained(),
      (fault) => this._turnedAway(fault),
    );
    this._notify();
  }

  /** Watches where one does not sit, or says why that cannot be. @param {Refused} fault */
  _turnedAway(fault) {
    if (fault.code === 'disconnected') return;
    if (fault.code === 'not-seated' && !this._spectator) {
      this._spectator = true;
      this._enter();
      return;
    }
    if (fault.code === 'already-seated') {
      this._spectator = false;
      this._enter();
      return;
    }
    this.papers.door(this._sentence(fault));
  }

  // Acting

  /** @param {Wire.Action} action */
  _act(action) {
    this.pace.flush();
    this.notices.clear();
    if (!this.table.ask || this.table.busy) return;
    this.table.act(action);
    this.clock.stop();
    this.hand.select(null);
    if (this._shown) this._drawAsked({ ...this._shown, legal: [] });
  }

  /** @param {Wire.Card | null} card @param {Wire.Action[]} plays */
  _select(card, plays) {
    const view = this._shown;
    if (!view) return;
    this.panel.show(view, this.scene.party(view));
    if (card) this.panel.choose(card, plays, view, this.scene.party(view));
  }

  /** @param {Wire.Seat} [seat] */
  _sit(seat) {
    if (!Connection.known) return;
    this._request({ t: 'sit', table: this.table.name, ...(seat ? { seat } : {}) }, () => {
      this._spectator = false;
    });
  }

  /** @param {Wire.Request} request @param {() => void} [then] */
  _request(request, then) {
    this.connection.request(request).then(then || (() => {}), (fault) => this._complain(fault));
  }

  /** Says in a sentence why something was refused. @param {Refused} fault */
  _complain(fault) {
    if (fault.code === 'disconnected') return;
    this.notices.pass(this._sentence(fault));
    if (this._shown && this.table.view) this._draw({ ...this._shown, legal: this.table.view.legal });
  }

  /** @param {Refused} fault @returns {string} */
  _sentence(fault) {
    const reason = `illegal.${fault.reason}`;
    if (fault.code === 'illegal' && this.words.has(reason)) return this.words.text(reason);
    const key = `error.${fault.code}`;
    return this.words.has(key) ? this.words.text(key) : fault.message;
  }

  // Showing

  /** @param {Wire.Happening} happening */
  _show(happening) {
    if (happening.kind === 'shown') this.scene.board.clear();
    if (happening.kind === 'event') this.scene.happen(happening.event, happening.before);
    this._draw(happening.view);
    if (happening.kind === 'event') this._tell(happening.event, happening.view);
    if (happening.kind === 'ask') this._question(happening.ask);
    else if (happening.kind !== 'note' && !happening.view.legal.length) this.clock.stop();
  }

  /** @param {Wire.View} view */
  _draw(view) {
    this._shown = view;
    this.scene.show(view);
    this._drawAsked(view);
    this._notify();
  }

  /** Draws what one may do. @param {Wire.View} view */
  _drawAsked(view) {
    this.hand.show(view, this.words);
    this.panel.show(view, this.scene.party(view));
    this.scene.board.trick.keep(view.legal.some((action) => action.a === 'roem'));
    const { customs } = this.table;
    this.stage.root.classList.toggle('asking', !view.trick.length && !this.stage.actions.hidden);
    this.stage.last.hidden = !customs || !customs.showLast || !view.deal;
  }

  /** @param {Wire.Event} event @param {Wire.View} view */
  _tell(event, view) {
    this.speech.say(this.scene.spoken(event, view));
    if (event.k === 'written') this._openWritten(event, view);
    else if (event.k === 'finished') this.papers.finished(event, view);
    else if (event.k === 'ruled' || event.k === 'void') this.notices.pass(this.scene.told(event, view));
  }

  /** @param {Wire.Ask} ask */
  _question(ask) {
    if (ask.ms !== undefined) this.clock.start(ask.ms - (Date.now() - this.table.askedAt));
    else this.clock.stop();
    if (ask.ask === this._asked) return;
    this._asked = ask.ask;
    if (!ask.must) return;
    this.sounds.turn();
    this.speech.say(this.stage.prompt.textContent || '');
  }

  /** Shows what is out of the ordinary: a stand-in, a pause, that one watches. */
  _notify() {
    const view = this._shown;
    if (this.connection.state !== 'open' || !view) return;
    const { words, table } = this;
    if (table.paused) this.notices.stay({ text: words.text('event.paused') });
    else if (standIn(view) && view.phase !== 'over') {
      const text = words.text('event.stand-in.you', { strategy: standIn(view) });
      this.notices.stay({ text, button: words.text('play.take-over'), run: () => this._sit() });
    } else if (view.me === null) this.notices.stay({ text: words.text('play.watching') });
    else this.notices.stay(this._offerBots(view));
  }

  /** Offers to fill the table, to whoever opened it. @param {Wire.View} view */
  _offerBots(view) {
    const key = recall(`key.${this.table.name}`);
    if (view.phase !== 'waiting' || !key) return null;
    return {
      text: this.words.text('phase.waiting'), button: this.words.text('play.bots'),
      run: () => this._fill(this._freeSeats(), key),
    };
  }

  /** @returns {Wire.Seat[]} */
  _freeSeats() {
    const view = this._shown;
    return view ? seatsOf(view).filter((seat) => !view.players[seat]) : [];
  }

  /** @param {Wire.Seat[]} seats @param {string} key */
  _fill(seats, key) {
    for (const seat of seats) {
      this._request({ t: 'fill', table: this.table.name, key, seat, strategy: 'club' });
    }
  }

  // Sheets of paper over the table

  /** @param {Wire.EventOf<'written'>} event @param {Wire.View} view */
  _openWritten(event, view) {
    // The end of the match shows the same sheet.
    if (this.table.view && this.table.view.phase === 'over') return;
    this.pace.hold();
    this.papers.written(event, view, () => this.pace.release());
    const hurried = this.table.ask !== null && this.table.ask.ms !== undefined;
    if (view.me === null || standIn(view) || hurried) TIMERS.set(() => this.papers.close('written'), READING_MS);
  }

  _openSheet() {
    if (this._shown) this.papers.sheet(this._shown);
  }

  _openLast() {
    if (this._shown && !this.stage.last.hidden) this.papers.last(this._shown);
  }

  _openMenu() {
    this.papers.menu(this._shown, this._standIns());
  }

  /** Offers a stand-in for whoever is away, to whoever opened the table. */
  _standIns() {
    const [view, key] = [this._shown, recall(`key.${this.table.name}`)];
    if (!view || !key) return [];
    const away = seatsOf(view).filter((seat) => {
      const player = view.players[seat];
      return player && player.away && !player.bot;
    });
    return away.map((seat) => ({
      text: this.words.text('play.stand-in', { name: this.scene.party(view).name(seat) }),
      plain: true, run: () => this._fill([seat], key),
    }));
  }

  /** Goes at the pace that is liked. */
  _liked() {
    this.pace.factor = this.settings.on('quick') ? QUICK : this.settings.calm ? CALM : 1;
  }

  // Keys

  /** @param {number} place */
  _number(place) {
    const view = this._shown;
    const cards = view && view.legal.some((action) => action.a === 'play');
    if (!cards && !this.stage.actions.hidden) this.panel.press(place);
    else this.hand.tap(place);
  }

  /** @param {number} step */
  _move(step) {
    const buttons = Array.from(this.stage.actions.querySelectorAll('button'));
    const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    if (at < 0) this.hand.move(step);
    else buttons[(at + step + buttons.length) % buttons.length].focus();
  }

  _focusActions() {
    const first = this.stage.actions.querySelector('button');
    if (first && !this.stage.actions.hidden) first.focus();
    else if (!this.stage.roem.disabled) this.stage.roem.focus();
  }
}

/**
 * Names the strategy that plays for the viewer meanwhile; empty when he plays himself.
 * @param {Wire.View} view @returns {string}
 */
function standIn(view) {
  const mine = view.me ? view.players[view.me] : null;
  return (mine && mine.bot) || '';
}
