/** Seats and sides of both games. */

/** @type {{klaverjas: Wire.Seat[], klaberjass: Wire.Seat[]}} */
const SEATS = { klaverjas: ['N', 'E', 'S', 'W'], klaberjass: ['N', 'S'] };
const SIDES = { klaverjas: ['NS', 'EW'], klaberjass: ['N', 'S'] };
export const HAND_SIZE = { klaverjas: 8, klaberjass: 9 };

/**
 * Lists the seats of a game clockwise, beginning with one of them.
 * @param {Wire.View} view
 * @param {Wire.Seat} first
 * @returns {Wire.Seat[]}
 */
export function seatsFrom(view, first) {
  const seats = SEATS[view.game];
  const place = seats.indexOf(first);
  return seats.slice(place).concat(seats.slice(0, place));
}

/** @param {Wire.View} view @returns {Wire.Seat[]} */
export const seatsOf = (view) => SEATS[view.game];

/** @param {Wire.View} view @param {Wire.Seat} seat @returns {Wire.Seat} */
export const nextSeat = (view, seat) => seatsFrom(view, seat)[1];

/** @param {Wire.View} view @param {Wire.Seat} seat @returns {string} */
export const sideOf = (view, seat) =>
  SIDES[view.game].filter((side) => side.includes(seat))[0];

/**
 * Lists the sides, the viewer's own first.
 * @param {Wire.View} view
 * @returns {string[]}
 */
export function sidesOf(view) {
  const sides = SIDES[view.game];
  return view.me !== null && sideOf(view, view.me) === sides[1] ? [sides[1], sides[0]] : sides;
}

/**
 * Makes a map that has the same for every side.
 * @template T
 * @param {Wire.View} view
 * @param {T} value
 * @returns {Record<string, T>}
 */
export function bySide(view, value) {
  const [one, other] = SIDES[view.game];
  return { [one]: value, [other]: value };
}

/** Who the viewer sits as: a spectator looks from the south. @param {Wire.View} view @returns {Wire.Seat} */
export const nearSeat = (view) => view.me || 'S';

/** @param {Wire.View} view @param {Wire.Seat} seat @returns {boolean} */
export const isPartner = (view, seat) =>
  view.game === 'klaverjas' && view.me !== null && seatsFrom(view, view.me)[2] === seat;
