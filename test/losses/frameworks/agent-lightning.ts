import { sum } from '../../../ts/kernels/js/pairwise-sum.ts';
import type { AggregationFn } from '../../../ts/losses/aggregation.ts';
import { type FrameworkRecord, number, rows, tokens } from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

/** An aggregation of one's own: the rows of a rollout together, then the mean by rows. */
function perRollout(rollouts: readonly string[], numTrainedRows: number): AggregationFn {
  return ({ trained, offsets, mask }) => {
    const weights = new Float64Array(mask.length);
    rollouts.forEach((rollout, row) => {
      const own = Float64Array.from(trained, (count, s) => (rollouts[s] === rollout ? count : 0));
      const divisor = Math.max(sum(own, 0, own.length) * numTrainedRows, 1);
      for (let i = offsets[row] as number; i < (offsets[row + 1] as number); i++)
        weights[i] = (mask[i] as number) / divisor;
    });
    return weights;
  };
}

function replay(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const batch = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    advantages: 'advantages',
  });
  const { metrics } = expect as { metrics: Record<string, number> };
  return {
    loss: 'ppo',
    tokens: batch,
    options: {
      aggregation: perRollout(inputs.rollout_id as string[], args.num_trained_rows as number),
      epsClip: (args.clip_ratio_low ?? args.clip_ratio) as number,
      epsClipHigh: (args.clip_ratio_high ?? args.clip_ratio) as number,
      dualClip: args.clip_ratio_c as number,
      maxLogRatio: 20,
    },
    times: args.dp_size as number,
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
      metrics: {
        approx_kl: metrics['actor/ppo_kl'] as number,
        clip_fraction: metrics['actor/pg_clipfrac'] as number,
        dual_clip_fraction: metrics['actor/pg_clipfrac_lower'] as number,
      },
    },
    tolerance: inputs.dtype === 'float32' ? 1e-5 : 1e-12,
  };
}

export const agentLightning: Framework = {
  file: 'agent-lightning.jsonl',
  functions: { 'loss.per_rollout_mean': replay },
};
