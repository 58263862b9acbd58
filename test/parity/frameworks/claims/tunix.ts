import { defineEstimator } from '../../../../ts/estimators/define-estimator.ts';
import { tunixPresets } from '../../../../ts/estimators/presets/tunix.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import type { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { equalGroups } from '../equal-groups.ts';
import { residualsRoundInFloat32, squaresOverflowFloat32 } from '../float32-groups.ts';
import { flatRows, padded } from '../padded.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

const { presets } = tunixPresets;

/** The rewards of a record in groups, in the type that the function got. */
function grouped({ inputs, args }: FrameworkRecord): GroupedRewards {
  const dtype = (args.array as string).split(' ')[1];
  const rewards = numbers({ d: inputs.rewards }, dtype);
  return equalGroups(rewards, inputs.num_generations as number);
}

const group: Claim = {
  proves: ['tunix/grpo', 'tunix/rloo', 'tunix/drgrpo'],
  run: (record) => {
    const preset = presets[record.args.estimator as string] as (typeof presets)[string];
    const { title, source, spec } = preset;
    const estimate = defineEstimator({ title, source, spec: spec as AdvantageSpec });
    return { advantages: estimate(grouped(record)).advantages.values };
  },
  differences: [
    {
      rule: 'b2 groups of one',
      because: 'A group of one has no sample std, and gets NaN; ours gives 0.',
      applies: ({ inputs, args }) => inputs.num_generations === 1 && args.estimator === 'grpo',
    },
    squaresOverflowFloat32(['rewards']),
    residualsRoundInFloat32(grouped, 1e-6),
  ],
};

const gae: Claim = {
  proves: 'tunix/gae',
  run: (record) => {
    const batch = padded(record);
    const { gamma, gae_lambda: lambda } = record.args as Record<string, number>;
    const spec = presets.gae?.spec as TokenSpec;
    return {
      ...runTokenSpec(
        { ...spec, credit: { ...spec.credit, gamma, lambda } as TokenSpec['credit'] },
        { ...flatRows(batch), rewards: batch.input('rewards'), values: batch.input('values') },
      ),
    };
  },
  differences: [
    {
      rule: 'one trained token',
      because: 'One trained token has no sample variance, and whitening gives NaN; ours gives 0.',
      applies: ({ inputs }) => numbers(inputs.mask).filter((on) => on !== 0).length === 1,
    },
  ],
};

export const tunixClaims: FrameworkClaims = { framework: 'tunix', functions: { group, gae } };
