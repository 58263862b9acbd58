import { aggregationWeights } from '../../../../ts/losses/aggregation.ts';
import type { RejectRule } from '../../../../ts/losses/rejection.ts';
import type { FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, lossFields, numRows } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

/** What a sample is divided by: the trained tokens of its own, or of the pair that it is of. */
function batchOf(record: FrameworkRecord) {
  const tokens = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
    entropies: 'entropy',
  });
  return {
    ...tokens,
    sequenceAdvantages: numbers(record.inputs.adv),
    groups: Array.from({ length: numRows(tokens) }, (_, row) => Math.floor(row / 2)),
  };
}

function aggregationOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.calculate_per_token_loss === true) return { aggregation: 'token-sum' };
  return args.denominators === 'pairs'
    ? { aggregation: 'group-mean-token-mean', totals: { groups: 1 } }
    : { aggregation: 'seq-mean-token-mean', totals: { sequences: 1 } };
}

function correctionOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.use_tis !== true) return {};
  return {
    tisMode: 'token',
    tisCap: args.tis_clip as number,
    tisFloor: args.tis_clip_low as number,
    tisBeyond: args.tis === 'icepop' ? 'zero' : 'clamp',
  };
}

function klOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.use_kl_loss !== true) return {};
  const type = args.kl_loss_type as string;
  return {
    klBeta: args.kl_loss_coef as number,
    klType: (type === 'low_var_kl' ? 'k3' : type) as 'k1' | 'k2' | 'k3',
    klCap: type === 'low_var_kl' ? 10 : Infinity,
    klRatio: args.use_unbiased_kl === true ? 'token' : null,
  };
}

/** The preset of the flags; what they say beside it is given as options. */
function presetOf({ args }: FrameworkRecord): string {
  const est = args.advantage_estimator as string;
  if (est === 'gspo' || est === 'cispo') return est;
  if (args.calculate_per_token_loss === true) return 'per_token';
  if (args.denominators === 'pairs') return 'rollout_mean';
  return args.use_opsm === true ? 'opsm' : 'grpo';
}

export const slimeLossClaims: FrameworkClaims = {
  framework: 'slime',
  functions: {
    policy_loss: {
      proves: ['grpo', 'rollout_mean', 'per_token', 'gspo', 'cispo', 'opsm'].map(
        (name) => `loss:slime/${name}`,
      ),
      run: (record) => {
        const { args } = record;
        const tokens = batchOf(record);
        const est = args.advantage_estimator as string;
        const opsm: RejectRule = {
          of: 'ratio',
          by: 'sequence',
          between: 'current/old',
          low: Math.exp(-(args.opsm_delta as number)),
          negativeOnly: true,
        };
        const aggregation = aggregationOf(record);
        const options: AnyLossOptions = {
          ...aggregation,
          epsClip: args.eps_clip as number,
          epsClipHigh: args.eps_clip_high as number,
          ...(est !== 'cispo' && { dualClip: (args.eps_clip_c ?? null) as number | null }),
          ...(args.use_opsm === true && { rejects: [opsm] }),
          ...correctionOf(record),
          ...klOf(record),
          entropyCoef: args.entropy_coef as number,
        };
        const call = { loss: `slime/${presetOf(record)}`, tokens, options };
        const { loss, grad, metrics } = lossFields(
          call,
          { pg_loss: 'policy_loss' },
          { gradient: 'grad' },
        );
        const weights = aggregationWeights(aggregation.aggregation ?? 'token-sum', tokens, {
          ...(aggregation.totals && { totals: aggregation.totals }),
        });
        const entropies = numbers(record.inputs.entropy);
        const entropy_loss = weights.reduce(
          (sum, weight, i) => sum + weight * (entropies[i] as number),
          0,
        );
        return { loss, grad, metrics: { ...(metrics as object), loss, entropy_loss } };
      },
      leftOut: {
        'metrics.pg_clipfrac': 'a sum over samples of their shares',
        'metrics.ppo_kl': 'a sum over samples of their means',
        'metrics.train_rollout_logprob_abs_diff': 'of the sampler’s log-probabilities alone',
        'metrics.kl_loss': 'a sum over samples of their means',
        'metrics.ois': 'a sum over samples of their mean ratios',
        'metrics.tis': 'a sum over samples of their mean ratios',
        'metrics.tis_clipfrac': 'a sum over samples of their shares',
        'metrics.tis_abs': 'a sum over samples of their means',
        'metrics.opsm_clipfrac': 'counts tokens that are not trained (surprise b15)',
      },
    },
  },
};
