/** The people at one table, as one of them or a spectator speaks of them. */

import { seatsOf, sideOf } from './seats.js';
import { capital } from './words.js';

/**
 * @typedef {import('./words.js').Words} Words
 */

export class Party {
  /** @param {Words} words @param {Wire.View} view */
  constructor(words, view) {
    this.words = words;
    this.view = view;
  }

  /** Names who sits there; the seat itself where nobody does, or a bot of the house. @param {Wire.Seat} seat */
  name(seat) {
    const player = this.view.players[seat];
    if (player && player.name !== player.bot) return player.name;
    return capital(this.words.text(`seat.${seat}`));
  }

  /**
   * Says something of a seat, in the second person if it is the viewer's own.
   * @param {Wire.Seat} seat @param {string} key @param {Record<string, string | number>} [values]
   */
  tell(seat, key, values = {}) {
    if (seat === this.view.me) return this.words.text(`${key}.you`, values);
    return this.words.text(key, { name: this.name(seat), ...values });
  }

  /** Names a side: we and they; for a spectator by seats, of single players by name. @param {string} side */
  side(side) {
    if (this.view.game === 'klaberjass') {
      const seat = /** @type {Wire.Seat} */ (side);
      return seat === this.view.me ? this.words.text('side.me') : this.name(seat);
    }
    if (this.view.me === null) return this.words.text(`side.${side}`);
    return this.words.text(this.ours(side) ? 'side.we' : 'side.they');
  }

  /** @param {string} side @returns {boolean} */
  ours(side) {
    return this.view.me !== null && sideOf(this.view, this.view.me) === side;
  }

  /** Names everybody of a side. @param {string} side @returns {string} */
  members(side) {
    const seats = seatsOf(this.view).filter((seat) => sideOf(this.view, seat) === side);
    return seats.map((seat) => this.name(seat)).join(' & ');
  }
}
