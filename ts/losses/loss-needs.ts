import type { LossOptions } from './loss-options.ts';
import { describeLoss, getLoss, type LossName } from './registry.ts';
import type { OptionalTokens } from './token-batch.ts';
import type { FlatTokens } from './token-input.ts';

/** One token of which everything is known. */
const TOKEN: FlatTokens & Record<OptionalTokens, readonly number[]> = {
  logprobs: [-1],
  offsets: [0, 1],
  groups: [0],
  advantages: [1],
  oldLogprobs: [-1],
  refLogprobs: [-1],
  rolloutLogprobs: [-1],
  weights: [1],
  entropies: [1],
};

/**
 * What a loss cannot do without, under its options: `entropies` with `topEntropy`, `refLogprobs` with `klBeta`, and so on.
 * Of built-in losses and presets it is found out on a single token, so options that they refuse are refused here. Losses
 * of yours are not run for that: theirs is what the common options ask for.
 *
 * @throws UpperhandError `unknown-loss`, and `invalid-argument` for options that are not legal
 */
export function lossNeeds(loss: LossName, options: LossOptions): ReadonlySet<OptionalTokens> {
  const { builtIn, preset, defaults } = describeLoss(loss);
  if (!builtIn && preset === null) return commonNeeds({ ...defaults, ...options });
  const run = getLoss(loss) as (tokens: FlatTokens, options: LossOptions) => unknown;
  run(TOKEN, options);
  const fields = Object.keys(TOKEN) as (keyof typeof TOKEN)[];
  const optional = fields.filter((field): field is OptionalTokens => {
    return field !== 'logprobs' && field !== 'offsets' && field !== 'groups';
  });
  return new Set(
    optional.filter((field) => {
      const { [field]: _, ...others } = TOKEN;
      try {
        run(others, options);
        return false;
      } catch {
        return true;
      }
    }),
  );
}

function commonNeeds({
  klBeta = 0,
  klRatio = null,
  tisMode = null,
  topEntropy = 1,
  entropyCoef = 0,
}: LossOptions): Set<OptionalTokens> {
  const needs = new Set<OptionalTokens>();
  if (klBeta > 0) needs.add('refLogprobs');
  if (tisMode !== null || (klBeta > 0 && klRatio === 'rollout')) needs.add('rolloutLogprobs');
  if (topEntropy < 1 || entropyCoef > 0) needs.add('entropies');
  return needs;
}
