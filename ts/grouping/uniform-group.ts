import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { toFloats } from '../types/check.ts';

/** Which groups teach nothing. */
export interface UniformGroupOptions {
  /** Groups whose rewards have a population std of at most this are uniform. Default 0: those that are all equal. */
  readonly tolerance?: number;
  /** Groups whose mean is not above this are uniform too (none solved). Default: no bound. */
  readonly above?: number;
  /** Groups whose mean is not below this are uniform too (all solved). Default: no bound. */
  readonly below?: number;
}

/**
 * Whether a group has nothing to learn from, because its rewards are the same or its mean is out of a band: the filter of
 * DAPO's dynamic sampling. A group with NaN is not uniform.
 *
 * Source: arXiv:2503.14476; a tolerance of 0 as tinker-cookbook's `remove_constant_reward_groups`, 1e-6 as SkyRL's and
 * slime's filters; a band as OpenRLHF's.
 *
 * @throws UpperhandError `invalid-argument` for a tolerance that is no number ≥ 0, and for rewards and bounds that are no
 *   numbers
 * @example
 * isUniformGroup([1, 1, 1]);                         // true
 * isUniformGroup([0.5, 0.5001], { tolerance: 1e-3 }); // true
 * isUniformGroup([0, 0, 0.1], { above: 0.1 });        // true
 */
export function isUniformGroup(
  rewards: ArrayLike<number>,
  options: UniformGroupOptions = {},
): boolean {
  checkOptions(options, { tolerance: true, above: true, below: true });
  const { tolerance = 0, above = -Infinity, below = Infinity } = options;
  if (!(tolerance >= 0 && Number.isFinite(tolerance)))
    refuse('tolerance', 'a finite number ≥ 0', tolerance);
  for (const [name, bound] of Object.entries({ above, below }))
    if (typeof bound !== 'number' || Number.isNaN(bound)) refuse(name, 'a number', bound);
  const values = toFloats('rewards', rewards);
  // Of equal numbers the mean can be a bit beside them.
  if (values.every((value) => value === values[0])) return true;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / values.length) <= tolerance || mean <= above || mean >= below;
}
