import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';

export interface ForgettingOptions {
  /** Drift at which half is forgotten. Default 0.06. */
  readonly halfLife?: number;
  /** Default 0.875. */
  readonly low?: number;
  /** Default 0.96. */
  readonly high?: number;
}

/**
 * How much of the past a Beta tracker keeps, for how far the policy has moved since a prompt was last sampled:
 * 2^(−D / halfLife), held within `low` … `high`.
 *
 * Source: arXiv:2509.13232 as computed by verl-recipe's `_get_spo_rho`.
 *
 * @param drift - mean |log π_then − log π_now| over the trained tokens of the prompt's last response; 0 when there is none
 * @throws UpperhandError `invalid-argument` for a drift that is no number ≥ 0 and for bounds that are no numbers
 * @example
 * forgettingFactor(0.06, { low: 0 }); // 0.5
 * forgettingFactor(0);                // 0.96
 */
export function forgettingFactor(drift: number, options: ForgettingOptions = {}): number {
  checkOptions(options, { halfLife: true, low: true, high: true });
  const { halfLife = 0.06, low = 0.875, high = 0.96 } = options;
  if (!(typeof drift === 'number' && drift >= 0)) refuse('drift', 'a number ≥ 0', drift);
  if (!(halfLife > 0)) refuse('halfLife', 'a number above 0', halfLife);
  for (const [name, bound] of Object.entries({ low, high }))
    if (!Number.isFinite(bound)) refuse(name, 'a finite number', bound);
  return Math.min(Math.max(2 ** (-drift / halfLife), low), high);
}
