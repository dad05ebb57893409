/**
 * The conversation with the server: one WebSocket, JSON, and the way back when it is lost.
 *
 *     const connection = new Connection({ name: 'Riet' });
 *     connection.onMessage = (message) => …;   // everything that is no reply
 *     connection.onState = (state) => …;       // 'connecting' 'open' 'lost' 'resting'
 *     connection.open();
 *     const seated = await connection.request({ t: 'sit', code });
 */

import { keep, recall } from './storage.js';

/**
 * @typedef {'connecting' | 'open' | 'lost' | 'resting'} State
 */

const SUBPROTOCOL = 'klaverjas.json.v1';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15000;
/** After so long without a word we ask; the server speaks every 20 seconds. */
const SILENCE_MS = 30000;
const PATIENCE_MS = 5000;
/** After these one does not come back by oneself. */
const FINAL = ['superseded', 'version', 'bad-token'];

/** A request that the server refused, or that never reached it (code "disconnected"). */
export class Refused extends Error {
  /** @param {string} code @param {string} text @param {string} [reason] */
  constructor(code, text, reason) {
    super(text);
    this.code = code;
    this.reason = reason;
  }
}

/** The browser's timers. @type {Wire.Timers} */
export const TIMERS = {
  now: () => Date.now(),
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (timer) => window.clearTimeout(timer),
};

/** The address of the door beside the page. @returns {string} */
function doorAddress() {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${window.location.host}/ws`;
}

export class Connection {
  /**
   * @param {object} [options]
   * @param {string} [options.name] what others call you; else what this device remembers
   * @param {string} [options.code] the code by which another device hands its session over
   * @param {() => WebSocket} [options.dial]
   * @param {Wire.Timers} [options.timers]
   */
  constructor(options = {}) {
    if (options.name) keep('name', options.name);
    this._code = options.code || null;
    this._dial = options.dial || (() => new WebSocket(doorAddress(), SUBPROTOCOL));
    this._timers = options.timers || TIMERS;
    /** @type {(message: any) => void} */
    this.onMessage = () => {};
    /** @type {(state: State, retryMs: number, code: string | null) => void} */
    this.onState = () => {};
    /** @type {State} */
    this.state = 'connecting';
    /** @type {WebSocket | null} */
    this._socket = null;
    /** @type {Map<number, {resolve: (reply: any) => void, reject: (fault: Error) => void}>} */
    this._pending = new Map();
    this._requests = 0;
    this._pause = FIRST_PAUSE_MS;
    this._timer = 0;
    this._heard = 0;
    /** @type {string | null} */
    this._bye = null;
  }

  /** Whether this device has a name, or a session, here. @returns {boolean} */
  static get known() {
    return recall('token') !== null || recall('name') !== null;
  }

  /** Takes a name, and says it at once on a connection that stands. @param {string} name */
  rename(name) {
    keep('name', name);
    if (this.state !== 'open' || !this._socket) return;
    this._part(this._socket);
    this.open();
  }

  /** Connects, at once; does nothing on a connection that stands. */
  open() {
    if (this._socket) return;
    this._bye = null;
    this._timers.clear(this._timer);
    this._enter('connecting', 0);
    const socket = this._dial();
    this._socket = socket;
    socket.onopen = () => this._greet();
    socket.onmessage = (message) => this._take(JSON.parse(message.data));
    socket.onclose = () => this._part(socket);
    this._timer = this._timers.set(() => this._part(socket), 2 * PATIENCE_MS);
  }

  /** Looks whether the connection still lives: after sleep, or when the network is back. */
  check() {
    if (this.state === 'resting') return;
    if (this.state !== 'open') {
      this.open();
      return;
    }
    this._ask();
  }

  /**
   * Makes a request and waits for its reply.
   * @param {Wire.Request} request
   * @returns {Promise<Wire.Reply>} rejected with `Refused`
   */
  request(request) {
    return new Promise((resolve, reject) => {
      if (!this._socket || this._socket.readyState !== 1) {
        reject(new Refused('disconnected', 'there is no connection'));
        return;
      }
      this._requests += 1;
      this._pending.set(this._requests, { resolve, reject });
      this._send({ ...request, id: this._requests });
    });
  }

  /** Does not come back by itself from now on: this page rests until it is opened again. */
  rest(why = 'superseded') {
    this._bye = why;
    if (this._socket) this._part(this._socket);
  }

  /** @param {Wire.Request} message */
  _send(message) {
    if (this._socket) this._socket.send(JSON.stringify(message));
  }

  /** Introduces this device, as whom it was before if it can. */
  _greet() {
    const hello = { t: 'hello', v: [1], client: 'web' };
    this.request(Object.assign(hello, this._identity())).then(
      (welcome) => this._welcomed(/** @type {any} */ (welcome)),
      (fault) => this._unwelcome(fault),
    );
  }

  /** Says as whom this device comes. @returns {{code?: string, token?: string, name?: string}} */
  _identity() {
    if (this._code) return { code: this._code };
    const [token, name] = [recall('token'), recall('name')];
    return Object.assign({}, token ? { token } : null, name ? { name } : null);
  }

  /** @param {Wire.Welcome} welcome */
  _welcomed(welcome) {
    keep('token', welcome.token);
    if (this._code) keep('name', welcome.name || null);
    this._code = null;
    this.session = welcome.session;
    this._pause = FIRST_PAUSE_MS;
    this._listen();
    this._enter('open', 0);
  }

  /** @param {Refused} fault */
  _unwelcome(fault) {
    if (fault.code === 'bad-token' && this._code) {
      this.rest(fault.code);
    } else if (fault.code === 'bad-token') {
      keep('token', null);
      this._greet();
    } else if (this._socket) {
      this._part(this._socket);
    }
  }

  /** @param {any} message */
  _take(message) {
    this._heard = this._timers.now();
    if (message.t === 'ping') {
      this._send({ t: 'pong', ...(message.id === undefined ? {} : { re: message.id }) });
    } else if (message.t === 'bye') {
      this._bye = message.code;
    } else if (message.re !== undefined && this._pending.has(message.re)) {
      this._settle(message);
    } else {
      this.onMessage(message);
    }
  }

  /** @param {any} reply */
  _settle(reply) {
    const waiting = this._pending.get(reply.re);
    this._pending.delete(reply.re);
    if (!waiting) return;
    if (reply.t === 'error') waiting.reject(new Refused(reply.code, reply.text, reply.reason));
    else waiting.resolve(reply);
  }

  /** Waits for silence, and then asks whether anybody is there. */
  _listen() {
    this._timers.clear(this._timer);
    const due = this._heard + SILENCE_MS - this._timers.now();
    this._timer = this._timers.set(() => {
      if (this._timers.now() - this._heard >= SILENCE_MS) this._ask();
      else this._listen();
    }, due);
  }

  /** Asks for a sign of life; without one the connection is given up. */
  _ask() {
    const socket = this._socket;
    if (!socket) return;
    const asked = this._timers.now();
    this._send({ t: 'ping' });
    this._timers.clear(this._timer);
    this._timer = this._timers.set(() => {
      if (this._heard < asked) this._part(socket);
      else this._listen();
    }, PATIENCE_MS);
  }

  /** Knows that a connection has ended, and comes back unless the session went elsewhere. */
  _part(/** @type {WebSocket} */ socket) {
    if (socket !== this._socket) return;
    this._socket = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this._timers.clear(this._timer);
    const waiting = Array.from(this._pending.values());
    this._pending.clear();
    waiting.forEach(({ reject }) => reject(new Refused('disconnected', 'the connection is lost')));
    if (FINAL.includes(this._bye || '')) this._enter('resting', 0);
    else this._comeBack();
  }

  _comeBack() {
    const pause = this._pause;
    this._pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    this._timer = this._timers.set(() => this.open(), pause);
    this._enter('lost', pause);
  }

  /** @param {State} state @param {number} retryMs */
  _enter(state, retryMs) {
    this.state = state;
    this.onState(state, retryMs, this._bye);
  }
}

/**
 * Looks after a connection when the device wakes up or finds its network again.
 * @param {Connection} connection
 */
export function stayAwake(connection) {
  window.addEventListener('online', () => connection.check());
  window.addEventListener('pageshow', () => connection.check());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connection.check();
  });
}
