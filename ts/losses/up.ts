import { type ClippedOptions, clippedOptions, clippedTerms } from './clipped-terms.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { addSlopes } from './token-terms.ts';

/**
 * UP: PPO's clip where A ≤ 0, and no bound where A > 0: there the ratio is taken to the policy itself, so the gradient
 * is that of REINFORCE, whatever π_old was.
 *
 *     loss = −π / sg(π) A where A > 0, else max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)
 *     slope = −A where A > 0, else −ρ A, or 0 where clipped
 *
 * - The value where A > 0 is −A, wherever the policy is: watch the reward, not the loss.
 * - `epsClipHigh` binds nowhere: where A ≤ 0 the clip is at the lower bound. `dualClip` is what holds large ratios there,
 *   and `ratioCap`, TRL's `delta`.
 * - `ratioLevel` `'sequence'` is the ratio where A ≤ 0 (UP-GSPO). All else, and metrics, as `ppo`.
 * - Needs `advantages` and `oldLogprobs`.
 *
 * Source: arXiv:2607.06987; TRL's `UPTrainer`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1], oldLogprobs: [-3, -0.5], advantages: [1, -1] }];
 * const { loss, dLogprobs } = upLoss(batch);
 * loss;      // -0.09999999999999998
 * dLogprobs; // Float64Array [-0.5, 0]
 */
export const upLoss: DefinedLoss<ClippedOptions> = /* @__PURE__ */ makeLoss({
  title: 'UP',
  formula: '−π / sg(π) A where A > 0, −max(ρ, 1 − epsClip) A elsewhere',
  source: 'arXiv:2607.06987',
  own: clippedOptions('token'),
  terms: (batch, options) => {
    const advantages = batch.require('advantages');
    // An advantage of 0 has no slope, however large the ratio.
    const bounded = clippedTerms(
      batch,
      options,
      advantages.map((advantage) => Math.min(advantage, 0)),
    );
    return {
      ...bounded,
      losses: advantages.map((advantage, i) => {
        return advantage > 0 ? -advantage : (bounded.losses[i] as number);
      }),
      slopes: addSlopes(
        bounded.slopes,
        advantages.map((advantage) => -Math.max(advantage, 0)),
      ),
    };
  },
});
