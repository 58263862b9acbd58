import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

const KL_TYPES = ['k1', 'k2', 'k3'] as const;

function grpoLoss(record: FrameworkRecord): Replay {
  const { args, expect } = record;
  const klType = KL_TYPES[args.kl_estimator as number];
  if (args.beta !== 0 && klType === undefined) return 'a KL term with ratios';
  const batch = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    advantages: 'adv_tok',
  });
  const reference = batch.refLogprobs as Float64Array;
  const isFar = reference.some(
    (logprob, i) => Math.abs(logprob - (batch.logprobs[i] as number)) > 40,
  );
  if (args.beta !== 0 && isFar) return 'bounds its log ratio';
  return {
    loss: args.loss_fn === 'cispo' ? 'cispo' : 'ppo',
    tokens: { ...batch, weights: numbers(expect.rho_weights) },
    options: {
      totals: { ...(args.denominator !== null && { tokens: args.denominator as number }) },
      epsClip: args.loss_fn === 'cispo' ? 1 : (args.clip_lower as number),
      epsClipHigh: args.clip_higher as number,
      klBeta: args.beta as number,
      klType: klType ?? 'k3',
    },
    expected: {
      loss: number(expect.masked_mean_of_pg_plus_beta_kl),
      gradient: tokens(expect.grad, batch),
    },
    tolerance: 1e-5,
  };
}

export const openInstruct: Framework = {
  file: 'open-instruct.jsonl',
  functions: { grpo_loss: grpoLoss },
};
