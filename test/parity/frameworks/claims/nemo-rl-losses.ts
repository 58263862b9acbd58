import type { LossPart } from '../../../../ts/losses/mix-losses.ts';
import { mixLosses } from '../../../../ts/losses/mix-losses.ts';
import type { Difference, FrameworkClaims } from '../claim.ts';
import { beyondDefaults } from '../loss-defaults.ts';
import { type AnyLossOptions, leaks, numTrained, refused } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

/** Counts and lengths are divided by with 1e-8 added. */
const EPSILON = 1e-8;

function batchOf(record: FrameworkRecord) {
  const { inputs, args } = record;
  const tokens = rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: args.force_on_policy_ratio === true ? 'log_probs' : 'old_log_probs',
    rolloutLogprobs: 'rollout_log_probs',
    refLogprobs: 'reference_log_probs',
    advantages: 'advantages',
  });
  const samples = numbers(inputs.sample_mask, inputs.dtype as string);
  const columns = tokens.offsets[1] ?? 1;
  const mask = Array.from(tokens.mask as ArrayLike<number>, (on, i) => {
    return on * (samples[Math.floor(i / columns)] as number);
  });
  return { ...tokens, mask };
}

function presetOf({ args }: FrameworkRecord): string {
  if (args.use_cispo === true) return 'nemo-rl/cispo';
  if (args.disable_ppo_ratio === true) return 'nemo-rl/reinforce';
  const bySequence = args.sequence_level_importance_ratios === true;
  return bySequence ? 'nemo-rl/gspo' : 'nemo-rl/clipped_pg';
}

function correctionOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.use_importance_sampling_correction !== true) return {};
  const [low, high] = [
    args.truncated_importance_sampling_ratio_min,
    args.truncated_importance_sampling_ratio,
  ] as number[];
  const bySequence = args.sequence_level_importance_ratios === true;
  const tisMode = bySequence ? 'sequence' : 'token';
  const type = args.truncated_importance_sampling_type ?? 'none';
  if (type === 'none') return { tisMode, tisCap: Infinity };
  if (type === 'seq-mask-tis')
    return {
      tisMode,
      tisCap: Infinity,
      rejects: [{ of: 'ratio', by: 'sequence', low: low as number, high: high as number }],
    };
  const bounds = { tisFloor: low ?? 0, tisCap: high as number };
  return { tisMode, ...bounds, tisBeyond: type === 'icepop' ? 'zero' : 'clamp' };
}

function partsOf(record: FrameworkRecord): LossPart[] {
  const { args, inputs } = record;
  const tokens = batchOf(record);
  const counted = args.global_valid === 'counted';
  const samples = numbers(inputs.sample_mask, inputs.dtype as string);
  const numSamples = samples.reduce((sum, on) => sum + on, 0);
  const options: AnyLossOptions = {
    aggregation: args.token_level_loss === false ? 'seq-mean-token-mean' : 'token-mean',
    totals: {
      // A count of 1 was handed over in float32, which swallows the epsilon.
      tokens: counted ? numTrained(tokens) + EPSILON : 1,
      sequences: counted ? numSamples + EPSILON : 1,
    },
    ...('ratio_clip_min' in args && { epsClip: args.ratio_clip_min as number }),
    ...('ratio_clip_max' in args && { epsClipHigh: args.ratio_clip_max as number }),
    dualClip: (args.ratio_clip_c as number | undefined) ?? null,
    klBeta: (args.reference_policy_kl_penalty as number | undefined) ?? 0,
    klType: (args.reference_policy_kl_type as 'k2' | undefined) ?? 'k3',
    ...(args.use_on_policy_kl_approximation === true && { klRatio: 'rollout' }),
    ...correctionOf(record),
  };
  const loss = presetOf(record);
  const policy = { loss, options: beyondDefaults(loss, options) };
  const weight = args.positive_example_nll_weight as number | undefined;
  if (weight === undefined) return [policy];
  const good = numbers(inputs.reward_signs, inputs.dtype as string);
  const columns = numTrained(tokens) === 0 ? 1 : (tokens.offsets[1] as number);
  const mask = tokens.mask.map((on, i) => on * (good[Math.floor(i / columns)] as number));
  const totals = { tokens: mask.reduce((sum, on) => sum + on, 0) + EPSILON };
  const nll = { loss: 'cross_entropy', scale: weight, mask, options: { totals } };
  return [policy, nll];
}

const ratioMean: Difference = {
  rule: 'the mean of log ρ of a sequence',
  rare: true,
  because: 'NeMo RL divides it by n + 1e-8; ours is the mean',
  applies: ({ args }) => args.sequence_level_importance_ratios === true,
  within: (_, ours) => ({
    loss: 1e-7 * (1 + Math.abs(ours.loss as number)),
    gradient: (ours.gradient as Float64Array).map((slope) => 1e-7 * (1 + Math.abs(slope))),
  }),
};

export const nemoRlLossClaims: FrameworkClaims = {
  framework: 'nemo-rl',
  functions: {
    'loss.clipped_pg': {
      proves: ['clipped_pg', 'gspo', 'cispo', 'reinforce'].map((name) => `loss:nemo-rl/${name}`),
      run: (record) => {
        const { loss, dLogprobs } = mixLosses(batchOf(record), partsOf(record));
        return { loss, gradient: dLogprobs };
      },
      leftOut: { metrics: 'sums over one process, to be divided by counts of all' },
      differences: [
        refused,
        leaks,
        {
          rule: 'GSPO with a token mean, or CISPO with a dual clip',
          because: 'NeMo RL refuses the settings; ours has nothing against them',
          applies: ({ args }) =>
            (args.sequence_level_importance_ratios === true && args.token_level_loss !== false) ||
            (args.use_cispo === true && 'ratio_clip_c' in args),
        },
        ratioMean,
      ],
    },
  },
};
