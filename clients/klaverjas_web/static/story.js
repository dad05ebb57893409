/** What happens at a table, told in one sentence an event. */

import { sidesOf } from './seats.js';
import { Party } from './party.js';
import { capital } from './words.js';

/**
 * @typedef {import('./words.js').Words} Words
 */

export class Story {
  /**
   * @param {Words} words
   * @param {Wire.View} view who sits where, and who listens
   * @param {boolean} aloud whether cards are named as they are read aloud
   */
  constructor(words, view, aloud) {
    this.words = words;
    this.view = view;
    this.party = new Party(words, view);
    this._aloud = aloud;
  }

  /** Puts an event in words. @param {Wire.Event} event @returns {string} */
  tell(event) {
    const teller = /** @type {any} */ (TELLERS)[event.k];
    return capital(teller ? teller(event, this) : this.words.text('event.unknown', { k: event.k }));
  }

  /** @param {Wire.Card} card @returns {string} */
  card(card) {
    return this._aloud ? this.words.spoken(card) : this.words.card(card);
  }

  /** @param {Wire.Card[]} cards @returns {string} */
  cards(cards) {
    return cards.map((card) => this.card(card)).join(this._aloud ? ', ' : ' ');
  }

  /** @param {string} suit @returns {string} */
  suit(suit) {
    return this._aloud ? this.words.text(`suit.${suit}`) : this.words.suit(suit);
  }

  /** Puts in words what somebody says of a sequence. @param {Wire.Says} says */
  speech(says) {
    if (typeof says === 'string') return this.words.text(`says.${says.replace(' ', '-')}`);
    return Object.keys(says).map((key) => this._remark(key, says[key])).join(', ');
  }

  /** @param {string} key @param {string | number | boolean} value @returns {string} */
  _remark(key, value) {
    switch (key) {
      case 'class': return this.words.text('says.class', { points: Number(value) });
      case 'length': return this.words.text('says.length', { length: Number(value) });
      case 'top': return this.words.text('says.top', { rank: this.words.text(`rank.${value}`) });
      case 'suit': return this.words.text('says.suit', { suit: this.suit(String(value)) });
      default: return this.words.text(value ? 'says.trump' : 'says.plain');
    }
  }

  /** Names both sides and their figures. @param {Wire.Figures} figures */
  figures(figures) {
    const [one, other] = sidesOf(this.view);
    return {
      first: this.party.side(one), a: figures[one], second: this.party.side(other), b: figures[other],
    };
  }
}

/** @param {{k: string, seat: Wire.Seat}} event @param {Story} told */
const bySeat = (event, told) => told.party.tell(event.seat, `event.${event.k}`);

/** @param {{k: string, seat: Wire.Seat, suit: string}} event @param {Story} told */
const trumpMade = (event, told) =>
  told.party.tell(event.seat, `event.${event.k}`, { suit: told.suit(event.suit) });

/** @type {Wire.Tellers<Story>} */
const TELLERS = {
  sat(event, told) {
    const seat = told.words.text(`seat.${event.seat}`);
    if (event.seat === told.view.me) return told.words.text('event.sat.you', { seat });
    return told.words.text('event.sat', { name: event.name, seat });
  },
  left: bySeat,
  filled(event, told) {
    const seat = told.words.text(`seat.${event.seat}`);
    return told.words.text('event.filled', { seat, strategy: event.strategy });
  },
  started: (event, told) =>
    told.words.text('event.started', { rules: told.words.rules(event.rules) }),
  'stand-in': (event, told) =>
    told.party.tell(event.seat, 'event.stand-in', { strategy: event.strategy }),
  back: bySeat,
  paused: (event, told) => told.words.text('event.paused'),
  resumed: (event, told) => told.words.text('event.resumed'),
  'rolled-back': (event, told) =>
    told.words.text('event.rolled-back', { deal: event.deal, trick: event.trick }),
  ruled(event, told) {
    const { reason } = event;
    return ruling(event, told) + (reason ? ` ${told.words.text('event.ruled.reason', { reason })}` : '');
  },
  drawn(event, told) {
    const drawn = event.draws.map((draw) => `${you(told, draw.seat)} ${told.card(draw.card)}`);
    return told.party.tell(event.dealer, 'event.drawn', { cards: drawn.join(', ') || '-' });
  },
  dealt: (event, told) => told.party.tell(event.dealer, 'event.dealt', { deal: event.deal }),
  turned(event, told) {
    if (event.card) return told.words.text('event.turned.card', { card: told.card(event.card) });
    return told.words.text('event.turned', { suit: told.suit(event.suit) });
  },
  passed: bySeat,
  named: trumpMade,
  taken: trumpMade,
  schmeissed: bySeat,
  answered: (event, told) =>
    told.party.tell(event.seat, event.accepted ? 'event.accepted' : 'event.refused'),
  void: (event, told) => told.party.tell(event.dealer, 'event.void', { deal: event.deal }),
  packet(event, told) {
    if (!event.hand) return told.words.text('event.packet');
    return told.words.text('event.packet.hand', { cards: told.cards(event.hand) });
  },
  bottom: (event, told) => told.words.text('event.bottom', { card: told.card(event.card) }),
  swapped(event, told) {
    const cards = { seven: told.card(event.seven), card: told.card(event.card) };
    return told.party.tell(event.seat, 'event.swapped', cards);
  },
  kept: bySeat,
  declared: (event, told) =>
    told.party.tell(event.seat, 'event.declared', { says: told.speech(event.says) }),
  silent: bySeat,
  shown(event, told) {
    const cards = event.sequences.map((sequence) => told.cards(sequence.cards)).join(', ');
    return told.party.tell(event.seat, 'event.shown', { cards, value: event.value });
  },
  claimed(event, told) {
    const key = event.right ? 'event.claimed.right' : 'event.claimed.wrong';
    return told.party.tell(event.seat, key, { score: event.score });
  },
  played(event, told) {
    const key = event.call ? `event.played.${event.call}` : 'event.played';
    return told.party.tell(event.seat, key, { card: told.card(event.card) });
  },
  trick: (event, told) =>
    told.party.tell(event.winner, 'event.trick', { trick: event.trick, count: event.points }),
  roem(event, told) {
    const values = { value: event.value, parts: event.parts.map((part) => partOf(part, told)).join(', ') };
    if (event.seat === null) {
      return told.words.text('event.roem.automatic', { trick: event.trick, ...values });
    }
    return told.party.tell(event.seat, 'event.roem', values);
  },
  written(event, told) {
    const values = { deal: event.deal, ...told.figures(event.written) };
    const sentences = [told.words.text('event.written', values), ...marksIn(event.marks, told)];
    if (event.pot) sentences.push(told.words.text('event.pot', { points: event.pot }));
    return sentences.join(' ');
  },
  finished(event, told) {
    const sentences = [told.words.text('event.finished', told.figures(event.totals))];
    if (event.by === 'claim') sentences.push(told.words.text('finished.claim'));
    return [...sentences, winnerOf(event.winner, told)].join(' ');
  },
};

/** @param {Story} told @param {Wire.Seat} seat */
const you = (told, seat) =>
  seat === told.view.me ? told.words.text('table.you') : told.party.name(seat);

/** @param {Wire.RoemPart} part @param {Story} told */
const partOf = (part, told) =>
  told.words.text(`roem.${part.kind}`, { cards: told.cards(part.cards), value: part.value });

/** @param {Wire.EventOf<'ruled'>} event @param {Story} told */
function ruling(event, told) {
  const { act, side, points } = event;
  if (act === 'adjust' && side && points !== undefined) {
    const signed = points > 0 ? `+${points}` : `${points}`;
    return told.words.text('event.ruled.adjust', { side: told.party.side(side), points: signed });
  }
  const key = `event.ruled.${act}`;
  return told.words.text(told.words.has(key) ? key : 'event.ruled');
}

/**
 * Says what marks stand on a line of the sheet.
 * @param {Record<string, string>} marks @param {Story} told @returns {string[]}
 */
function marksIn(marks, told) {
  /** @type {string[]} */
  const sentences = [];
  for (const side of sidesOf(told.view)) {
    const name = capital(told.party.side(side));
    for (const mark of marks[side] || '') sentences.push(told.words.text(`mark.${mark}`, { side: name }));
  }
  return sentences;
}

/**
 * Says who won the match.
 * @param {string | null} side @param {Story} told @returns {string}
 */
export function winnerOf(side, told) {
  if (side === null) return told.words.text('finished.drawn');
  const alone = told.view.game === 'klaberjass';
  if (told.party.ours(side)) return told.words.text(alone ? 'finished.you' : 'finished.we');
  if (told.view.me === null || alone) {
    return told.words.text('finished.name', { name: told.party.side(side) });
  }
  return told.words.text('finished.they');
}
