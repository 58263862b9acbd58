import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, type LossCall, lossFields } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

/** Ours of each aggregation there, of rows of so many tokens. */
const aggregations: Readonly<Record<string, (height: number, columns: number) => AnyLossOptions>> =
  {
    'token-mean': () => ({ aggregation: 'token-mean' }),
    'sequence-mean-token-mean': () => ({ aggregation: 'seq-mean-token-mean' }),
    'seq-mean-token-sum': () => ({ aggregation: 'seq-mean-token-sum' }),
    'sequence-mean-token-scale': (_, columns) => ({
      aggregation: 'seq-mean-token-sum-norm',
      normLength: columns,
    }),
    // Every row counts, those without a trained token too.
    'sequence-mean-token-sum-norm': (height) => ({
      aggregation: 'seq-mean-token-sum',
      totals: { sequences: height },
    }),
  };

const KL_TYPES: Readonly<Record<string, AnyLossOptions>> = {
  kl: { klType: 'k1' },
  mse_kl: { klType: 'k2' },
  low_var_kl: { klType: 'k3' },
};

function callOf(record: FrameworkRecord): LossCall {
  const { inputs, args } = record;
  const names = { logprobs: 'new', oldLogprobs: 'old', refLogprobs: 'ref' };
  const batch = rows(record, { ...names, rolloutLogprobs: 'rollout', entropies: 'entropy' });
  const [height, columns] = [batch.offsets.length - 1, batch.offsets[1] ?? 1];
  const isGrpo = args.loss === 'grpo';
  const advantages = args.per_token_advantages
    ? { advantages: numbers(inputs.adv_tok) }
    : { sequenceAdvantages: numbers(inputs.adv) };
  return {
    loss: `tunix/${isGrpo ? args.loss_algo : 'ppo'}`,
    tokens: { ...batch, ...advantages },
    options: {
      ...(isGrpo && aggregations[args.loss_agg_mode as string]?.(height, columns)),
      epsClip: (args.epsilon ?? args.epsilon_low) as number,
      epsClipHigh: args.epsilon_high as number,
      dualClip: args.epsilon_c as number | null,
      klBeta: (args.beta ?? args.kl_coef) as number,
      ...KL_TYPES[(args.kl_loss_mode as string | undefined) ?? 'kl'],
      ...(args.kl_clamp_value !== null && { klCap: args.kl_clamp_value as number }),
      ...(args.sampler_is === true && { tisMode: 'token', tisCap: 2 }),
      ...(!isGrpo && { entropyCoef: args.entropy_coef as number }),
    },
  };
}

const policyLoss: Claim = {
  proves: ['loss:tunix/grpo', 'loss:tunix/gspo-token', 'loss:tunix/ppo'],
  run: (record) => {
    const call = callOf(record);
    const fields = lossFields(call, { pg_clipfrac: 'clip_fraction' }, { gradient: 'grad' });
    const plain = { ...call, options: { ...call.options, klBeta: 0 } };
    return {
      ...fields,
      metrics: {
        ...(fields.metrics as object),
        ...(record.args.loss === 'grpo' && { unreduced_pg_loss: lossFields(plain).loss }),
      },
    };
  },
  leftOut: {
    'metrics.reduced_pg_loss': 'the loss by another count of empty rows (b9), which it logs',
    'metrics.kl': 'the KL of any beta, which it logs',
    'metrics.kl_loss': 'the KL of any beta, which it logs',
    'metrics.pg_clipfrac_lower': 'a share of rows or tokens, which it logs',
    'metrics.ppo_kl': 'of log ratios before they are held, which it logs',
    'metrics.is_ratio/*': 'of the ratio of its own, of tokens or sequences, which it logs',
    'metrics.log_ratio/*': 'which it logs',
    'metrics.pg_loss/*': 'which it logs',
    'metrics.advantage/*': 'statistics of the inputs, which it logs',
    'metrics.sampler_is/*': 'statistics of the inputs, which it logs',
    'metrics.entropy': 'statistics of the inputs, which it logs',
    'metrics.loss/entropy': 'statistics of the inputs, which it logs',
  },
};

export const tunixLossClaims: FrameworkClaims = {
  framework: 'tunix',
  functions: { policy_loss: policyLoss },
};
