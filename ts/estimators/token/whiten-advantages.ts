import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { runTokenSpec } from './run-token-spec.ts';
import type { TokenWhitenStep } from './token-spec.ts';

export interface WhitenAdvantagesOptions
  extends Partial<Omit<TokenWhitenStep, 'kind' | 'scope' | 'of'>> {
  /** 1 or true where a token is trained. Default: all are. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * Advantages of tokens less their mean, divided by their std, both of the trained tokens, so that long rows weigh more.
 *
 * Source: `masked_whiten` of verl and TRL, (x − mean) / sqrt(var + 1e-8) with the sample variance, which are the defaults;
 * OpenRLHF and NeMo RL take `ddof: 0`, `epsilonPlace: 'floor'`. (verl adds 1e-8 to the number of tokens too:
 * `countEpsilon`.)
 *
 * @param values - one number a token, of all rows
 * @param options - defaults: `ddof` 1, `epsilon` 1e-8, `epsilonPlace` `'inside'`
 * @returns a new array; untrained tokens get 0
 * @throws ConfigError for options that are none, all together
 * @throws UpperhandError `invalid-argument` for a mask of another length, for values of trained tokens that are not finite
 * @example
 * whitenAdvantages([1, 3, 100], { mask: [1, 1, 0], ddof: 0, epsilon: 0 }); // Float64Array [-1, 1, 0]
 */
export function whitenAdvantages(
  values: ArrayLike<number>,
  options: WhitenAdvantagesOptions = {},
): Float64Array {
  checkOptions(options, {
    mask: true,
    ddof: true,
    epsilon: true,
    epsilonPlace: true,
    mean: true,
    divide: true,
    countEpsilon: true,
    few: true,
    kernels: true,
  });
  if (typeof values !== 'object' || values === null || !Number.isInteger(values.length))
    refuse('values', 'an array of numbers', values);
  const { mask, kernels, ...given } = options;
  const whiten = {
    kind: 'whiten',
    ddof: 1,
    epsilon: 1e-8,
    epsilonPlace: 'inside',
    ...given,
  } as const;
  return runTokenSpec(
    { level: 'token', credit: { kind: 'none' }, post: [whiten, { kind: 'mask' }] },
    { offsets: [0, values.length], rewards: values, ...(mask === undefined ? {} : { mask }) },
    kernels === undefined ? {} : { kernels },
  ).advantages;
}
