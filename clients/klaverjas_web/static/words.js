/** The words of one language, and the faces of its cards. */

/**
 * @typedef {Record<string, string | {one: string, other: string}>} Texts
 */

export const LANGUAGES = ['nl', 'en', 'de', 'no', 'sv', 'fi'];
export const SIGNS = /** @type {Record<string, string>} */ ({ C: '♣', D: '♦', H: '♥', S: '♠' });

/** All texts of one language. Nothing falls back: what is missing is an error. */
export class Words {
  /** @param {string} language @param {Texts} texts */
  constructor(language, texts) {
    this.language = language;
    this._texts = texts;
  }

  /** @param {string} key @returns {boolean} */
  has(key) {
    return key in this._texts;
  }

  /**
   * Gives the text of a key with its values filled in; a plural goes by `count`.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   * @returns {string}
   */
  text(key, values = {}) {
    const found = this._texts[key];
    if (found === undefined) throw new Error(`no text ${key} in ${this.language}`);
    const text = typeof found === 'string' ? found : found[plural(values.count)];
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      if (!(name in values)) throw new Error(`text ${key} needs a ${name}`);
      return String(values[name]);
    });
  }

  /** Gives a text with a capital letter. @param {string} key @param {Record<string, string | number>} [values] */
  title(key, values) {
    return capital(this.text(key, values));
  }

  /** Writes a card: ♥B. @param {Wire.Card} card @returns {string} */
  card(card) {
    return SIGNS[card[0]] + this.face(card[1]);
  }

  /** Gives what stands in the corner of a card of this rank. @param {string} rank */
  face(rank) {
    return this.text(`face.${rank}`);
  }

  /** Says a card as it is read aloud. @param {Wire.Card} card @returns {string} */
  spoken(card) {
    const suit = this.text(`suit.${card[0]}.stem`);
    return this.text('card.spoken', { suit, rank: this.text(`rank.${card[1]}`) });
  }

  /** Names a suit, behind its sign. @param {string} suit @returns {string} */
  suit(suit) {
    return `${SIGNS[suit]} ${this.text(`suit.${suit}`)}`;
  }

  /** Names a rule set; of one with switches, its base and that it has some. @param {string} name */
  rules(name) {
    const [base, switches] = name.split('+');
    const key = `rules.${base}.name`;
    const title = this.has(key) ? this.text(key) : base;
    return switches ? this.text('rules.custom.name', { base: title }) : title;
  }
}

/** @param {string | number | undefined} count @returns {'one' | 'other'} */
const plural = (count) => (Math.abs(Number(count)) === 1 ? 'one' : 'other');

/** @param {string} text @returns {string} */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fetches the catalogue of a language.
 * @param {string} language
 * @returns {Promise<Words>}
 */
export async function loadWords(language) {
  const answer = await fetch(`/words/${language}.json`);
  if (!answer.ok) throw new Error(`no words in ${language}`);
  return new Words(language, await answer.json());
}
