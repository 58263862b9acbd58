import { presetEstimator } from '../../../../ts/estimators/presets/preset-estimator.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { largest } from '../compare-fields.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

interface Trajectory {
  readonly reward: number | string;
  readonly rows: readonly { readonly mask: readonly number[] }[];
}

function groupsOf({ inputs }: FrameworkRecord): (readonly Trajectory[])[] {
  return inputs.groups as Trajectory[][];
}

const tokenize: Claim = {
  proves: ['art/grpo', 'art/grpo:scale_rewards=False'],
  run: (record) => {
    const { version, scale_rewards: scales, drop_zero_advantage_trajectories: drops } = record.args;
    const groups = groupsOf(record);
    const rewards = GroupedRewards.from(
      groups.map((group) => numbers({ d: group.map(({ reward }) => reward) })),
    );
    const name = scales === false ? 'art/grpo:scale_rewards=False' : 'art/grpo';
    const advantages = presetEstimator(name)(rewards).advantages.toArrays();
    const rows = groups.flatMap((group, g) =>
      group.flatMap(({ rows: all }, t) => {
        const advantage = advantages[g]?.[t] as number;
        if (advantage === 0 && drops !== false) return [];
        const kept = version === 'newer' ? all : all.slice(0, 1);
        const trained = kept.flatMap(({ mask }) => mask).reduce((sum, on) => sum + on, 0);
        const weight = version === 'newer' ? 1 / (trained + 1e-6) : null;
        return kept.map(() => ({ trajectory: [g, t], advantage, weight }));
      }),
    );
    return { rows };
  },
  // Counts of tokens are no rewards.
  leftOut: { 'rows[].prompt_length': 'how many tokens all rows of a group begin with' },
  magnitude: (record) =>
    largest({ d: groupsOf(record).flatMap((group) => group.map(({ reward }) => reward)) }),
};

export const artClaims: FrameworkClaims = {
  framework: 'art',
  functions: { tokenize_trajectory_groups: tokenize },
};
