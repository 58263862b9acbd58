import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import { reinforce } from './custom-losses.ts';
import type { Framework, Replay } from './replay.ts';

/** Settings that have no counterpart here. */
const OTHERS: Readonly<Record<string, string>> = {
  sequence_level_importance_ratios: 'ratios by sequence',
  reference_policy_kl_penalty: 'a KL term with the gradient of the sampling, too',
  force_on_policy_ratio: 'a ratio of 1 by force',
  positive_example_nll_weight: 'cross-entropy of good samples on top',
};

function replay(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  if ('error' in expect) return 'an error there';
  const other = Object.keys(OTHERS).find((name) => args[name]);
  if (other !== undefined) return OTHERS[other] as string;
  if (args.use_cispo && args.ratio_clip_c) return 'cispo with a dual clip';
  const tis = args.truncated_importance_sampling_type;
  if (tis === 'icepop' || tis === 'seq-mask-tis') return `${tis}`;
  const given = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    rolloutLogprobs: 'rollout_log_probs',
    advantages: 'advantages',
  });
  const columns = given.offsets[1] ?? 1;
  const kept = numbers(inputs.sample_mask);
  const mask = (given.mask as Float64Array).map(
    (on, i) => on * (kept[Math.floor(i / columns)] as number),
  );
  const count = (values: Float64Array): number => values.reduce((total, on) => total + on, 0) || 1;
  const isCounted = args.global_valid === 'counted';
  return {
    loss: args.use_cispo ? 'cispo' : args.disable_ppo_ratio ? reinforce : 'ppo',
    tokens: { ...given, mask },
    options: {
      aggregation: args.token_level_loss === false ? 'seq-mean-token-mean' : 'token-mean',
      // Samples count there though none of their tokens is trained.
      totals: isCounted
        ? { tokens: count(mask), sequences: count(kept) }
        : { tokens: 1, sequences: 1 },
      epsClip: (args.ratio_clip_min as number | undefined) ?? 0.2,
      epsClipHigh: (args.ratio_clip_max as number | undefined) ?? 0.2,
      dualClip: (args.ratio_clip_c as number | undefined) ?? null,
      ...(args.use_importance_sampling_correction === true && {
        tisMode: 'token',
        tisCap: (args.truncated_importance_sampling_ratio as number | undefined) ?? Infinity,
      }),
    },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, given, inputs.dtype as string),
    },
    // 1e-8 is added to counts of tokens.
    tolerance: inputs.dtype === 'float32' ? 1e-5 : 2e-8,
  };
}

export const nemoRl: Framework = {
  file: 'nemo-rl.jsonl',
  functions: { 'loss.clipped_pg': replay },
};
