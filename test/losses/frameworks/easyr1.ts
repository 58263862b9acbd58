import { klTerms } from '../../../ts/losses/kl-estimators.ts';
import { type LossOptions, resolveLossOptions } from '../../../ts/losses/loss-options.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import type { Framework, LossReplay, Replay } from './replay.ts';

function replay(record: FrameworkRecord, loss: LossReplay['loss'], own: LossOptions): Replay {
  const { inputs, args, expect } = record;
  const batch = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    advantages: 'advantages',
  });
  const isByToken = args.loss_avg_mode === 'token';
  const { metrics } = expect as { metrics: Record<string, number> };
  return {
    loss,
    tokens: batch,
    options: {
      aggregation: isByToken ? 'token-mean' : 'seq-mean-token-mean',
      // Rows without a trained token count there.
      totals: { sequences: batch.offsets.length - 1 },
      epsClip: args.clip_ratio_low as number,
      epsClipHigh: args.clip_ratio_high as number,
      maxLogRatio: 20,
      ...own,
    },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
      metrics: {
        ...(isByToken && { entropy: metrics.entropy_loss as number }),
        ...(loss === 'ppo' && {
          clip_fraction: metrics.pg_clipfrac_higher as number,
          dual_clip_fraction: metrics.pg_clipfrac_lower as number,
        }),
      },
    },
    // 1e-8 is added to counts of tokens.
    tolerance: inputs.dtype === 'float32' ? 1e-5 : 2e-8,
  };
}

const KL_TYPES: Readonly<Record<string, LossOptions>> = {
  kl: { klType: 'k1' },
  abs: { klType: 'abs' },
  mse: { klType: 'k2' },
  low_var_kl: { klType: 'k3', klCap: 10 },
};

function computeKl(record: FrameworkRecord): Replay {
  const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
  const options = resolveLossOptions(KL_TYPES[record.args.kl_penalty as string] as LossOptions);
  // All tokens are recorded, trained or not; a float32 result whatever the batch is.
  const expected = tokens(record.expect.kl, flat, 'float32');
  const mask = expected.map((kl) => Number(Number.isFinite(kl)));
  const { losses } = klTerms(TokenBatch.from({ ...flat, mask }), options);
  return { actual: losses, expected, tolerance: 1e-5 };
}

export const easyr1: Framework = {
  file: 'easyr1.jsonl',
  functions: {
    'loss.default': (record) =>
      replay(record, 'ppo', { dualClip: record.args.clip_ratio_dual as number }),
    'loss.cispo': (record) => replay(record, 'cispo', {}),
    compute_kl: computeKl,
  },
};
