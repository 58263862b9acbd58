import { type DefinedLoss, defineLoss } from '../../../ts/losses/define-loss.ts';

/** The policy gradient without a ratio: verl's `gpg`, the core of NeMo RL's loss without its ratio. */
export const reinforce: DefinedLoss = defineLoss({
  title: 'REINFORCE',
  formula: '−A log π',
  source: 'R. J. Williams, 1992',
  terms: (batch) => {
    const advantages = batch.require('advantages');
    return {
      losses: advantages.map((advantage, i) => -advantage * (batch.logprobs[i] as number)),
      slopes: advantages.map((advantage) => -advantage),
    };
  },
});

/** The log-probabilities themselves: what tests of aggregations alone put in. */
export const identity: DefinedLoss = defineLoss({
  title: 'identity',
  formula: 'log π',
  source: 'here',
  terms: ({ logprobs, numTokens }) => ({
    losses: logprobs,
    slopes: new Float64Array(numTokens).fill(1),
  }),
});
