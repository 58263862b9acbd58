import { openInstructPresets } from '../../../../ts/estimators/presets/open-instruct.ts';
import { presetEstimator } from '../../../../ts/estimators/presets/preset-estimator.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { largest } from '../compare-fields.ts';
import { equalGroups } from '../equal-groups.ts';
import { tokenSpec } from '../preset-runs.ts';
import { numbers } from '../records.ts';

const advantages: Claim = {
  proves: ['open-instruct/centered', 'open-instruct/standard'],
  run: ({ inputs, args }) => {
    const size = inputs.num_samples_per_prompt_rollout as number;
    const rewards = equalGroups(numbers({ d: inputs.scores }), size);
    const estimator = presetEstimator(`open-instruct/${args.advantage_normalization_type}`);
    return { advantages: estimator(rewards).advantages.values };
  },
  magnitude: ({ inputs }) => largest({ d: inputs.scores }),
  leftOut: { packed_advantages: 'the same numbers, at the tokens of packed rows' },
};

const gae: Claim = {
  proves: 'open-instruct/gae',
  run: ({ inputs, args }) => {
    const [rewards, values] = [numbers(inputs.rewards), numbers(inputs.values)];
    const [rows = 0, columns = 0] = (inputs.rewards as { shape: readonly number[] }).shape;
    const spec = tokenSpec(openInstructPresets, 'gae');
    const { gamma, lam: lambda } = args;
    const credit = { ...spec.credit, gamma, lambda } as TokenSpec['credit'];
    const whole = Array.from({ length: rows + 1 }, (_, row) => row * columns);
    const plain = runTokenSpec({ ...spec, credit }, { offsets: whole, rewards, values });
    const [ends, trained] = [
      (inputs.dones as number[][]).flat(),
      (inputs.response_masks as number[][]).flat(),
    ];
    const offsets = [0];
    for (let t = 0; t < rewards.length; t++) {
      const last = (t + 1) % columns === 0;
      if (last || ends[t] || !trained[t]) offsets.push(t + 1);
    }
    const packed = runTokenSpec({ ...spec, credit }, { offsets, rewards, values });
    return {
      advantages: plain.advantages,
      returns: plain.returns,
      packed_advantages: packed.advantages,
      packed_returns: packed.returns,
    };
  },
};

export const openInstructClaims: FrameworkClaims = {
  framework: 'open-instruct',
  functions: { advantages, gae },
};
