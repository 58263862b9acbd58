import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, hasEmptyRow, type LossCall, lossFields } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

/** A record as calls of ours: the whole loss, and how what it is added up of is called. */
function callOf(record: FrameworkRecord): LossCall {
  const { inputs, args } = record;
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
  const preset = args.reinforce_update === true ? 'reinforce' : (args.critic_type as string);
  return {
    loss: `oat/${preset}`,
    tokens: { ...batch, mask, sequenceAdvantages: numbers(inputs.adv) },
    options: {
      totals: { sequences: batch.offsets.length - 1 },
      ...(args.critic_type === 'drgrpo' && { normLength: args.generate_max_length as number }),
      epsClip: args.cliprange as number,
      klBeta: args.beta as number,
      ...(args.tis_c !== null && { tisMode: 'token', tisCap: args.tis_c as number }),
    },
  };
}

const lossOf = (call: LossCall, options: AnyLossOptions): number =>
  lossFields({ ...call, options: { ...call.options, ...options } }).loss as number;

const policyLoss: Claim = {
  proves: ['loss:oat/grpo', 'loss:oat/drgrpo', 'loss:oat/reinforce'],
  run: (record) => {
    const call = callOf(record);
    const fields = lossFields(call, {}, { gradient: 'grad' });
    const isBound = (record.args.beta as number) > 0;
    return {
      ...fields,
      infos: {
        // What it logs by this name, the KL term was added to in place.
        pg_loss: fields.loss,
        ...(isBound && { reg_loss: (fields.loss as number) - lossOf(call, { klBeta: 0 }) }),
      },
    };
  },
  leftOut: { 'infos.kl3': 'the KL of whole rows, which it logs' },
  differences: [
    {
      rule: 'a row without a trained token',
      because: 'Its mean is 0 / 0 there, and the loss NaN; ours counts it with a loss of 0.',
      applies: (record) => record.args.critic_type === 'grpo' && hasEmptyRow(record),
    },
  ],
};

export const oatLossClaims: FrameworkClaims = {
  framework: 'oat',
  functions: { policy_loss: policyLoss },
};
