/** What the fold of a view must know of a rule set. Which cards are legal is not among it. */

/** @type {Wire.Customs} */
const USUAL = { turned: false, dealerFirst: false, declareFirst: false, showLast: true };

/** @type {Record<string, Partial<Wire.Customs>>} */
const SETS = {
  nku: { dealerFirst: true },
  'klabberjass-500': { declareFirst: true },
  'bela-100': { declareFirst: true },
  'belote-style': { declareFirst: true },
  clob: { declareFirst: true },
};

/** @type {Record<string, function(string): Partial<Wire.Customs>>} */
const SWITCHES = {
  trump_making: (value) => ({ turned: value === 'turned', dealerFirst: value === 'dealer-first' }),
  show_last_trick: (value) => ({ showLast: value === 'true' }),
  declare_at: (value) => ({ declareFirst: value === 'before-lead' }),
};

/**
 * Reads the customs of a set from its name, "base" or "base+switch=value,…".
 * A club's own set that is unknown here is taken for a usual one.
 * @param {string} name
 * @returns {Wire.Customs}
 */
export function customsOf(name) {
  const [base, switches] = name.split('+');
  const customs = Object.assign({}, USUAL, SETS[base]);
  for (const pair of switches ? switches.split(',') : []) {
    const [key, value] = pair.split('=');
    if (key in SWITCHES) Object.assign(customs, SWITCHES[key](value));
  }
  return customs;
}
