import { runLoss } from '../../../ts/losses/run-loss.ts';
import { valueLoss } from '../../../ts/losses/value-loss.ts';
import type { Claim } from './claim.ts';
import { beyondDefaults } from './loss-defaults.ts';
import { nothingTrained, valueAtBound } from './loss-records.ts';
import { numbers, rows } from './records.ts';

/** PPO with a critic, as TRL's experimental trainer has it. */
export const ppoLoss: Claim = {
  proves: ['loss:trl/ppo', 'valueLoss'],
  run: (record) => {
    const { args, inputs } = record;
    const tokens = rows(record, { logprobs: 'new', oldLogprobs: 'old', advantages: 'adv_tok' });
    const { loss, dLogprobs } = runLoss(
      'trl/ppo',
      tokens,
      beyondDefaults('trl/ppo', { epsClip: args.cliprange as number }),
    );
    const { offsets, mask } = tokens;
    const [values, oldValues, returns] = ['vpred', 'values', 'returns'].map((name) =>
      numbers(inputs[name]),
    ) as [Float64Array, Float64Array, Float64Array];
    const critic = valueLoss(
      { values, oldValues, returns, offsets, mask: mask as Float64Array },
      { valueClip: args.cliprange_value as number },
    );
    const coefficient = args.vf_coef as number;
    return {
      loss: loss + coefficient * critic.loss,
      pg_loss: loss,
      vf_loss: critic.loss,
      vf_clipfrac: critic.metrics.value_clip_fraction,
      grad: dLogprobs,
      grad_vpred: critic.dValues.map((slope) => coefficient * slope),
    };
  },
  differences: [
    nothingTrained,
    valueAtBound(({ args }) => args.cliprange_value as number, {
      values: 'vpred',
      oldValues: 'values',
      returns: 'returns',
      gradient: 'grad_vpred',
    }),
  ],
};

/** A*-PO, of the same. */
export const a2poLoss: Claim = {
  proves: 'loss:trl/a2po',
  run: ({ inputs, args }) => {
    const { policy_logps, ref_logps, rewards, v_star } = inputs as Record<string, number[]>;
    const single = (list: number[] | undefined): number[] => Array.from(list ?? [], Number);
    const targets = single(rewards).map((reward, i) => reward - (single(v_star)[i] as number));
    const logprobs = single(policy_logps);
    const { loss, dLogprobs, metrics } = runLoss(
      'trl/a2po',
      {
        logprobs,
        refLogprobs: single(ref_logps),
        advantages: targets,
        offsets: Array.from({ length: logprobs.length + 1 }, (_, s) => s),
      },
      beyondDefaults('trl/a2po', { beta: args.beta2 as number }),
    );
    return { loss, grad: dLogprobs, metrics: { implicit_reward: metrics.implicit_reward } };
  },
  leftOut: { 'metrics.advantage': 'the mean of what is handed over' },
  differences: [
    {
      rule: 'a reward that is not finite',
      because: 'TRL computes on; ours refuses, naming the sequence',
      applies: ({ inputs }) =>
        (inputs.rewards as unknown[]).some((r) => !Number.isFinite(Number(r))),
    },
    {
      rule: 'a square beyond float32',
      because: 'it overflows there; ours is float64',
      applies: ({ inputs }) =>
        (inputs.rewards as unknown[]).some((r) => Math.abs(Number(r)) > 1e18),
    },
  ],
};
