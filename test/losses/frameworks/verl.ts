import type { AggregationName } from '../../../ts/losses/aggregation.ts';
import { klLoss } from '../../../ts/losses/kl-loss.ts';
import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import { reinforce } from './custom-losses.ts';
import type { Framework, LossReplay, Replay } from './replay.ts';

const KL_TYPES: Readonly<Record<string, LossOptions>> = {
  kl: { klType: 'k1' },
  abs: { klType: 'abs' },
  mse: { klType: 'k2' },
  low_var_kl: { klType: 'k3', klCap: 10 },
  'k1+': { klType: 'k1+' },
  'k2+': { klType: 'k2' },
  'k3+': { klType: 'k3+', klCap: 10 },
};

function replay(record: FrameworkRecord, loss: LossReplay['loss'], own: LossOptions): Replay {
  const { inputs, args, expect } = record;
  if ('error' in expect) return 'an error there';
  const batch = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    advantages: 'advantages',
    ...(args.use_is_weights === true && loss !== klLoss && { weights: 'is_weights' }),
  });
  const columns = batch.offsets[1] ?? 1;
  const info = args.global_batch_info as Record<string, number>;
  const aggregation = args.loss_agg_mode as AggregationName;
  const isKl = loss === klLoss;
  const clips = [args.clip_ratio_low ?? args.clip_ratio, args.clip_ratio_high ?? args.clip_ratio];
  // kl_penalty is recorded without the totals of several processes.
  const totals = {
    ...(!isKl && info.batch_num_tokens && { tokens: info.batch_num_tokens }),
    ...(!isKl && info.global_batch_size && { sequences: info.global_batch_size }),
  };
  const { metrics } = expect as { metrics?: Record<string, number> };
  return {
    loss,
    tokens: isKl ? { ...batch, refLogprobs: batch.oldLogprobs as Float64Array } : batch,
    options: {
      aggregation,
      totals,
      normLength: (!isKl && info.loss_scale_factor) || columns,
      epsClip: clips[0] as number,
      epsClipHigh: clips[1] as number,
      ...own,
    },
    times: isKl ? 1 : (info.dp_size ?? 1),
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
      metrics: {
        ...(metrics && { approx_kl: metrics['actor/ppo_kl'] as number }),
        ...(own.dualClip && { dual_clip_fraction: metrics?.['actor/pg_clipfrac_lower'] as number }),
        ...((loss === 'ppo' || loss === 'cispo') && {
          clip_fraction: metrics?.['actor/pg_clipfrac'] as number,
        }),
      },
    },
    // verl adds 1e-8 to the length of a sequence.
    tolerance:
      inputs.dtype === 'float32' ? 1e-5 : aggregation === 'seq-mean-token-mean' ? 2e-8 : 1e-12,
  };
}

export const verl: Framework = {
  file: 'verl.jsonl',
  functions: {
    'loss.vanilla': (record) =>
      replay(record, 'ppo', { dualClip: record.args.clip_ratio_c as number, maxLogRatio: 20 }),
    'loss.cispo': (record) => replay(record, 'cispo', { maxLogRatio: 20 }),
    'loss.dro': (record) => replay(record, 'dro', { droBeta: record.args.dro_beta as number }),
    'loss.gpg': (record) => replay(record, reinforce, {}),
    kl_penalty: (record) =>
      replay(record, klLoss, KL_TYPES[record.args.kl_penalty as string] ?? {}),
  },
};
