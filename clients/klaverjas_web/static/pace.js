/**
 * Showing what happens at the pace of a table: cards that come in a burst are laid one after the
 * other, and a trick stays a while before the next card. Nothing waits for it: `flush` shows all.
 */

/** So many waiting are an evening that went on without us: then the latest is shown at once. */
const BURST = 40;

/** Milliseconds after the event before, by kind; before anything that follows a trick, `AFTER`. */
const PAUSES = /** @type {Record<string, number>} */ ({
  played: 450, trick: 250, passed: 600, named: 600, taken: 600, roem: 150, declared: 700,
  silent: 600, kept: 500, swapped: 700, shown: 400, written: 300, packet: 500, turned: 400,
});
const AFTER = /** @type {Record<string, number>} */ ({ trick: 1200, roem: 1200, named: 700, taken: 700 });

export class Pace {
  /** @param {(happening: Wire.Happening) => void} show @param {Wire.Timers} timers */
  constructor(show, timers) {
    this._show = show;
    this._timers = timers;
    /** @type {Wire.Happening[]} */
    this._waiting = [];
    this._shown = { kind: '', at: 0 };
    this._timer = 0;
    this._held = false;
    /** Multiplies every pause: 0 shows things as they come. */
    this.factor = 1;
  }

  /** Takes the next thing to show. @param {Wire.Happening} happening */
  push(happening) {
    if (happening.kind === 'shown') {
      this.clear();
      this._held = false;
    }
    this._waiting.push(happening);
    if (this._waiting.length > BURST) this.flush();
    else this._run();
  }

  /** Shows everything that waits, at once. */
  flush() {
    this._held = false;
    this._timers.clear(this._timer);
    this._timer = 0;
    while (this._waiting.length && !this._held) this._next();
  }

  /** Forgets what waits. */
  clear() {
    this._waiting = [];
    this._timers.clear(this._timer);
    this._timer = 0;
  }

  /** Shows nothing more until it is released: somebody reads. */
  hold() {
    this._held = true;
  }

  release() {
    this._held = false;
    this._run();
  }

  /** Shows what is due, and sets the timer for what is not. */
  _run() {
    while (this._waiting.length && !this._held && !this._timer) {
      const wait = this._due(this._waiting[0]) - this._timers.now();
      if (wait > 0) {
        this._timer = this._timers.set(() => {
          this._timer = 0;
          if (!this._held && this._waiting.length) this._next();
          this._run();
        }, wait);
        return;
      }
      this._next();
    }
  }

  _next() {
    const happening = this._waiting.shift();
    if (!happening) return;
    if (happening.kind === 'event') {
      this._shown = { kind: happening.event.k, at: this._timers.now() };
    }
    this._show(happening);
  }

  /** @param {Wire.Happening} happening @returns {number} */
  _due(happening) {
    if (happening.kind !== 'event') return 0;
    const { k } = happening.event;
    const settled = k === 'trick' || k === 'roem' ? 0 : AFTER[this._shown.kind] || 0;
    return this._shown.at + this.factor * Math.max(PAUSES[k] || 0, settled);
  }
}
