import type { Kernels } from '../../../kernels/kernels.ts';
import { klEstimators } from '../../../losses/kl-estimators.ts';
import type { CheckedRows } from '../checked-rows.ts';
import type { KlStep } from '../token-spec.ts';
import type { StepKind } from './step-kind.ts';

export const klStep: StepKind<KlStep> = {
  fields: ['estimator', 'coefficient', 'from', 'inputCap', 'cap', 'tokens', 'centred', 'discount'],

  check(step, path, problems) {
    problems.word(`${path}.estimator`, step.estimator, ['k1', 'k2', 'k3', 'abs']);
    problems.number(`${path}.coefficient`, step.coefficient);
    if (step.from !== undefined) problems.word(`${path}.from`, step.from, ['reference', 'teacher']);
    if (step.inputCap !== undefined) problems.number(`${path}.inputCap`, step.inputCap, 0);
    if (step.cap !== undefined) problems.number(`${path}.cap`, step.cap, 0);
    if (step.tokens !== undefined) problems.word(`${path}.tokens`, step.tokens, ['trained', 'all']);
    if (step.centred !== undefined) problems.flag(`${path}.centred`, step.centred);
    if (step.discount !== undefined) problems.number(`${path}.discount`, step.discount, 0, 1);
  },

  describe({ estimator, coefficient, from = 'reference', centred = false, discount = 0 }) {
    const kl = `${estimator}(π ‖ π_${from === 'reference' ? 'ref' : 'teacher'})`;
    const term = centred ? `(${kl} − its mean)` : kl;
    const sum = discount > 0 ? ` summed backwards with a discount of ${discount}` : '';
    return `less ${coefficient === 1 ? '' : `${coefficient} · `}${term}${sum}`;
  },

  needs: ({ from = 'reference' }) => [
    'logprobs',
    from === 'reference' ? 'refLogprobs' : 'teacherLogprobs',
  ],

  apply(values, step, rows, kernels) {
    const terms = divergences(step, rows);
    if (step.centred === true) centre(terms, rows, kernels);
    for (let t = 0; t < terms.length; t++) terms[t] = (terms[t] as number) * step.coefficient;
    if (step.discount !== undefined && step.discount > 0) {
      const { mask, offsets } = rows;
      const options = { gamma: step.discount, masked: 'walk' } as const;
      kernels.discountedReturns({ rewards: terms, mask, offsets }, options, terms);
    }
    for (let t = 0; t < terms.length; t++) values[t] = (values[t] as number) - (terms[t] as number);
    return values;
  },
};

/** The estimate at each token that counts, 0 at others. */
function divergences(step: KlStep, rows: CheckedRows): Float64Array {
  const {
    estimator,
    from = 'reference',
    inputCap = Infinity,
    cap = Infinity,
    tokens = 'trained',
  } = step;
  const logprobs = rows.require('logprobs', 'the step kl');
  const others = rows.require(
    from === 'reference' ? 'refLogprobs' : 'teacherLogprobs',
    'the step kl',
  );
  const { value } = klEstimators[estimator];
  const terms = new Float64Array(rows.numTokens);
  for (let t = 0; t < terms.length; t++) {
    if (tokens === 'trained' && !rows.isTrained(t)) continue;
    const distance = (logprobs[t] as number) - (others[t] as number);
    terms[t] = hold(value(hold(distance, inputCap)), cap);
  }
  return terms;
}

/** Less the mean of the trained tokens, which alone have a term then. */
function centre(terms: Float64Array, rows: CheckedRows, kernels: Kernels): void {
  const options = {
    mean: 'subtract',
    divide: false,
    ddof: 0,
    epsilon: 0,
    epsilonPlace: 'inside',
    countEpsilon: 0,
  } as const;
  const { mask, numTokens } = rows;
  kernels.whitenTokens(
    { values: terms, mask, offsets: Uint32Array.of(0, numTokens) },
    options,
    terms,
  );
  for (let t = 0; t < numTokens; t++) if (!rows.isTrained(t)) terms[t] = 0;
}

/** x within ±bound; NaN stays NaN. */
function hold(x: number, bound: number): number {
  return Math.min(Math.max(x, -bound), bound);
}
