import { klTerms } from '../../../ts/losses/kl-estimators.ts';
import { type LossOptions, resolveLossOptions } from '../../../ts/losses/loss-options.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import type { LossAggMode } from '../../../ts/types/algorithm-config.ts';
import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import { identity } from './custom-losses.ts';
import type { Framework, Replay } from './replay.ts';

function aggregate(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const batch = rows(record, { logprobs: 'log_probs' });
  const height = batch.offsets.length - 1;
  const columns = batch.offsets[1] ?? 1;
  const mask = batch.mask as Float64Array;
  // Its token-mean adds up tokens that are not trained, too.
  if (args.loss_agg_mode === 'token-mean' && mask.includes(0)) return 'sums untrained tokens';
  const factors = args.weights === null ? null : numbers(inputs.is_weights, inputs.dtype as string);
  const weights = mask.map((_, i) => factors?.[i - (i % columns)] ?? 1);
  const tokenCount = args.batch_num_tokens as number | null;
  const isNorm = args.loss_agg_mode === 'seq-mean-token-sum-norm';
  return {
    loss: identity,
    tokens: { ...batch, weights },
    options: {
      aggregation: args.loss_agg_mode as LossAggMode,
      normLength: columns,
      totals: {
        ...(tokenCount !== null && { tokens: tokenCount }),
        // Its -norm divides by the length alone; elsewhere rows without a trained token count.
        sequences: isNorm ? 1 : ((args.global_valid_samples as number | null) ?? height),
      },
    },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.gradient, batch, inputs.dtype as string),
    },
    // 1e-8 is added to counts.
    tolerance: inputs.dtype === 'float32' ? 1e-5 : 2e-8,
  };
}

const KL_TYPES: Readonly<Record<string, LossOptions>> = {
  kl: { klType: 'k1' },
  abs: { klType: 'abs' },
  mse: { klType: 'k2' },
  k3: { klType: 'k3', klCap: 10 },
};

function approxKl(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const flat = rows(record, { logprobs: 'log_probs', refLogprobs: 'old_log_probs' });
  const expected = tokens(expect.kl, flat, inputs.dtype as string);
  if (!expected.every(Number.isFinite)) return 'not finite';
  const batch = TokenBatch.from(flat);
  const options = resolveLossOptions(KL_TYPES[args.kl_penalty as string] as LossOptions);
  const { losses } = klTerms(batch, options);
  const tolerance = inputs.dtype === 'float64' ? 1e-12 : 1e-5;
  return { actual: losses.map((kl, i) => kl * (batch.mask[i] as number)), expected, tolerance };
}

export const roll: Framework = {
  file: 'roll.jsonl',
  functions: { agg_loss: aggregate, compute_approx_kl: approxKl },
};
