/** What may stand in a field: a word of several, a number, or an object whose fields hang on its `kind`. */
export type FieldRule =
  | { readonly words: readonly string[] }
  | { readonly number: NumberRule }
  | { readonly flag: true }
  | { readonly fields: Fields }
  | { readonly kinds: Readonly<Record<string, Fields>> }
  | { readonly list: FieldRule }
  | { readonly either: readonly [word: string, FieldRule] };

/** A name that ends in `?` may be left out. */
export type Fields = Readonly<Record<string, FieldRule>>;

export interface NumberRule {
  readonly says: string;
  readonly holds: (value: number) => boolean;
}

export const FINITE: NumberRule = { says: 'a finite number', holds: Number.isFinite };
const AT_LEAST_0: NumberRule = {
  says: 'a finite number ≥ 0',
  holds: (value) => Number.isFinite(value) && value >= 0,
};
const ABOVE_0: NumberRule = {
  says: 'a finite number above 0',
  holds: (value) => Number.isFinite(value) && value > 0,
};
const COUNT: NumberRule = {
  says: 'a whole number ≥ 1',
  holds: (value) => Number.isSafeInteger(value) && value >= 1,
};
export const SHARE: NumberRule = {
  says: 'a number from 0 to 1',
  holds: (value) => value >= 0 && value <= 1,
};
const BOUND: NumberRule = { says: 'a number, or an infinity', holds: (x) => !Number.isNaN(x) };

export const words = (...list: string[]): FieldRule => ({ words: list });
export const number = (rule: NumberRule): FieldRule => ({ number: rule });
const SCOPE = words('group', 'pool');

const STD: Fields = {
  ddof: number(AT_LEAST_0),
  epsilon: number(AT_LEAST_0),
  epsilonPlace: words('outside', 'inside', 'floor'),
  'weighting?': words('trajectory', 'token'),
  'about?': words('mean', 'zero'),
  'countEpsilon?': number(AT_LEAST_0),
  'zeroVariance?': words('divide', 'keep-centred', 'zero'),
  'zeroUpTo?': number(AT_LEAST_0),
  'tooFew?': words('divide', 'keep-centred', 'zero', 'refuse'),
};

/** All fields of an `AdvantageSpec`. */
export const SPEC_FIELDS: Fields = {
  baseline: {
    kinds: {
      none: {},
      mean: { scope: SCOPE },
      'leave-one-out': { 'scope?': SCOPE },
      'length-weighted-mean': {},
      'log-mean-exp': { temperature: number(ABOVE_0) },
      'best-of-rest': {},
      greedy: {},
      value: {},
      tracker: {
        tracker: {
          kinds: {
            ema: { decay: number(SHARE) },
            beta: {
              forget: number(SHARE),
              prior: { fields: { a: number(AT_LEAST_0), b: number(AT_LEAST_0) } },
            },
          },
        },
      },
    },
  },
  scale: {
    kinds: {
      none: {},
      std: {
        scope: words('group', 'pool', 'leave-one-out'),
        of: words('values', 'residuals'),
        ...STD,
        'recentre?': { flag: true },
      },
      mean: { epsilon: number(AT_LEAST_0), 'nonPositive?': words('divide', 'zero') },
      'nonzero-share': {},
    },
  },
  singleton: words('raw', 'zero', 'member', 'exclude', 'refuse'),
  'missing?': words('propagate', 'exclude', 'zero', 'refuse'),
  'rows?': {
    either: [
      'all',
      {
        fields: {
          speaks: words('first', 'last'),
          'applies?': words('trajectory', 'row'),
          'differing?': words('allow', 'refuse'),
          'empty?': words('allow', 'refuse'),
        },
      },
    ],
  },
  'reward?': {
    list: {
      kinds: {
        clip: { low: number(BOUND), high: number(BOUND) },
        add: { number: number(FINITE) },
        multiply: { by: number(FINITE) },
        kl: { coefficient: number(FINITE) },
      },
    },
  },
  'credit?': { kinds: { 'max-at-k': { k: number(COUNT) } } },
  'columns?': {
    fields: {
      combine: words('sum', 'normalize-then-sum'),
      'missing?': words('propagate', 'skip'),
      'least?': number(COUNT),
    },
  },
  'post?': {
    list: {
      kinds: {
        clip: { low: number(BOUND), high: number(BOUND) },
        whiten: { recentre: { flag: true }, ...STD },
        balance: { positive: number(FINITE), negative: number(FINITE) },
        multiply: { by: number(FINITE) },
      },
    },
  },
};
