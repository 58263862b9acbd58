import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

function tokenLoss(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  if (args.loss !== 'ce') return `loss ${args.loss}`;
  const batch = rows(record, { logprobs: 'new' });
  return {
    loss: 'cross_entropy',
    tokens: { ...batch, ...(args.weighted === true && { weights: numbers(inputs.weights) }) },
    options: { aggregation: 'token-sum' },
    expected: {
      loss: number(expect.loss),
      gradient: tokens(expect.grad, batch),
      metrics: { entropy: number((expect.metrics as { nll: unknown }).nll) },
    },
    tolerance: 1e-5,
  };
}

export const primeRl: Framework = { file: 'prime-rl.jsonl', functions: { token_loss: tokenLoss } };
