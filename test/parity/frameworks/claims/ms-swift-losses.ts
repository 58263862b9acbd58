import type { AggregationName } from '../../../../ts/losses/aggregation.ts';
import type { FrameworkClaims } from '../claim.ts';
import { leaks, lossFields, numRows, refused } from '../loss-records.ts';
import { rows } from '../records.ts';

export const msSwiftLossClaims: FrameworkClaims = {
  framework: 'ms-swift',
  functions: {
    'loss.sdar': {
      proves: 'loss:ms-swift/sdar',
      run: (record) => {
        const { args } = record;
        const tokens = rows(record, { logprobs: 'log_probs', refLogprobs: 'rollout_log_probs' });
        const options = {
          aggregation: args.loss_agg_mode as AggregationName,
          totals: { sequences: numRows(tokens) },
          gateBeta: args.gate_beta as number,
        };
        return lossFields(
          { loss: 'ms-swift/sdar', tokens, options },
          {
            'sdar/gate_mean': 'gate',
            'sdar/gate_active_ratio': 'gate_open',
            'sdar/teacher_gap_mean': 'teacher_gap',
            'sdar/loss': 'policy_loss',
          },
        );
      },
      differences: [refused, leaks],
    },
  },
};
