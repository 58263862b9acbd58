import { aggregationWeights } from '../../../../ts/losses/aggregation.ts';
import { TokenBatch } from '../../../../ts/losses/token-batch.ts';
import type { FrameworkClaims } from '../claim.ts';
import { lossFields, refused } from '../loss-records.ts';
import { rows } from '../records.ts';

export const agentLightningLossClaims: FrameworkClaims = {
  framework: 'agent-lightning',
  functions: {
    'loss.per_rollout_mean': {
      proves: 'loss:agent-lightning/per_rollout_mean',
      run: (record) => {
        const { args, inputs } = record;
        const flat = rows(record, {
          logprobs: 'log_probs',
          oldLogprobs: 'old_log_probs',
          advantages: 'advantages',
        });
        const tokens = { ...flat, groups: inputs.rollout_id as readonly string[] };
        const totals = { groups: args.num_trained_rows as number };
        const options = {
          totals,
          epsClip: (args.clip_ratio_low ?? args.clip_ratio) as number,
          epsClipHigh: (args.clip_ratio_high ?? args.clip_ratio) as number,
          dualClip: args.clip_ratio_c as number,
        };
        const times = args.dp_size as number;
        const batch = TokenBatch.from(tokens);
        const weights = aggregationWeights('group-mean-token-mean', batch, { totals });
        const fields = lossFields(
          { loss: 'agent-lightning/per_rollout_mean', tokens, options, times },
          {
            'actor/pg_clipfrac': 'clip_fraction',
            'actor/pg_clipfrac_lower': 'dual_clip_fraction',
            'actor/ppo_kl': 'approx_kl',
          },
          { meanEpsilon: 1e-8 },
        );
        const normalized = weights.map((weight, i) => weight * (batch.advantages?.[i] as number));
        return { ...fields, normalized };
      },
      trainedOnly: { normalized: 'advantages at masked tokens are scaled, too' },
      differences: [refused],
    },
  },
};
