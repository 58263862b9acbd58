import { RATIO_LEVELS, type RatioLevel, type RatioTo } from './importance-ratio.ts';
import { type OwnOptions, wordOption } from './own-options.ts';

/** Options of the losses that take a ratio. */
export interface RatioOptions {
  /** Whose ratio a token has: its own, or that of its sequence. */
  readonly ratioLevel: RatioLevel;
  /** The policy that the ratio is taken to. `'rollout'` needs no π_old: the sampler's log-probabilities stand for it. */
  readonly ratioTo: RatioTo;
}

export function ratioOptions(level: RatioLevel = 'token'): OwnOptions<RatioOptions> {
  return {
    ratioLevel: wordOption(level, RATIO_LEVELS, 'whose ratio a token has'),
    ratioTo: wordOption('old', ['old', 'rollout'], 'the policy that π is compared with'),
  };
}
