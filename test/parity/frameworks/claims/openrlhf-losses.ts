import { klTerms } from '../../../../ts/losses/kl-terms.ts';
import { TokenBatch } from '../../../../ts/losses/token-batch.ts';
import { valueLoss } from '../../../../ts/losses/value-loss.ts';
import type { FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, lossFields, nothingTrained, valueAtBound } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

const batchOf = (record: FrameworkRecord) =>
  rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    rolloutLogprobs: 'rollout',
    advantages: 'adv_tok',
  });

function correctionOf({ args }: FrameworkRecord): AnyLossOptions {
  if (args.enable_vllm_is_correction !== true) return {};
  if (args.policy_loss_type === 'gspo') return { ratioTo: 'rollout' };
  const [low, high] = args.vllm_is_truncated_threshold as [number, number];
  const type = args.vllm_is_correction_type as string;
  if (type === 'seq-mask-tis')
    return {
      tisMode: 'token',
      tisCap: Infinity,
      rejects: [{ of: 'ratio', by: 'sequence', low, high }],
    };
  const tisBeyond = type === 'icepop' ? 'zero' : 'clamp';
  return { tisMode: 'token', tisFloor: low, tisCap: high, tisBeyond };
}

function totalsOf({ args }: FrameworkRecord): AnyLossOptions {
  const [tokens, sequences] = [args.batch_num_tokens, args.global_batch_size] as (number | null)[];
  return {
    totals: {
      ...(typeof tokens === 'number' && { tokens }),
      ...(typeof sequences === 'number' && { sequences }),
    },
  };
}

export const openrlhfLossClaims: FrameworkClaims = {
  framework: 'openrlhf',
  functions: {
    policy_loss: {
      proves: ['loss:openrlhf/ppo', 'loss:openrlhf/gspo'],
      run: (record) => {
        const { args } = record;
        const type = (args.policy_loss_type as string | undefined) ?? 'ppo';
        const byToken = type === 'ppo' && args.token_level_loss !== false;
        const options: AnyLossOptions = {
          ...totalsOf(record),
          aggregation: byToken ? 'token-mean' : 'seq-mean-token-mean',
          epsClip: (args.clip_eps_low ?? 0.2) as number,
          epsClipHigh: (args.clip_eps_high ?? 0.2) as number,
          dualClip: (args.dual_clip ?? null) as number | null,
          ...correctionOf(record),
        };
        const call = {
          loss: `openrlhf/${type}`,
          tokens: batchOf(record),
          options,
          times: (args.dp_size as number | undefined) ?? 1,
        };
        const { loss, grad, metrics } = lossFields(
          call,
          { clip_ratio: 'clip_fraction' },
          { gradient: 'grad' },
        );
        return { loss, grad, ...(metrics as object) };
      },
      leftOut: {
        ppo_kl: 'of log ratios that are not held',
        vllm_kl: 'of the sampler’s log-probabilities alone',
      },
      differences: [nothingTrained],
    },
    value_loss: {
      proves: 'valueLoss',
      run: ({ inputs, args }) => {
        const mask = numbers(inputs.mask);
        const [height = 0, columns = 0] = (inputs.mask as { shape: readonly number[] }).shape;
        const [values, oldValues, returns] = ['values', 'old_values', 'returns'].map((name) =>
          numbers(inputs[name]),
        ) as [Float64Array, Float64Array, Float64Array];
        const offsets = Array.from({ length: height + 1 }, (_, row) => row * columns);
        const { loss, dValues } = valueLoss(
          { values, oldValues, returns, mask, offsets },
          {
            valueClip: args.clip_eps as number | null,
            aggregation: args.token_level_loss === false ? 'seq-mean-token-mean' : 'token-mean',
            lengthEpsilon: 1e-8,
          },
        );
        return { loss, grad: dValues };
      },
      differences: [
        nothingTrained,
        valueAtBound(({ args }) => args.clip_eps as number | null, {
          values: 'values',
          oldValues: 'old_values',
          returns: 'returns',
          gradient: 'grad',
        }),
      ],
    },
    approx_kl: {
      proves: 'klEstimators',
      run: ({ inputs, args }) => {
        const [logprobs, refLogprobs] = [numbers(inputs.new), numbers(inputs.ref)];
        const batch = TokenBatch.from({ logprobs, refLogprobs, offsets: [0, logprobs.length] });
        const klType = args.kl_estimator as 'k1' | 'k2' | 'k3';
        return { kl: klTerms(batch, { klType, klCap: 10 }).losses };
      },
    },
  },
};
