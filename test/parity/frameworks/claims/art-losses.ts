import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import { rolloutWeights } from '../../../../ts/losses/rollout-weights.ts';
import type { FlatTokens } from '../../../../ts/losses/token-input.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, lossFields } from '../loss-records.ts';
import { type FrameworkRecord, rows } from '../records.ts';

type Config = Readonly<Record<string, number | boolean | undefined>>;

interface Batch extends FlatTokens {
  readonly mask: Float64Array;
  readonly oldLogprobs: Float64Array;
  readonly advantages: Float64Array;
}

/** All but the log-probabilities of the two policies belong to the token before, there. */
function batchOf(record: FrameworkRecord): { batch: Batch; factors: Float64Array } {
  const given = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
    advantages: 'adv_tok',
    weights: 'weights',
  });
  const { weights: _, ...others } = given;
  const columns = given.offsets[1] ?? 1;
  const shift = (field: keyof FlatTokens): Float64Array => {
    const values = given[field] as Float64Array;
    return values.map((_, i) => (i % columns === columns - 1 ? 0 : (values[i + 1] as number)));
  };
  // Tokens without an old log-probability count as sampled by the present policy, and so does the last of a row.
  const oldLogprobs = shift('oldLogprobs').map((logprob, i) =>
    Number.isNaN(logprob) ? (given.logprobs[i] as number) : logprob,
  );
  const batch = {
    ...others,
    oldLogprobs,
    mask: shift('mask'),
    advantages: shift('advantages'),
    rolloutLogprobs: shift('rolloutLogprobs'),
  };
  return { batch, factors: shift('weights') };
}

/** The advantages, less tau times the log ratio. */
function withTau(batch: Batch, tau: number): Float64Array {
  return runTokenSpec(
    {
      level: 'token',
      credit: { kind: 'none' },
      post: [{ kind: 'kl', estimator: 'k1', coefficient: tau }],
    },
    {
      offsets: batch.offsets,
      mask: batch.mask,
      rewards: batch.advantages,
      logprobs: batch.logprobs,
      refLogprobs: batch.oldLogprobs,
    },
  ).advantages;
}

const isPpo = ({ args }: FrameworkRecord): boolean =>
  (args.config as Config).ppo === true || args.version === '779559f';

const loss: Claim = {
  proves: ['loss:art/cispo', 'loss:art/ppo'],
  run: (record) => {
    const { args } = record;
    const config = args.config as Config;
    const { batch, factors } = batchOf(record);
    const tau = config.kimi_k2_tau as number | undefined;
    const tisCap = config.truncated_importance_sampling as number | undefined;
    const own = tisCap !== undefined && config.original_logprobs !== true;
    const tokens = {
      ...batch,
      ...(tau !== undefined && { advantages: withTau(batch, tau) }),
      ...(own && {
        weights: rolloutWeights(
          { ...batch, oldLogprobs: batch.logprobs, rolloutLogprobs: batch.oldLogprobs },
          { tisMode: 'token', tisCap },
        ),
      }),
    };
    const options: AnyLossOptions = {
      aggregation: ({ mask, numTrained }) =>
        factors.map((factor, i) => (factor * (mask[i] as number)) / (numTrained + 1e-6)),
      ...(config.epsilon !== undefined && { epsClip: config.epsilon as number }),
      ...(config.epsilon_high !== undefined && { epsClipHigh: config.epsilon_high as number }),
      ...(config.max_negative_advantage_importance_sampling_weight !== undefined && {
        ratioCap: config.max_negative_advantage_importance_sampling_weight,
      }),
      ...(config.mask_prob_ratio === true && { beyond: 'zero' }),
      ...(tisCap !== undefined && !own && { tisMode: 'token', tisCap }),
    };
    const call = { loss: isPpo(record) ? 'art/ppo' : 'art/cispo', tokens, options };
    const { aggregation } = options;
    const kl = { loss: 'kl', tokens: batch, options: { aggregation, klType: 'k3' } } as const;
    const both = { ...call, options: { ...options, klBeta: args.ref === true ? 0.1 : 0 } };
    return {
      mean_policy_loss: lossFields(call).loss,
      mean_kl: args.ref === true ? lossFields(kl as typeof call).loss : 0,
      grad_of_policy_plus_tenth_kl: lossFields(both, {}, { gradient: 'grad' }).grad,
    };
  },
  differences: [
    {
      rule: 'masked ratios',
      because:
        'It masks a ratio out of range as 0 and then clips it, to 1 − epsilon; ours leaves the token out.',
      applies: ({ args }) => (args.config as Config).mask_prob_ratio === true,
      // By what such a token would count there.
      within: (record) => {
        const { batch, factors } = batchOf(record);
        const trained = batch.mask.reduce((sum, on) => sum + on, 0);
        const low = 1 - ((record.args.config as Config).epsilon as number);
        const slopes = batch.advantages.map(
          (advantage, i) =>
            (1.0001 *
              low *
              Math.abs(advantage) *
              (factors[i] as number) *
              (batch.mask[i] as number)) /
            (trained + 1e-6),
        );
        return {
          mean_policy_loss: slopes.reduce(
            (sum, slope, i) => sum + slope * Math.abs(batch.logprobs[i] as number),
            0,
          ),
          grad_of_policy_plus_tenth_kl: slopes,
        };
      },
    },
  ],
  leftOut: {
    mean_entropy: 'the mean of the entropies that it is given, which it logs',
    probs_corr: 'how probabilities of the two policies correlate, which it logs',
  },
};

export const artLossClaims: FrameworkClaims = { framework: 'art', functions: { loss } };
