import { klTerms } from '../../../ts/losses/kl-estimators.ts';
import { resolveLossOptions } from '../../../ts/losses/loss-options.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

function policyLoss(record: FrameworkRecord): Replay {
  const { args, expect } = record;
  if (args.policy_loss_type === 'gspo') return 'ratios by sequence';
  const [low, high] = (args.vllm_is_truncated_threshold as [number, number] | undefined) ?? [0, 0];
  const isCorrected = args.enable_vllm_is_correction === true;
  if (isCorrected && args.vllm_is_correction_type !== 'tis')
    return `${args.vllm_is_correction_type}`;
  const batch = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    rolloutLogprobs: 'rollout',
    advantages: 'adv_tok',
  });
  // Its weights have a lower bound, too.
  const rollout = batch.rolloutLogprobs as Float64Array;
  const weights = (batch.oldLogprobs as Float64Array).map((old, i) =>
    Math.min(Math.max(Math.exp(old - (rollout[i] as number)), low), high),
  );
  const epsClip = (args.clip_eps_low as number | undefined) ?? 0.2;
  return {
    loss: 'ppo',
    tokens: { ...batch, ...(isCorrected && { weights }) },
    options: {
      aggregation: args.token_level_loss === false ? 'seq-mean-token-mean' : 'token-mean',
      totals: {
        ...(args.batch_num_tokens !== null && { tokens: args.batch_num_tokens as number }),
        ...(args.global_batch_size !== null && { sequences: args.global_batch_size as number }),
      },
      epsClip,
      epsClipHigh: (args.clip_eps_high as number | undefined) ?? 0.2,
      dualClip: (args.dual_clip as number | undefined) ?? null,
      maxLogRatio: 20,
    },
    times: args.dp_size as number,
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.grad, batch),
      metrics: { clip_fraction: number(expect.clip_ratio) },
    },
    tolerance: 1e-5,
  };
}

function approxKl(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const batch = TokenBatch.from({
    logprobs: numbers(inputs.new),
    refLogprobs: numbers(inputs.ref),
    offsets: [0, numbers(inputs.new).length],
  });
  const klType = args.kl_estimator as 'k1' | 'k2' | 'k3';
  const { losses } = klTerms(batch, resolveLossOptions({ klType, klCap: 10 }));
  return { actual: losses, expected: numbers(expect.kl), tolerance: 1e-6 };
}

export const openrlhf: Framework = {
  file: 'openrlhf.jsonl',
  functions: { policy_loss: policyLoss, approx_kl: approxKl },
};
