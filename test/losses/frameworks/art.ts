import type { FlatTokens } from '../../../ts/losses/token-input.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

/** Settings that have no counterpart here. */
const OTHERS: Readonly<Record<string, string>> = {
  mask_prob_ratio: 'a mask of ratios',
  kimi_k2_tau: 'a penalty of the log ratio',
  truncated_importance_sampling: 'a truncation of its own',
  max_negative_advantage_importance_sampling_weight: 'a bound for negative advantages',
};

function loss(record: FrameworkRecord): Replay {
  const { args, expect } = record;
  const config = args.config as Record<string, number | boolean | undefined>;
  const other = Object.keys(OTHERS).find((name) => config[name]);
  if (other !== undefined) return OTHERS[other] as string;
  const given = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    advantages: 'adv_tok',
    weights: 'weights',
  });
  const { weights, ...others } = given;
  const columns = given.offsets[1] ?? 1;
  // All but the log-probabilities of the policies belong to the token before, there.
  const shift = (field: keyof FlatTokens): Float64Array => {
    const values = given[field] as Float64Array;
    return values.map((_, i) => (i % columns === columns - 1 ? 0 : (values[i + 1] as number)));
  };
  // Tokens without an old log-probability count as sampled by the present policy.
  const old = shift('oldLogprobs').map((logprob, i) =>
    Number.isNaN(logprob) ? (given.logprobs[i] as number) : logprob,
  );
  const factors = shift('weights');
  const isPpo = config.ppo === true || args.version === '779559f';
  const epsClip = (config.epsilon as number | undefined) ?? (isPpo ? 0.2 : 1);
  return {
    loss: isPpo ? 'ppo' : 'cispo',
    tokens: { ...others, oldLogprobs: old, advantages: shift('advantages'), mask: shift('mask') },
    options: {
      // Weights of trajectories, which the KL term has there, too.
      aggregation: ({ mask, numTrained }) =>
        factors.map((factor, i) => (factor * (mask[i] as number)) / (numTrained + 1e-6)),
      epsClip,
      epsClipHigh: (config.epsilon_high as number | undefined) ?? (isPpo ? epsClip : 4),
      klBeta: args.ref ? 0.1 : 0,
    },
    expected: {
      loss: number(expect.mean_policy_loss) + 0.1 * number(expect.mean_kl),
      gradient: tokens(expect.grad_of_policy_plus_tenth_kl, given),
    },
    tolerance: 1e-5,
  };
}

export const art: Framework = { file: 'art.jsonl', functions: { loss } };
