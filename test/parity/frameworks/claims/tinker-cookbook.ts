import { UpperhandError } from '../../../../ts/errors/upperhand-error.ts';
import { presetEstimator } from '../../../../ts/estimators/presets/preset-estimator.ts';
import { tinkerCookbookPresets } from '../../../../ts/estimators/presets/tinker-cookbook.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { isUniformGroup } from '../../../../ts/grouping/uniform-group.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

interface Group {
  readonly step_rewards: (readonly number[])[];
  readonly final_rewards: readonly (number | string)[];
}

const groupsOf = ({ inputs }: FrameworkRecord): Group[] => inputs.groups as Group[];

/** A trajectory's reward is the sum of its steps' and its final one. */
function totals({ step_rewards: steps, final_rewards: finals }: Group): Float64Array {
  if (steps.length !== finals.length)
    throw new UpperhandError('invalid-argument', 'as many final rewards as trajectories');
  return Float64Array.from(numbers({ d: finals }), (final, t) =>
    (steps[t] as readonly number[]).reduce((sum, reward) => sum + reward, final),
  );
}

const advantages: Claim = {
  proves: ['tinker-cookbook/centered', 'isUniformGroup'],
  run: (record) => {
    const rewards = groupsOf(record).map(totals);
    if (record.args.call === 'remove_constant_reward_groups')
      return { kept: rewards.flatMap((group, g) => (isUniformGroup(group) ? [] : [g])) };
    const grouped = GroupedRewards.from(rewards.map((group) => group.map(Math.fround)));
    return {
      advantages: presetEstimator('tinker-cookbook/centered')(grouped).advantages.toArrays(),
    };
  },
  differences: [
    {
      rule: 'b10 integer rewards',
      because: 'A group of integers alone is refused; ours takes them for numbers.',
      applies: (record) => record.note === 'integer rewards',
    },
    {
      rule: 'b10 all groups constant',
      because: 'When all groups are constant the first is kept; ours keeps none.',
      applies: (record) =>
        record.args.call !== undefined &&
        groupsOf(record).every(
          (group) =>
            group.step_rewards.length === group.final_rewards.length &&
            isUniformGroup(totals(group)),
        ),
    },
    cancelsInFloat32(['groups']),
  ],
};

const kl: Claim = {
  proves: ['tinker-cookbook/kl_penalty', 'tinker-cookbook/distillation'],
  run: ({ inputs, args }) => {
    const data = inputs.data as Record<string, unknown>[];
    const each = (name: string): Float64Array[] => data.map((datum) => numbers(datum[name]));
    const flat = (name: string): number[] => each(name).flatMap((row) => Array.from(row));
    const offsets = [0];
    for (const row of each('logprobs')) offsets.push((offsets.at(-1) as number) + row.length);
    const spec = tokenSpec(
      tinkerCookbookPresets,
      args.variant === 'rl' ? 'kl_penalty' : 'distillation',
    );
    const [step] = spec.post as readonly [Extract<TokenStep, { kind: 'kl' }>];
    const changed = {
      ...step,
      coefficient: args.kl_penalty_coef as number,
      discount: args.kl_discount_factor as number,
    };
    const base = flat('base_logprobs');
    const { advantages: all } = runTokenSpec({ ...spec, post: [changed] } as TokenSpec, {
      offsets,
      rewards: new Float64Array(base.length),
      outcomes: data.map(({ advantage }) => advantage as number),
      mask: flat('mask'),
      logprobs: flat('logprobs'),
      refLogprobs: base,
      teacherLogprobs: base,
    });
    return {
      advantages: data.map((_, row) => all.subarray(offsets[row], offsets[row + 1])),
    };
  },
  leftOut: { metrics: 'figures for a log' },
  differences: [
    {
      rule: 'no trained token',
      because:
        'The mean of no tokens is NaN, and so is every advantage; ours keeps advantages of 0.',
      applies: ({ inputs, args }) =>
        args.variant === 'rl' &&
        (inputs.data as { mask: unknown }[]).every(({ mask }) =>
          numbers(mask).every((on) => on === 0),
        ),
    },
  ],
};

export const tinkerCookbookClaims: FrameworkClaims = {
  framework: 'tinker-cookbook',
  functions: { compute_advantages: advantages, incorporate_kl_penalty: kl },
};
