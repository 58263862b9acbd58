import { klTerms } from '../../../../ts/losses/kl-terms.ts';
import { TokenBatch } from '../../../../ts/losses/token-batch.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import {
  type AnyLossOptions,
  leaks,
  lossFields,
  type MetricName,
  numRows,
  numTrained,
  refused,
} from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

const EPSILON = 1e-8;

const batchOf = (record: FrameworkRecord) =>
  rows(record, { logprobs: 'log_probs', oldLogprobs: 'old_log_probs', advantages: 'advantages' });

function commonOf(record: FrameworkRecord): AnyLossOptions {
  const tokens = batchOf(record);
  const { args } = record;
  return {
    aggregation: args.loss_avg_mode === 'token' ? 'token-mean' : 'seq-mean-token-mean',
    totals: { tokens: numTrained(tokens) + EPSILON, sequences: numRows(tokens) },
    epsClip: args.clip_ratio_low as number,
    epsClipHigh: args.clip_ratio_high as number,
    dualClip: args.clip_ratio_dual as number,
  };
}

const PPO_KL: Readonly<Record<string, MetricName>> = { ppo_kl: 'approx_kl' };
const CLIPPED: Readonly<Record<string, MetricName>> = {
  ...PPO_KL,
  pg_clipfrac_higher: 'clip_fraction',
  pg_clipfrac_lower: 'dual_clip_fraction',
};

const ratioMean: Difference = {
  rule: 'the mean of log ρ of a sequence',
  because: 'EasyR1 divides it by n + 1e-8; ours is the mean',
  applies: ({ args, inputs }) => inputs.dtype === 'float64' && args.loss_avg_mode !== undefined,
  within: (_, ours) => ({
    loss: 1e-7 * (1 + Math.abs(ours.loss as number)),
    gradient: (ours.gradient as Float64Array).map((slope) => 1e-7 * (1 + Math.abs(slope))),
  }),
};

/** log ρ is held within ±20 in the ratio, but not in the metric. */
const freeKl: Difference = {
  rule: 'a log ratio beyond ±20',
  because: 'EasyR1’s ppo_kl is of the free one; ours, of the one that is held',
  applies: ({ inputs }) => {
    const old = numbers(inputs.old_log_probs);
    return numbers(inputs.log_probs).some((now, i) => Math.abs(now - (old[i] as number)) > 20);
  },
  within: () => ({ 'metrics.ppo_kl': Infinity }),
};

function lossClaim(
  name: string,
  metrics: Readonly<Record<string, MetricName>>,
  own: (record: FrameworkRecord) => AnyLossOptions = () => ({}),
  differences: readonly Difference[] = [],
): Claim {
  return {
    proves: `loss:easyr1/${name}`,
    run: (record) => {
      const options = { ...commonOf(record), ...own(record) };
      const call = { loss: `easyr1/${name}`, tokens: batchOf(record), options };
      return lossFields(call, metrics, { meanEpsilon: EPSILON });
    },
    leftOut: {
      'metrics.entropy_loss': '−log π, aggregated like the loss; ours is a mean over tokens',
    },
    differences: [refused, leaks, ...differences],
  };
}

const KL_TYPES = { kl: 'k1', abs: 'abs', mse: 'k2', low_var_kl: 'k3' } as const;

export const easyr1LossClaims: FrameworkClaims = {
  framework: 'easyr1',
  functions: {
    'loss.default': lossClaim('default', CLIPPED, undefined, [freeKl]),
    'loss.gspo': lossClaim('gspo', CLIPPED, undefined, [ratioMean]),
    'loss.gspo_token': lossClaim('gspo_token', CLIPPED, undefined, [ratioMean]),
    'loss.cispo': lossClaim('cispo', PPO_KL),
    'loss.sapo': lossClaim(
      'sapo',
      PPO_KL,
      ({ args }) => ({ tauPositive: args.tau_positive, tauNegative: args.tau_negative }),
      [freeKl],
    ),
    compute_kl: {
      proves: 'klEstimators',
      run: (record) => {
        const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
        const klType = KL_TYPES[record.args.kl_penalty as keyof typeof KL_TYPES];
        const klCap = klType === 'k3' ? 10 : Infinity;
        return { kl: klTerms(TokenBatch.from(flat), { klType, klCap }).losses };
      },
      trainedOnly: { kl: 'estimates at masked tokens stay as they are' },
      // It casts to float32.
      tolerance: () => 1e-5,
      differences: [refused],
    },
  },
};
