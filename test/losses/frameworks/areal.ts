import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import type { Framework, LossReplay, Replay } from './replay.ts';

function replay(record: FrameworkRecord, loss: LossReplay['loss'], own: LossOptions): Replay {
  const { inputs, args, expect } = record;
  if ('error' in expect) return 'an error there';
  if (args.importance_sampling_level === 'sequence') return 'ratios by sequence';
  const batch = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    advantages: 'advantages',
  });
  const { metrics } = expect as { metrics: Record<string, number> };
  const trained = Array.from(batch.mask as Float64Array).filter((on) => on === 1).length || 1;
  return {
    loss,
    tokens: batch,
    options: {
      epsClip: args.eps_clip as number,
      epsClipHigh: args.eps_clip_higher as number | null,
      ...own,
    },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
      metrics: { clip_fraction: (metrics.clipped as number) / trained },
    },
    tolerance: inputs.dtype === 'float32' ? 1e-5 : 1e-12,
  };
}

export const areal: Framework = {
  file: 'areal.jsonl',
  functions: {
    'loss.ppo': (record) =>
      replay(record, 'ppo', { dualClip: record.args.c_clip as number | null }),
    'loss.cispo': (record) => replay(record, 'cispo', {}),
  },
};
