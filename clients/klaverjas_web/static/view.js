/**
 * Keeping a view up to date from the events a client is told.
 *
 * Whoever starts from a snapshot and folds in every event has the same view as the server, but
 * for `legal`: what one may do comes with an ask, never by itself.
 */

import { HAND_SIZE, bySide, nextSeat, seatsOf, sideOf } from './seats.js';

const PACK = 'CDHS'.split('').reduce(
  (cards, suit) => cards.concat('789TJQKA'.split('').map((rank) => suit + rank)),
  /** @type {Wire.Card[]} */ ([]),
);
const FIRST_CARDS = { klaverjas: 8, klaberjass: 6 };

/**
 * Folds one event, as the viewer saw it, into his view; one that is unknown changes nothing.
 * @param {Wire.View} view
 * @param {Wire.Event} event
 * @param {Wire.Customs} customs
 * @returns {Wire.View}
 */
export function after(view, event, customs) {
  const fold = /** @type {any} */ (FOLDS)[event.k];
  return fold ? fold(Object.assign({}, view, { legal: [] }), event, customs) : view;
}

/** @type {Wire.Folds} */
const FOLDS = {
  drawn: (view, event) => ({ ...view, phase: 'dealing', dealer: event.dealer }),
  dealt(view, event, customs) {
    const clean = cleared({ ...view, deal: event.deal, dealer: event.dealer });
    const dealt = { ...clean, hand: event.hand || null };
    return customs.turned ? { ...dealt, phase: 'turning', turn: null } : calling(dealt, customs);
  },
  turned(view, event, customs) {
    return calling(event.card ? { ...view, upcard: event.card } : view, customs);
  },
  passed(view, event, customs) {
    const turn = nextSeat(view, event.seat);
    const again = customs.turned && turn === firstSpeaker(view, customs);
    return again ? { ...view, phase: 'turning', turn: null } : { ...view, turn };
  },
  named: (view, event) => withTrump(view, event.seat, event.suit),
  taken: (view, event) => withTrump(view, event.seat, event.suit),
  schmeissed(view, event) {
    return { ...view, phase: 'answering', turn: nextSeat(view, event.seat) };
  },
  answered(view, event) {
    return { ...view, phase: 'calling', turn: nextSeat(view, event.seat) };
  },
  void: (view) => ({ ...view, phase: 'dealing', turn: null }),
  packet(view, event) {
    const hand = event.hand ? sorted((view.hand || []).concat(event.hand)) : null;
    return exchanging({ ...view, hand, counts: everySeat(view, HAND_SIZE[view.game]) });
  },
  bottom: (view, event) => exchanging({ ...view, bottom: event.card }),
  swapped(view, event) {
    const mine = event.seat === view.me && view.hand;
    const hand = mine
      ? sorted(mine.filter((card) => card !== event.seven).concat(event.card))
      : view.hand;
    return declaring({ ...view, hand, upcard: event.seven });
  },
  kept(view, event) {
    return event.seat === view.dealer ? declaring(view) : { ...view, turn: view.dealer };
  },
  declared(view, event, customs) {
    const said = { seat: event.seat, says: event.says };
    return decided({ ...view, declared: (view.declared || []).concat(said) }, customs);
  },
  silent: (view, event, customs) => decided(view, customs),
  shown(view, event) {
    const { seat, sequences, value } = event;
    return { ...view, shown: { seat, sequences, value } };
  },
  claimed: (view) => ({ ...view, turn: null }),
  played(view, event, customs) {
    const laid = without(view, event.seat, event.card);
    laid.bela = event.call && view.bela ? called(view, event.seat, event.call) : view.bela;
    if (laid.bela === undefined) delete laid.bela;
    return declaresAfter(laid, customs) ? { ...laid, phase: 'declaring' } : laid;
  },
  trick(view, event, customs) {
    const side = sideOf(view, event.winner);
    const cards = view.trick.map((laid) => laid.card);
    const leader = /** @type {Wire.Seat} */ (view.leader);
    return {
      ...view,
      phase: event.trick === HAND_SIZE[view.game] ? 'closing' : view.phase,
      leader: event.winner,
      turn: event.winner,
      trick: [],
      last: customs.showLast ? { leader, cards, winner: event.winner } : null,
      tricks: raised(view.tricks, side, 1),
      points: raised(view.points, side, event.points),
    };
  },
  // Roem is for the side that took the trick: its winner leads to the next.
  roem(view, event) {
    const side = sideOf(view, /** @type {Wire.Seat} */ (view.leader));
    return { ...view, roem: raised(view.roem, side, event.value) };
  },
  written(view, event) {
    const { k, ...line } = event;
    const sheet = view.sheet.concat(/** @type {Wire.Line} */ ({ ...line, trump: view.trump }));
    const totals = Object.keys(view.totals).reduce(
      (sums, side) => raised(sums, side, event.written[side]), view.totals,
    );
    const written = { ...view, phase: 'dealing', turn: null, totals, sheet };
    return view.game === 'klaberjass' ? { ...written, pot: event.pot || 0 } : written;
  },
  finished(view, event) {
    return { ...view, phase: 'over', turn: null, totals: event.totals };
  },
  sat: (view, event) => seated(view, event.seat, { name: event.name, bot: null, away: false }),
  filled(view, event) {
    return seated(view, event.seat, { name: event.strategy, bot: event.strategy, away: false });
  },
  left(view, event) {
    if (view.phase !== 'waiting') return view;
    const players = { ...view.players };
    delete players[event.seat];
    return { ...view, players };
  },
  'stand-in': (view, event) => changed(view, event.seat, { bot: event.strategy }),
  back: (view, event) => changed(view, event.seat, { bot: null }),
};

/**
 * Says of a seat that its player is away, or here again.
 * @param {Wire.View} view @param {Wire.Seat} seat @param {boolean} away @returns {Wire.View}
 */
export const withPresence = (view, seat, away) => changed(view, seat, { away });

/**
 * Puts cards in the order of the pack.
 * @param {Wire.Card[]} cards @returns {Wire.Card[]}
 */
function sorted(cards) {
  return cards.slice().sort((one, other) => PACK.indexOf(one) - PACK.indexOf(other));
}

/** @param {Wire.View} view @param {Wire.Seat} seat @param {Wire.Player} player */
function seated(view, seat, player) {
  return { ...view, players: { ...view.players, [seat]: player } };
}

/** @param {Wire.View} view @param {Wire.Seat} seat @param {object} change @returns {Wire.View} */
function changed(view, seat, change) {
  const player = view.players[seat];
  return player ? seated(view, seat, { ...player, ...change }) : view;
}

/** @param {Wire.Figures} figures @param {string} side @param {number} more @returns {Wire.Figures} */
function raised(figures, side, more) {
  return { ...figures, [side]: figures[side] + more };
}

/** @param {Wire.View} view @param {number} cards */
function everySeat(view, cards) {
  return seatsOf(view).reduce((counts, seat) => ({ ...counts, [seat]: cards }), {});
}

/** Clears the table for a new deal; a pot stays on it. @param {Wire.View} view @returns {Wire.View} */
function cleared(view) {
  const nothing = bySide(view, 0);
  const counts = everySeat(view, FIRST_CARDS[view.game]);
  const clean = {
    ...view, counts, trump: null, maker: null, leader: null, trick: [], last: null,
    tricks: nothing, points: nothing, roem: nothing,
  };
  if (view.game === 'klaverjas') return clean;
  const said = bySide(view, /** @type {string[]} */ ([]));
  return { ...clean, upcard: null, bottom: null, declared: [], shown: null, bela: said };
}

/** @param {Wire.View} view @param {Wire.Customs} customs @returns {Wire.Seat} */
function firstSpeaker(view, customs) {
  const dealer = /** @type {Wire.Seat} */ (view.dealer);
  return customs.dealerFirst ? dealer : nextSeat(view, dealer);
}

/** @param {Wire.View} view @param {Wire.Customs} customs @returns {Wire.View} */
function calling(view, customs) {
  return { ...view, phase: 'calling', turn: firstSpeaker(view, customs) };
}

/** @param {Wire.View} view @param {Wire.Seat} maker @param {Wire.Suit} trump @returns {Wire.View} */
function withTrump(view, maker, trump) {
  const made = { ...view, trump, maker };
  return view.game === 'klaberjass' ? made : leading(made);
}

/** Whoever made trump, the seat after the dealer leads. @param {Wire.View} view @returns {Wire.View} */
function leading(view) {
  const lead = nextSeat(view, /** @type {Wire.Seat} */ (view.dealer));
  return { ...view, phase: 'playing', leader: lead, turn: lead };
}

/** @param {Wire.View} view @returns {Wire.View} */
function exchanging(view) {
  const { upcard, bottom, trump } = view;
  const seven = trump + '7';
  if (upcard && trump === upcard[0] && seven !== upcard && seven !== bottom) {
    return { ...view, phase: 'exchanging', turn: nextSeat(view, /** @type {Wire.Seat} */ (view.dealer)) };
  }
  return declaring(view);
}

/** @param {Wire.View} view @returns {Wire.View} */
function declaring(view) {
  return { ...view, phase: 'declaring', turn: nextSeat(view, /** @type {Wire.Seat} */ (view.dealer)) };
}

/**
 * Goes on after the first word of a decision; the rest of what is said changes nothing more.
 * @param {Wire.View} view @param {Wire.Customs} customs @returns {Wire.View}
 */
function decided(view, customs) {
  if (view.phase !== 'declaring') return view;
  if (view.trick.length) return { ...view, phase: 'playing' };
  if (view.turn !== view.dealer && customs.declareFirst) return { ...view, turn: view.dealer };
  return leading(view);
}

/** @param {Wire.View} view @param {Wire.Seat} seat @param {Wire.Card} card @returns {Wire.View} */
function without(view, seat, card) {
  const mine = seat === view.me && view.hand;
  return {
    ...view,
    hand: mine ? mine.filter((held) => held !== card) : view.hand,
    counts: { ...view.counts, [seat]: view.counts[seat] - 1 },
    trick: view.trick.concat({ seat, card }),
    turn: nextSeat(view, seat),
  };
}

/** @param {Wire.View} view @param {Wire.Seat} seat @param {string} call */
function called(view, seat, call) {
  const bela = view.bela || {};
  return { ...bela, [seat]: (bela[seat] || []).concat(call) };
}

/** @param {Wire.View} view @param {Wire.Customs} customs @returns {boolean} */
function declaresAfter(view, customs) {
  const tricks = Object.keys(view.tricks).some((side) => view.tricks[side] > 0);
  const first = view.trick.length === 1 && !tricks;
  return first && view.game === 'klaberjass' && !customs.declareFirst;
}
