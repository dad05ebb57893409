// A clock that stands still until it is moved.
export class HandClock {
  constructor() {
    this.time = 1000;
    this.timers = new Map();
    this.numbers = 0;
  }

  now() { return this.time; }

  set(run, ms) {
    this.numbers += 1;
    this.timers.set(this.numbers, { run, at: this.time + Math.max(0, ms) });
    return this.numbers;
  }

  clear(timer) { this.timers.delete(timer); }

  // Moves on, and runs in order what falls due on the way.
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.timers].filter(([, timer]) => timer.at <= end);
      if (!due.length) break;
      due.sort(([, one], [, other]) => one.at - other.at);
      const [number, timer] = due[0];
      this.timers.delete(number);
      this.time = Math.max(this.time, timer.at);
      timer.run();
    }
    this.time = end;
  }
}
