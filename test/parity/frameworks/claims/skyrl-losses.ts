import {
  type AggregationName,
  type AggregationOptions,
  aggregationWeights,
} from '../../../../ts/losses/aggregation.ts';
import { klTerms } from '../../../../ts/losses/kl-terms.ts';
import type { RejectRule } from '../../../../ts/losses/rejection.ts';
import { TokenBatch } from '../../../../ts/losses/token-batch.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import {
  type AnyLossOptions,
  commonDifferences,
  covarianceTie,
  largestRatio,
  leaks,
  lossFields,
  type MetricName,
  numRows,
  ratioAtBound,
  refused,
  swallowed,
} from '../loss-records.ts';
import { type FrameworkRecord, rows } from '../records.ts';

const batchOf = (record: FrameworkRecord) =>
  rows(record, {
    logprobs: 'log_probs',
    oldLogprobs: 'old_log_probs',
    rolloutLogprobs: 'rollout_log_probs',
    advantages: 'advantages',
  });

type Off = Readonly<Record<string, unknown>>;

/** The off-policy correction of a record, where it was handed the sampler's log-probabilities. */
function correctionOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.use_rollout_log_probs !== true) return {};
  const off = args.off_policy_correction as Off;
  const between = (by: RejectRule['by'], name: string, reduce?: RejectRule['reduce']) => ({
    rejects: [
      {
        of: 'ratio',
        by,
        low: off[`${name}_low`] as number,
        high: off[`${name}_high`] as number,
        ...(reduce && { reduce }),
      } as const,
    ],
  });
  if (off.tis_ratio_type === 'token')
    return { tisMode: 'token', tisCap: off.token_tis_ratio_clip_high as number };
  if (off.tis_ratio_type === 'sequence')
    return { tisMode: 'sequence', tisCap: off.sequence_tis_ratio_clip_high as number };
  if (off.sequence_mask_metric === 'geometric') return between('sequence', 'geo_mask', 'mean');
  if (off.sequence_mask_metric === 'product') {
    const bounds = { low: 0.5, high: 2 };
    return { rejects: [{ of: 'ratio', by: 'sequence', reduce: 'sum', ...bounds }] };
  }
  if ('outlier_token_is_threshold_low' in off)
    return between('sequence', 'outlier_token_is_threshold', 'any');
  if ('token_mask_is_threshold_low' in off) return between('token', 'token_mask_is_threshold');
  return {};
}

const clipOf = ({ args }: FrameworkRecord): AnyLossOptions => ({
  epsClip: args.eps_clip_low as number,
  epsClipHigh: args.eps_clip_high as number,
});

const OFF_POLICY = Object.fromEntries(
  [
    'is_ratio_*',
    'geo_sequence_mask_*',
    'outlier_seq_*',
    'product_sequence_mask_*',
    'tis_*',
    'token_mask_ratio',
  ].map((name) => [`metrics.${name}`, 'of the sampler’s ratios, by row or with padding']),
);

interface SkyrlClaim {
  readonly options: (record: FrameworkRecord) => AnyLossOptions;
  readonly preset?: (record: FrameworkRecord) => string;
  readonly metrics?: Readonly<Record<string, MetricName>>;
  readonly leftOut?: Readonly<Record<string, string>>;
  readonly differences?: readonly Difference[];
  /** Its ratios are float32 whatever the batch is. */
  readonly single?: boolean;
  readonly proves?: Claim['proves'];
  readonly magnitude?: NonNullable<Claim['magnitude']>;
}

function lossClaim(name: string, claim: SkyrlClaim): Claim {
  const { options, preset = () => name, metrics = { clip_ratio: 'clip_fraction' } } = claim;
  return {
    proves: claim.proves ?? `loss:skyrl/${name}`,
    run: (record) => {
      const own = { ...correctionOf(record), ...options(record) };
      const loss = `skyrl/${preset(record)}`;
      return lossFields({ loss, tokens: batchOf(record), options: own }, metrics);
    },
    leftOut: claim.leftOut ?? OFF_POLICY,
    // Ratios of the correction are float32 whatever the batch is.
    tolerance: (record) => {
      const isSingle = record.inputs.dtype === 'float32' || claim.single === true;
      return isSingle || 'tisMode' in correctionOf(record) ? 1e-5 : 1e-9;
    },
    ...(claim.magnitude && { magnitude: claim.magnitude }),
    differences: claim.differences ?? [refused, leaks],
  };
}

const CLIPPED: readonly Difference[] = [
  refused,
  leaks,
  ratioAtBound(batchOf, ({ args }) => [
    1 - (args.eps_clip_low as number),
    1 + (args.eps_clip_high as number),
  ]),
];

const NO_CLIP = { 'metrics.clip_ratio': 'always 0 there' };

const randomCov = ({ args }: FrameworkRecord): AnyLossOptions => ({
  covRatio: args.clip_ratio as number,
  covLow: args.clip_cov_lb as number,
  covHigh: args.clip_cov_ub as number,
  // The random choice was switched off for the records.
  seed: null,
});

/** What the sum is scaled by beforehand, as an aggregation. */
function reduction(record: FrameworkRecord): Record<string, unknown> {
  const { args } = record;
  const flat = rows(record, { logprobs: 'advantages', advantages: 'advantages' });
  const count = numRows(flat);
  const size = args.micro_batch_size as number;
  const bounds = args.prompt_boundaries as readonly (readonly [number, number])[];
  const indices = Array.from({ length: count }, (_, row) => row);
  const prompts = indices.map((row) => bounds.findIndex(([from, to]) => row >= from && row < to));
  const byName: Readonly<
    Record<string, [AggregationName, AggregationOptions, (readonly number[])?]>
  > = {
    token_mean: ['token-mean', {}],
    token_mean_legacy: [
      'group-mean-token-mean',
      { totals: { groups: Math.floor(count / size) } },
      indices.map((row) => Math.floor(row / size)),
    ],
    sequence_mean: ['seq-mean-token-mean', { totals: { sequences: count } }],
    seq_mean_token_sum_norm: [
      'seq-mean-token-sum-norm',
      { totals: { sequences: count }, normLength: args.max_seq_len as number },
    ],
    prompt_mean: ['group-mean-token-mean', { totals: { groups: bounds.length } }, prompts],
  };
  const [aggregation, options, groups] = byName[args.loss_reduction as string] as [
    AggregationName,
    AggregationOptions,
    (readonly number[])?,
  ];
  const batch = TokenBatch.from({ ...flat, ...(groups && { groups }) });
  const weights = aggregationWeights(aggregation, batch, options);
  return { advantages: weights.map((weight, i) => weight * (batch.advantages?.[i] as number)) };
}

export const skyrlLossClaims: FrameworkClaims = {
  framework: 'skyrl',
  functions: {
    'loss.regular': lossClaim('regular', { options: clipOf, single: true, differences: CLIPPED }),
    'loss.dual_clip': lossClaim('dual_clip', {
      options: (record) => ({ ...clipOf(record), dualClip: record.args.clip_ratio_c as number }),
      single: true,
      differences: CLIPPED,
    }),
    'loss.gspo': lossClaim('gspo', { options: clipOf }),
    'loss.cispo': lossClaim('cispo', {
      options: ({ args }) => ({
        epsClip: args.cispo_eps_clip_low as number,
        epsClipHigh: args.cispo_eps_clip_high as number,
        ratioTo: args.cispo_anchor as string,
      }),
      leftOut: {
        ...OFF_POLICY,
        'metrics.cispo/*': 'of the ratios to the anchor; ours are to π_old',
      },
      single: true,
    }),
    'loss.rollout_is': lossClaim('rollout_is', {
      options: clipOf,
      single: true,
      differences: [refused],
    }),
    'loss.clip_cov': lossClaim('clip_cov', {
      options: (record) => ({ ...clipOf(record), ...randomCov(record) }),
      leftOut: {},
    }),
    'loss.kl_cov': lossClaim('kl_cov', {
      options: ({ args }) => ({
        covRatio: args.kl_cov_frac as number,
        klCoef: args.ppo_kl_coef as number,
      }),
      metrics: {},
      leftOut: { metrics: NO_CLIP['metrics.clip_ratio'] },
      differences: [
        refused,
        leaks,
        covarianceTie(batchOf, ({ args }) => args.kl_cov_frac as number),
        swallowed(batchOf),
      ],
      magnitude: largestRatio(batchOf),
    }),
    'loss.sapo': lossClaim('sapo', {
      options: ({ args }) => ({
        tauPositive: args.tau_pos as number,
        tauNegative: args.tau_neg as number,
      }),
      metrics: {},
      leftOut: { metrics: 'of the off-policy correction; clip_ratio is always 0' },
    }),
    'loss.cross_entropy': lossClaim('cross_entropy', {
      options: () => ({}),
      metrics: {},
      leftOut: { metrics: NO_CLIP['metrics.clip_ratio'] },
      differences: [refused],
    }),
    'loss.importance_sampling': lossClaim('importance_sampling', {
      options: () => ({}),
      metrics: { importance_ratio: 'ratio/mean' },
      leftOut: {},
      differences: [...commonDifferences, swallowed(batchOf)],
      magnitude: largestRatio(batchOf),
    }),
    'loss.dppo': lossClaim('dppo_tv', {
      proves: ['loss:skyrl/dppo_tv', 'loss:skyrl/dppo_kl'],
      preset: ({ args }) => (args.dppo_type === 'binary_tv' ? 'dppo_tv' : 'dppo_kl'),
      options: ({ args }) => ({
        deltaLow: args.delta_low as number,
        deltaHigh: args.delta_high as number,
        ratioTo: args.use_rollout_log_probs === true ? 'rollout' : 'old',
      }),
      metrics: { clip_ratio: ['clip_fraction_low', 'clip_fraction_high'] },
      single: true,
    }),
    apply_loss_reduction_to_advantages_minibatch: {
      proves: 'aggregationWeights',
      run: reduction,
      trainedOnly: {
        advantages: 'advantages at masked tokens are scaled, too; nothing reads them',
      },
      differences: [
        {
          rule: 'token_mean_legacy, with rows that fill no micro-batch',
          because: 'they keep an advantage of 0 there, and are lost; ours counts them in one more',
          applies: ({ inputs, args }) => {
            const { shape } = inputs.mask as { shape: readonly number[] };
            const rest = (shape[0] as number) % (args.micro_batch_size as number);
            return args.loss_reduction === 'token_mean_legacy' && rest !== 0;
          },
        },
      ],
    },
    compute_approx_kl: {
      proves: 'klEstimators',
      run: (record) => {
        const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
        const klType = record.args.kl_estimator_type as 'k1' | 'k2' | 'k3' | 'abs';
        const { losses } = klTerms(TokenBatch.from(flat), {
          klType,
          klCap: klType === 'k3' ? 10 : Infinity,
        });
        return { kl: losses };
      },
      differences: [refused],
    },
  },
};
