import {
  FINITE,
  type Fields,
  type NumberRule,
  number,
  SHARE,
  SPEC_FIELDS,
  words,
} from '../spec/spec-fields.ts';

const COUNT_OR_0: NumberRule = {
  says: 'a whole number, 0 or more',
  holds: (value) => Number.isSafeInteger(value) && value >= 0,
};
const BETWEEN_0_AND_1: NumberRule = {
  says: 'a number between 0 and 1',
  holds: (value) => value > 0 && value < 1,
};

/** All fields of a `StepSpec`. */
export const STEP_FIELDS: Fields = {
  level: words('step'),
  'gamma?': number(SHARE),
  'trajectory?': { fields: SPEC_FIELDS },
  state: {
    fields: {
      weight: number(FINITE),
      same: { either: ['equal', { fields: { similarity: number(BETWEEN_0_AND_1) } }] },
      history: number(COUNT_OR_0),
      spec: { fields: SPEC_FIELDS },
    },
  },
  'post?': SPEC_FIELDS['post?'] as NonNullable<Fields[string]>,
};
