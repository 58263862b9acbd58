import type { AggregationName } from '../../../../ts/losses/aggregation.ts';
import { klTerms } from '../../../../ts/losses/kl-terms.ts';
import { TokenBatch } from '../../../../ts/losses/token-batch.ts';
import type { FrameworkClaims } from '../claim.ts';
import { leaks, lossFields, numRows, refused } from '../loss-records.ts';
import { numbers, rows } from '../records.ts';

const KL_TYPES = { kl: 'k1', abs: 'abs', mse: 'k2', k3: 'k3' } as const;

export const rollLossClaims: FrameworkClaims = {
  framework: 'roll',
  functions: {
    agg_loss: {
      proves: ['aggregationWeights', 'loss:roll/vanilla'],
      run: (record) => {
        const { args, inputs } = record;
        const mode = args.loss_agg_mode as AggregationName;
        const tokens = rows(record, { logprobs: 'log_probs' });
        const [height, columns] = [
          numRows(tokens),
          numRows(tokens) === 0 ? 1 : (tokens.offsets[1] as number),
        ];
        const byRow = numbers(inputs.is_weights, inputs.dtype as string);
        const weights = Array.from(tokens.logprobs).map((_, i) => {
          return byRow[Math.floor(i / columns) * columns] as number;
        });
        const isNorm = mode === 'seq-mean-token-sum-norm';
        const samples = ((args.global_valid_samples as number | null) ?? height) + 1e-8;
        const count = args.batch_num_tokens as number | null;
        // The matrix that is added up is log π itself: the policy gradient of advantages of −1.
        return lossFields({
          loss: 'roll/vanilla',
          tokens: {
            ...tokens,
            advantages: weights.map(() => -1),
            ...(args.weights !== null && { weights }),
          },
          options: {
            aggregation: mode,
            totals: { sequences: isNorm ? 1 : samples, ...(count !== null && { tokens: count }) },
            normLength: columns,
            lengthEpsilon: 1e-8,
          },
        });
      },
      differences: [
        {
          rule: 'token-mean with padding',
          because: 'the numerator is not masked there (surprise a4); ours adds trained tokens up',
          applies: (record) =>
            record.args.loss_agg_mode === 'token-mean' &&
            numbers(record.inputs.mask).some((on) => on === 0),
          within: ({ inputs }) => ({
            loss: Infinity,
            gradient: numbers(inputs.mask).map((on) => (on === 1 ? 0 : Infinity)),
          }),
        },
        refused,
      ],
    },
    compute_approx_kl: {
      proves: 'klEstimators',
      run: (record) => {
        const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
        const klType = KL_TYPES[record.args.kl_penalty as keyof typeof KL_TYPES];
        const klCap = klType === 'k3' ? 10 : Infinity;
        return { kl: klTerms(TokenBatch.from(flat), { klType, klCap }).losses };
      },
      differences: [refused, leaks],
    },
  },
};
