import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import { reinforce } from './custom-losses.ts';
import type { Framework, Replay } from './replay.ts';

function policyLoss(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const batch = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
  });
  // Rows may be left out of the loss, but still count.
  const kept = inputs.loss_masks as readonly number[];
  const columns = batch.offsets[1] ?? 1;
  const mask = (batch.mask as Float64Array).map(
    (on, i) => on * (kept[Math.floor(i / columns)] as number),
  );
  return {
    loss: args.reinforce_update ? reinforce : 'ppo',
    tokens: { ...batch, mask, sequenceAdvantages: numbers(inputs.adv) },
    options: {
      aggregation: args.critic_type === 'grpo' ? 'seq-mean-token-mean' : 'seq-mean-token-sum-norm',
      totals: { sequences: batch.offsets.length - 1 },
      normLength: args.generate_max_length as number,
      epsClip: args.cliprange as number,
      klBeta: args.beta as number,
      ...(args.tis_c !== null && { tisMode: 'token', tisCap: args.tis_c as number }),
    },
    expected: { loss: number(expect.loss), gradient: tokens(expect.grad, batch) },
    tolerance: 1e-5,
  };
}

export const oat: Framework = { file: 'oat.jsonl', functions: { policy_loss: policyLoss } };
