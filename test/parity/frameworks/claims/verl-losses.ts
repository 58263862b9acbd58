import type { AggregationName } from '../../../../ts/losses/aggregation.ts';
import { valueLoss } from '../../../../ts/losses/value-loss.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import {
  type AnyLossOptions,
  commonDifferences,
  covarianceAtBound,
  covarianceTie,
  largestRatio,
  leaks,
  lossFields,
  nothingTrained,
  numRows,
  numTrained,
  refused,
  swallowed,
  valueAtBound,
} from '../loss-records.ts';
import { type FrameworkRecord, rows } from '../records.ts';

type Info = Readonly<Record<string, number | undefined>>;

const batchOf = (record: FrameworkRecord) => {
  const { args, inputs } = record;
  const weights = args.use_is_weights === true && { weights: 'is_weights' };
  const names = { logprobs: 'log_probs', oldLogprobs: 'old_log_probs', ...weights };
  return rows(record, { ...names, ...('advantages' in inputs && { advantages: 'advantages' }) });
};

/** How verl adds up, from the settings of a record. */
function aggregationOf({ args }: FrameworkRecord, columns: number): AnyLossOptions {
  const info = args.global_batch_info as Info;
  return {
    aggregation: args.loss_agg_mode as AggregationName,
    totals: {
      ...(info.batch_num_tokens && { tokens: info.batch_num_tokens }),
      ...(info.global_batch_size && { sequences: info.global_batch_size }),
    },
    normLength: info.loss_scale_factor ?? columns,
    lengthEpsilon: 1e-8,
  };
}

function clipOf({ args }: FrameworkRecord): AnyLossOptions {
  const [low, high] = [args.clip_ratio_low, args.clip_ratio_high];
  return {
    epsClip: (low ?? args.clip_ratio) as number,
    epsClipHigh: (high ?? args.clip_ratio) as number,
  };
}

interface LossClaim {
  readonly options: (record: FrameworkRecord) => AnyLossOptions;
  /** Names there, names here. */
  readonly metrics?: Readonly<Record<string, string>>;
  readonly leftOut?: Readonly<Record<string, string>>;
  readonly differences?: Claim['differences'];
  readonly magnitude?: Claim['magnitude'];
}

function lossClaim(
  name: string,
  { options, metrics, leftOut, differences, magnitude }: LossClaim,
): Claim {
  return {
    proves: `loss:verl/${name}`,
    run: (record) => {
      const tokens = batchOf(record);
      const columns = numTrained(tokens) === 0 ? 1 : (tokens.offsets[1] as number);
      const info = record.args.global_batch_info as Info;
      const common = aggregationOf(record, columns);
      const call = {
        loss: `verl/${name}`,
        tokens,
        options: { ...common, ...options(record) },
        times: info.dp_size ?? 1,
      };
      return lossFields(call, metrics, MEANS);
    },
    ...(leftOut && { leftOut }),
    ...(magnitude && { magnitude }),
    differences: differences ?? commonDifferences,
  };
}

/** Means of metrics are sums / (N + 1e-8). */
const MEANS = { meanEpsilon: 1e-8 };

const PPO_KL = { 'actor/ppo_kl': 'approx_kl' };
const CLIP = { ...PPO_KL, 'actor/pg_clipfrac': 'clip_fraction' };
const ALWAYS_0 = { 'metrics.actor/pg_clipfrac_lower': 'always 0 there' };

const bySequence: AnyLossOptions = { aggregation: 'seq-mean-token-mean' };

const deltaOf = (record: FrameworkRecord): AnyLossOptions => {
  const { epsClip, epsClipHigh } = clipOf(record);
  const heldRatioCap = record.args.clip_ratio_c as number;
  return { deltaLow: epsClip, deltaHigh: epsClipHigh as number, heldRatioCap };
};

/** The mean of the logs of the weights of a row, as one weight for it. */
function rowWeights(tokens: ReturnType<typeof batchOf>): Float64Array | undefined {
  const { weights, mask, offsets } = tokens;
  if (weights === undefined) return undefined;
  const spread = Float64Array.from(weights);
  for (let row = 0; row < numRows(tokens); row++) {
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number];
    let [sum, count] = [0, 0];
    for (let i = start; i < end; i++) {
      const on = mask?.[i] as number;
      sum += on * Math.log((weights[i] as number) + 1e-10);
      count += on;
    }
    spread.fill(Math.exp(sum / (count + 1e-8)), start, end);
  }
  return spread;
}

const KL_TYPES: Readonly<Record<string, AnyLossOptions>> = {
  kl: { klType: 'k1', klCap: Infinity },
  abs: { klType: 'abs', klCap: Infinity },
  mse: { klType: 'k2', klCap: Infinity },
  low_var_kl: { klType: 'k3' },
  'k1+': { klType: 'k1+', klCap: Infinity },
  'k2+': { klType: 'k2', klCap: Infinity },
  'k3+': { klType: 'k3+' },
};

export const verlLossClaims: FrameworkClaims = {
  framework: 'verl',
  functions: {
    'loss.vanilla': lossClaim('vanilla', {
      options: (record) => ({ ...clipOf(record), dualClip: record.args.clip_ratio_c as number }),
      metrics: { ...CLIP, 'actor/pg_clipfrac_lower': 'dual_clip_fraction' },
    }),
    'loss.gspo': lossClaim('gspo', {
      options: (record) => ({ ...clipOf(record), ...bySequence }),
      metrics: CLIP,
      leftOut: ALWAYS_0,
    }),
    'loss.sapo': lossClaim('sapo', {
      options: ({ args }) => ({
        ...bySequence,
        tauPositive: args.tau_pos,
        tauNegative: args.tau_neg,
      }),
      metrics: PPO_KL,
      leftOut: { ...ALWAYS_0, 'metrics.actor/pg_clipfrac': 'always 0 there' },
    }),
    'loss.gpg': lossClaim('gpg', { options: () => ({}), differences: [refused, nothingTrained] }),
    'loss.clip_cov': lossClaim('clip_cov', {
      options: (record) => ({
        ...clipOf(record),
        covRatio: record.args.clip_cov_ratio,
        covLow: record.args.clip_cov_lb,
        covHigh: record.args.clip_cov_ub,
        // The random choice was switched off for the records.
        seed: null,
      }),
      metrics: CLIP,
      differences: [
        ...commonDifferences,
        covarianceAtBound(batchOf, ({ args }) => [args.clip_cov_lb, args.clip_cov_ub] as number[]),
      ],
    }),
    'loss.kl_cov': lossClaim('kl_cov', {
      options: ({ args }) => ({ covRatio: args.kl_cov_ratio, klCoef: args.ppo_kl_coef }),
      magnitude: largestRatio(batchOf),
      leftOut: { metrics: 'ppo_kl is mean |log ρ| here, where it is mean −log ρ elsewhere' },
      differences: [
        ...commonDifferences,
        covarianceTie(batchOf, ({ args }) => args.kl_cov_ratio as number),
        swallowed(batchOf),
      ],
    }),
    'loss.geo_mean': {
      proves: 'loss:verl/geo_mean',
      run: (record) => {
        const tokens = batchOf(record);
        const weights = rowWeights(tokens);
        const options = {
          ...clipOf(record),
          totals: { sequences: numRows(tokens) },
        };
        const given = { ...tokens, ...(weights && { weights }) };
        return lossFields({ loss: 'verl/geo_mean', tokens: given, options }, PPO_KL, MEANS);
      },
      leftOut: {
        'metrics.actor/pg_clipfrac': 'counts ratios on either side of the range where A > 0',
        'metrics.actor/pg_clipfrac_lower': 'counts ratios on either side of the range where A < 0',
      },
      differences: [refused, leaks],
    },
    'loss.cispo': lossClaim('cispo', { options: clipOf, metrics: CLIP, leftOut: ALWAYS_0 }),
    'loss.dro': lossClaim('dro', {
      options: ({ args }) => ({ droBeta: (args.dro_beta ?? Number.NaN) as number }),
      metrics: PPO_KL,
    }),
    'loss.dppo_tv': lossClaim('dppo_tv', {
      options: deltaOf,
      metrics: CLIP,
      leftOut: { 'metrics.actor/pg_clipfrac_lower': 'the part of ratios above clip_ratio_c' },
    }),
    'loss.dppo_kl': lossClaim('dppo_kl', {
      options: deltaOf,
      metrics: CLIP,
      leftOut: { 'metrics.actor/pg_clipfrac_lower': 'the part of ratios above clip_ratio_c' },
    }),
    kl_penalty: {
      proves: 'loss:verl/kl',
      run: (record) => {
        const { oldLogprobs, ...tokens } = batchOf(record);
        const columns = numTrained(tokens) === 0 ? 1 : (tokens.offsets[1] as number);
        const { weights: _, ...others } = tokens;
        // Recorded without the counts of several processes.
        const { aggregation } = aggregationOf(record, columns);
        const kind = record.args.kl_penalty as string;
        return lossFields({
          loss: 'verl/kl',
          tokens: { ...others, refLogprobs: oldLogprobs as Float64Array },
          options: {
            aggregation: aggregation as AggregationName,
            normLength: columns,
            ...(KL_TYPES[kind] ?? { klType: kind as never }),
          },
        });
      },
      differences: commonDifferences,
    },
    value_loss: {
      proves: 'valueLoss',
      run: (record) => {
        const { logprobs, oldLogprobs, advantages, mask, offsets } = batchOf(record);
        const columns =
          numTrained({ logprobs, mask, offsets } as never) === 0 ? 1 : (offsets[1] as number);
        const tokens = {
          values: logprobs,
          oldValues: oldLogprobs as Float64Array,
          returns: advantages as Float64Array,
          offsets,
          mask: mask as Float64Array,
        };
        const { loss, dValues, metrics } = valueLoss(tokens, {
          aggregation: record.args.loss_agg_mode as AggregationName,
          valueClip: record.args.cliprange_value as number,
          normLength: columns,
          lengthEpsilon: 1e-8,
        });
        const count = numTrained({ logprobs, mask, offsets } as never);
        const fraction = metrics.value_clip_fraction as number;
        const named = { vf_clipfrac: (fraction * count) / (count + 1e-8) };
        return { loss, gradient: dValues, metrics: named };
      },
      differences: [
        ...commonDifferences,
        valueAtBound(({ args }) => args.cliprange_value as number, {
          values: 'log_probs',
          oldValues: 'old_log_probs',
          returns: 'advantages',
          gradient: 'gradient',
        }),
      ],
    },
  },
};
