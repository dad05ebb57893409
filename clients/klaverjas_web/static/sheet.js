/** The score sheet, in two columns as clubs keep it: we and they. */

import { drawSign } from './cards.js';
import { make } from './element.js';
import { Party } from './party.js';
import { sidesOf } from './seats.js';
import { capital } from './words.js';

/**
 * @typedef {import('./words.js').Words} Words
 * @typedef {{line: Wire.Line, side: string, total: number, over: number}} Entry one deal for one side
 * @typedef {{key: string, cell: (entry: Entry) => string, spare?: boolean}} Column
 */

const LAST_TRICK = 10;
/** Where there is no room, columns that one can spare are left out. */
const NARROW = '(max-width: 599px)';

/** @param {number} figure @returns {string} */
const some = (figure) => (figure ? String(figure) : '');

/** @param {Wire.Figures | undefined} figures @param {string} side @returns {number} */
const of = (figures, side) => (figures && figures[side]) || 0;

/** @param {Entry} entry @returns {number} */
const lastTrick = ({ line, side }) => (line.last === side ? LAST_TRICK : 0);

/** What came over from a maker who was bate. @param {Entry} entry @returns {number} */
function gained({ line, side, over }) {
  const own = line.points[side] + of(line.sequences, side) + of(line.bela, side);
  return Math.max(0, line.written[side] - own - Math.max(0, over - (line.pot || 0)));
}

/** @type {Record<string, Column[]>} */
const COLUMNS = {
  klaverjas: [
    { key: 'points', cell: ({ line, side }) => String(line.points[side]), spare: true },
    { key: 'roem', cell: ({ line, side }) => some(of(line.roem, side)) },
    { key: 'written', cell: ({ line, side }) => String(line.written[side]) },
    { key: 'total', cell: ({ total }) => String(total) },
  ],
  klaberjass: [
    { key: 'cards', cell: (entry) => String(entry.line.points[entry.side] - lastTrick(entry)), spare: true },
    { key: 'last', cell: (entry) => some(lastTrick(entry)), spare: true },
    { key: 'sequences', cell: ({ line, side }) => some(of(line.sequences, side)) },
    { key: 'bela', cell: ({ line, side }) => some(of(line.bela, side)) },
    { key: 'bate', cell: (entry) => some(gained(entry)), spare: true },
    { key: 'written', cell: ({ line, side }) => String(line.written[side]) },
    { key: 'total', cell: ({ total }) => String(total) },
  ],
};

/**
 * Draws the score sheet of a view.
 * @param {Wire.View} view @param {Words} words @returns {HTMLElement}
 */
export function drawSheet(view, words) {
  if (!view.sheet.length) return make('p', { text: words.text('sheet.empty') });
  const sheet = new Sheet(view, words);
  return make(
    'div', { class: 'sheet-frame', tabindex: 0, role: 'group', 'aria-label': words.text('sheet.title') },
    make('table', { class: `sheet ${view.game}` }, sheet.head(), sheet.body(), sheet.foot()),
    make('p', { class: 'legend', text: sheet.legend() }),
  );
}

class Sheet {
  /** @param {Wire.View} view @param {Words} words */
  constructor(view, words) {
    this.view = view;
    this.words = words;
    this.party = new Party(words, view);
    this.sides = sidesOf(view);
    this.columns = this._fitting();
  }

  /** The columns there is room for, and something in. */
  _fitting() {
    const narrow = window.matchMedia(NARROW).matches;
    const entries = this._entries();
    return COLUMNS[this.view.game].filter((column) =>
      !(narrow && column.spare) && entries.some((entry) => column.cell(entry) !== ''));
  }

  /** Every deal for every side, line by line. @returns {Entry[]} */
  _entries() {
    /** @type {Record<string, number>} */
    const totals = {};
    let over = 0;
    /** @type {Entry[]} */
    const entries = [];
    for (const line of this.view.sheet) {
      for (const side of this.sides) {
        totals[side] = (totals[side] || 0) + line.written[side];
        entries.push({ line, side, total: totals[side], over });
      }
      over = line.pot || 0;
    }
    return entries;
  }

  head() {
    const sides = this.sides.map((side) =>
      make('th', { colspan: this.columns.length, scope: 'colgroup', class: 'side' },
        capital(this.party.side(side)), this._members(side)));
    const headings = this.sides.map(() => this.columns.map((column) =>
      this._cell('th', column, this.words.text(`sheet.${column.key}`))));
    return make(
      'thead', {},
      make('tr', {}, make('td', { colspan: 2 }), ...sides),
      make('tr', {}, make('th', { scope: 'col', text: this.words.text('sheet.deal') }),
        make('th', { scope: 'col' }, make('span', { class: 'unseen', text: this.words.text('sheet.trump') })), ...headings[0], ...headings[1]),
    );
  }

  /** @param {string} side */
  _members(side) {
    if (this.view.game === 'klaberjass') return null;
    return make('small', { text: this.party.members(side) });
  }

  body() {
    const entries = this._entries();
    const rows = this.view.sheet.map((line, place) => make(
      'tr', {}, ...this._deal(line),
      ...this._cells(entries[2 * place]), ...this._cells(entries[2 * place + 1]),
    ));
    return make('tbody', {}, ...rows, this._rulings());
  }

  /** @param {Wire.Line} line */
  _deal(line) {
    const made = make('td', { class: 'col-made' });
    if (line.trump) made.append(drawSign(line.trump));
    if (line.maker) {
      const maker = this.party.name(line.maker);
      made.append(make('span', { class: 'col-maker', text: maker }));
      if (line.trump) made.title = `${this.words.text(`suit.${line.trump}`)}, ${maker}`;
    }
    return [make('th', { scope: 'row', text: String(line.deal) }), made];
  }

  /** @param {Entry} entry @returns {HTMLElement[]} */
  _cells(entry) {
    const marks = entry.line.marks[entry.side] || '';
    return this.columns.map((column) => {
      const cell = this._cell('td', column, column.cell(entry));
      if (column.key === 'written' && marks) cell.append(make('b', { class: 'mark', text: marks }));
      return cell;
    });
  }

  /** @param {'td' | 'th'} tag @param {Column} column @param {string} text */
  _cell(tag, column, text) {
    return make(tag, { class: `col-${column.key}`, text });
  }

  /** A line for what the director gave or took, if anything. */
  _rulings() {
    const ruled = this.sides.map((side) =>
      this.view.sheet.reduce((rest, line) => rest - line.written[side], this.view.totals[side]));
    if (!ruled[0] && !ruled[1]) return null;
    const cells = ruled.map((points) => this.columns.map((column) =>
      this._cell('td', column, column.key === 'written' && points ? signed(points) : '')));
    return make('tr', {}, make('th', { scope: 'row', colspan: 2, text: this.words.text('sheet.ruling') }),
      ...cells[0], ...cells[1]);
  }

  foot() {
    const sums = this.sides.map((side) => this.columns.map((column) =>
      this._cell('td', column, this._sum(column.key, side))));
    return make('tfoot', {}, make('tr', {},
      make('th', { scope: 'row', colspan: 2, text: this.words.text('sheet.sum') }), ...sums[0], ...sums[1]));
  }

  /** @param {string} key @param {string} side @returns {string} */
  _sum(key, side) {
    if (key === 'total') return String(this.view.totals[side]);
    if (key !== 'roem') return '';
    return some(this.view.sheet.reduce((sum, line) => sum + of(line.roem, side), 0));
  }

  /** Explains the short forms that stand on this sheet. */
  legend() {
    const headings = this.columns.map((column) => this.words.text(`sheet.${column.key}`));
    const marks = this.view.sheet.map((line) => this.sides.map((side) => line.marks[side] || '').join(''));
    const stand = headings.concat(marks.join('').split(''));
    const known = this.words.text(`sheet.legend.${this.view.game}`).split(', ');
    const parts = known.filter((part) => stand.includes(part.split(' = ')[0]));
    const pot = this.view.pot ? [this.words.text('table.pot', { points: this.view.pot })] : [];
    return parts.concat(pot).join(', ');
  }
}

/** @param {number} points @returns {string} */
const signed = (points) => (points > 0 ? `+${points}` : String(points));
