import { type DefinedLoss, makeLoss } from './define-loss.ts';

/**
 * Cross-entropy, the loss of supervised training: each trained token is to become likelier.
 *
 *     loss = −log π
 *     slope = −1
 *
 * - The batch's `weights` are Tinker's `weights`; they may be of either sign. Advantages are not read.
 *
 * Source: Tinker's `cross_entropy`; SkyRL's `cross_entropy_loss`.
 *
 * @example
 * const batch = [{ logprobs: [-0.25, -2, -1], mask: [0, 1, 1], weights: [1, 1, 0.5] }];
 * const { loss, dLogprobs } = crossEntropyLoss(batch, { aggregation: 'token-sum' });
 * loss;      // 2.5
 * dLogprobs; // Float64Array [0, -1, -0.5]
 */
export const crossEntropyLoss: DefinedLoss = /* @__PURE__ */ makeLoss({
  title: 'cross-entropy',
  formula: '−log π',
  source: 'Tinker `cross_entropy`',
  terms: ({ logprobs, numTokens }) => ({
    losses: logprobs.map((logprob) => -logprob),
    slopes: new Float64Array(numTokens).fill(-1),
  }),
});
