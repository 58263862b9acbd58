import type { AggregationName } from '../../../ts/losses/aggregation.ts';
import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

const AGGREGATIONS: Readonly<Record<string, AggregationName>> = {
  'token-mean': 'token-mean',
  'sequence-mean-token-mean': 'seq-mean-token-mean',
  'seq-mean-token-sum': 'seq-mean-token-sum',
  'sequence-mean-token-scale': 'seq-mean-token-sum-norm',
};

const KL_TYPES: Readonly<Record<string, LossOptions>> = {
  kl: { klType: 'k1' },
  mse_kl: { klType: 'k2' },
  low_var_kl: { klType: 'k3' },
};

function policyLoss(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  if (args.loss_algo === 'gspo-token') return 'ratios by sequence';
  if (args.entropy_coef) return 'uses of the entropy';
  const isGrpo = args.loss === 'grpo';
  const aggregation = isGrpo ? AGGREGATIONS[args.loss_agg_mode as string] : 'token-mean';
  if (aggregation === undefined) return 'no such aggregation here';
  const batch = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
    advantages: 'adv_tok',
  });
  const { advantages, ...others } = batch;
  return {
    loss: 'ppo',
    tokens: {
      ...others,
      ...(args.per_token_advantages
        ? { advantages: advantages as Float64Array }
        : { sequenceAdvantages: numbers(inputs.adv) }),
    },
    options: {
      aggregation,
      normLength: batch.offsets[1] ?? 1,
      epsClip: (args.epsilon ?? args.epsilon_low) as number,
      epsClipHigh: args.epsilon_high as number,
      dualClip: args.epsilon_c as number | null,
      ...(isGrpo && { maxLogRatio: 20 }),
      klBeta: (args.beta ?? args.kl_coef) as number,
      ...KL_TYPES[(args.kl_loss_mode as string | undefined) ?? 'kl'],
      ...(args.kl_clamp_value !== null && { klCap: args.kl_clamp_value as number }),
      ...(args.sampler_is === true && { tisMode: 'token', tisCap: 2 }),
    },
    expected: { loss: number(expect.loss), gradient: tokens(expect.grad, batch) },
    tolerance: 1e-5,
  };
}

export const tunix: Framework = { file: 'tunix.jsonl', functions: { policy_loss: policyLoss } };
