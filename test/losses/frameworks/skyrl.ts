import { aggregationWeights } from '../../../ts/losses/aggregation.ts';
import { klTerms } from '../../../ts/losses/kl-estimators.ts';
import { type LossOptions, resolveLossOptions } from '../../../ts/losses/loss-options.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import type { Framework, LossReplay, Replay } from './replay.ts';

/** What is on by a setting of the off-policy corrections, and has no counterpart here. */
const MASKS = [
  'sequence_mask_metric',
  'outlier_token_is_threshold_low',
  'token_mask_is_threshold_low',
];

function replay(record: FrameworkRecord, loss: LossReplay['loss'], own: LossOptions): Replay {
  const { inputs, args, expect } = record;
  if ('error' in expect) return 'an error there';
  const off = args.off_policy_correction as Record<string, unknown>;
  const isCorrected = args.use_rollout_log_probs === true;
  if (isCorrected && MASKS.some((mask) => mask in off)) return 'masks by the off-policy correction';
  const tisMode = isCorrected
    ? (off.tis_ratio_type as 'token' | 'sequence' | undefined)
    : undefined;
  const batch = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: args.cispo_anchor === 'rollout' ? 'rollout_log_probs' : 'old_log_probs',
    rolloutLogprobs: 'rollout_log_probs',
    advantages: 'advantages',
  });
  const { metrics } = expect as { metrics: Record<string, number> };
  return {
    loss,
    tokens: batch,
    options: {
      aggregation: 'token-sum',
      ...(tisMode && {
        tisMode,
        tisCap: (off.token_tis_ratio_clip_high ?? off.sequence_tis_ratio_clip_high) as number,
      }),
      ...own,
    },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
      metrics: {
        ...((loss === 'ppo' || loss === 'cispo') && {
          clip_fraction: metrics.clip_ratio as number,
        }),
        ...(loss === 'importance_sampling' && {
          'ratio/mean': metrics.importance_ratio as number,
        }),
      },
    },
    // Ratios are float32 whatever the batch is, but for the losses of Tinker.
    tolerance: inputs.dtype === 'float64' && own.maxLogRatio === undefined ? 1e-12 : 1e-5,
  };
}

const clips = ({ args }: FrameworkRecord): LossOptions => ({
  epsClip: args.eps_clip_low as number,
  epsClipHigh: args.eps_clip_high as number,
  maxLogRatio: 20,
});

function approxKl(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
  const expected = tokens(expect.kl, flat, inputs.dtype as string);
  if (!expected.every(Number.isFinite)) return 'not finite';
  const batch = TokenBatch.from(flat);
  const klType = args.kl_estimator_type as 'k1' | 'k2' | 'k3' | 'abs';
  const options = resolveLossOptions({ klType, ...(klType === 'k3' && { klCap: 10 }) });
  const { losses } = klTerms(batch, options);
  const tolerance = inputs.dtype === 'float64' ? 1e-12 : 1e-5;
  return { actual: losses.map((kl, i) => kl * (batch.mask[i] as number)), expected, tolerance };
}

function reduction(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const flat = rows(record, { logprobs: 'advantages', advantages: 'advantages' });
  const batch = TokenBatch.from(flat);
  const totals = { sequences: batch.numSequences };
  const reductions: Readonly<Record<string, () => Float64Array>> = {
    token_mean: () => aggregationWeights('token-mean', batch),
    sequence_mean: () => aggregationWeights('seq-mean-token-mean', batch, { totals }),
    seq_mean_token_sum_norm: () =>
      aggregationWeights('seq-mean-token-sum-norm', batch, {
        totals,
        normLength: args.max_seq_len as number,
      }),
  };
  const weights = reductions[args.loss_reduction as string]?.();
  if (weights === undefined) return 'no such aggregation here';
  const { mask, advantages } = batch;
  return {
    actual: weights.map((weight, i) => weight * (advantages?.[i] as number)),
    expected: tokens(expect.advantages, flat, inputs.dtype as string).map((x, i) =>
      mask[i] === 1 ? x : 0,
    ),
    tolerance: inputs.dtype === 'float64' ? 1e-12 : 1e-5,
  };
}

export const skyrl: Framework = {
  file: 'skyrl.jsonl',
  functions: {
    'loss.regular': (record) => replay(record, 'ppo', clips(record)),
    'loss.dual_clip': (record) =>
      replay(record, 'ppo', { ...clips(record), dualClip: record.args.clip_ratio_c as number }),
    'loss.cispo': (record) =>
      replay(record, 'cispo', {
        epsClip: record.args.cispo_eps_clip_low as number,
        epsClipHigh: record.args.cispo_eps_clip_high as number,
        maxLogRatio: 20,
      }),
    'loss.importance_sampling': (record) => replay(record, 'importance_sampling', {}),
    'loss.cross_entropy': (record) => replay(record, 'cross_entropy', {}),
    compute_approx_kl: approxKl,
    apply_loss_reduction_to_advantages_minibatch: reduction,
  },
};
