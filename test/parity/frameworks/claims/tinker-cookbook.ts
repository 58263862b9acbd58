import { advantagesOf, toLocalBatch } from '../../../../ts/backends/local/local-batch.ts';
import { UpperhandError } from '../../../../ts/errors/upperhand-error.ts';
import { presetEstimator } from '../../../../ts/estimators/presets/preset-estimator.ts';
import { tinkerCookbookPresets } from '../../../../ts/estimators/presets/tinker-cookbook.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { isUniformGroup } from '../../../../ts/grouping/uniform-group.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import { createStep } from '../../../../ts/types/step.ts';
import { createTrajectory } from '../../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../../ts/types/trajectory-group.ts';
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

interface Turn {
  readonly ob: number[];
  readonly ac: number[];
  readonly logprobs: number[];
  readonly parse_error_masked: number;
}

const turnsOf = ({ inputs }: FrameworkRecord): Turn[][] => inputs.trajectories as Turn[][];

/** A trajectory as rows to learn from; a masked turn has an advantage of 0. */
function rowsOf(turns: readonly Turn[], advantage: number): Record<string, unknown>[] {
  const steps = turns.map(({ ob, ac, logprobs, parse_error_masked: isMasked }) =>
    createStep({
      promptIds: ob,
      responseIds: ac,
      logprobs,
      advantage: isMasked >= 1 ? 0 : advantage,
    }),
  );
  const trajectories = [createTrajectory({ steps })];
  const { rows } = toLocalBatch([createTrajectoryGroup({ groupId: 'task:agent', trajectories })]);
  // Its inputs are all tokens but the last, its targets and what belongs to them all but the first.
  return rows.map((row) => ({
    input_tokens: row.tokens.slice(0, -1),
    target_tokens: row.tokens.slice(1),
    logprobs: row.rolloutLogprobs.slice(1),
    advantages: advantagesOf(row).subarray(1),
    mask: row.mask.slice(1),
  }));
}

const trainingData: Claim = {
  proves: 'toLocalBatch',
  run: (record) => {
    const advantages = record.inputs.advantages as readonly number[];
    const rows = turnsOf(record).map((turns, t) => rowsOf(turns, advantages[t] as number));
    return { data: rows.flat(), traj_idx: rows.flatMap((of, t) => of.map(() => t)) };
  },
  differences: [
    {
      rule: 'no prompt',
      because:
        'An answer to nothing is a row whose first token is no target; ours leaves such a step out, and counts it.',
      applies: (record) => turnsOf(record).some((turns) => turns.some(({ ob }) => ob.length === 0)),
    },
    {
      rule: 'masked turn',
      because:
        'A turn that did not parse may be masked; steps of ours have no mask, and its advantage of 0 alone says so.',
      applies: (record) =>
        turnsOf(record).some((turns) => turns.some((turn) => turn.parse_error_masked >= 1)),
      within: (_, ours) =>
        Object.fromEntries((ours.data as unknown[]).map((_row, i) => [`data[${i}].mask`, 1])),
    },
  ],
};

export const tinkerCookbookClaims: FrameworkClaims = {
  framework: 'tinker-cookbook',
  functions: {
    compute_advantages: advantages,
    assemble_training_data: trainingData,
    incorporate_kl_penalty: kl,
  },
};
