/** The time that is left to answer, counted down in sight. */

/** From so many milliseconds on it hurries. */
const HURRY_MS = 10000;
const TICK_MS = 1000;

export class Clock {
  /**
   * @param {HTMLElement} root
   * @param {Wire.Timers} timers
   * @param {() => void} onHurry
   */
  constructor(root, timers, onHurry) {
    this._root = root;
    this._timers = timers;
    this._onHurry = onHurry;
    this._timer = 0;
    this._end = 0;
  }

  /** Counts down from now. @param {number} ms */
  start(ms) {
    this._end = this._timers.now() + ms;
    this._hurried = false;
    this._root.hidden = false;
    this._tick();
  }

  stop() {
    this._timers.clear(this._timer);
    this._root.hidden = true;
  }

  _tick() {
    this._timers.clear(this._timer);
    const left = Math.max(0, this._end - this._timers.now());
    const seconds = Math.ceil(left / 1000);
    const pad = seconds % 60 < 10 ? '0' : '';
    this._root.textContent = `${Math.floor(seconds / 60)}:${pad}${seconds % 60}`;
    this._root.classList.toggle('hurry', left < HURRY_MS);
    if (left < HURRY_MS && !this._hurried) {
      this._hurried = true;
      this._onHurry();
    }
    if (left > 0) this._timer = this._timers.set(() => this._tick(), left % TICK_MS || TICK_MS);
  }
}
