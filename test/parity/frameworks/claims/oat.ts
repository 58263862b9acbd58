import { defineEstimator } from '../../../../ts/estimators/define-estimator.ts';
import { oatPresets } from '../../../../ts/estimators/presets/oat.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import type { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { equalGroups } from '../equal-groups.ts';
import { residualsRoundInFloat32 } from '../float32-groups.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

const { presets } = oatPresets;

/** Rows of tokens whose last dimension may be one longer than it is wanted. */
function matrix(value: unknown, columns: number): Float64Array {
  const [rows = 0, given = 0] = (value as { shape: readonly number[] }).shape;
  const all = numbers(value);
  return Float64Array.from(
    { length: rows * columns },
    (_, i) => all[Math.floor(i / columns) * given + (i % columns)] as number,
  );
}

/** The rewards of a record in groups: one reward a row. */
function grouped({ inputs }: FrameworkRecord): GroupedRewards {
  const [rows = 0, columns = 0] = (inputs.rewards as { shape: readonly number[] }).shape;
  const perToken = numbers(inputs.rewards);
  const sums = Float64Array.from({ length: rows }, (_, row) =>
    perToken.subarray(row * columns, (row + 1) * columns).reduce((sum, r) => sum + r, 0),
  );
  return equalGroups(sums, inputs.num_samples as number);
}

const monteCarlo: Claim = {
  proves: ['oat/grpo', 'oat/drgrpo'],
  run: (record) => {
    const preset = presets[record.args.critic_type as string] as (typeof presets)[string];
    const { title, source, spec } = preset;
    const estimate = defineEstimator({ title, source, spec: spec as AdvantageSpec });
    return { advantages: estimate(grouped(record)).advantages.values };
  },
  differences: [
    {
      rule: 'b2 groups of one',
      because: 'A group of one has no sample std, and gets NaN; ours gives 0.',
      applies: ({ inputs, args }) => inputs.num_samples === 1 && args.critic_type === 'grpo',
    },
    residualsRoundInFloat32(grouped, 1e-8),
  ],
};

/** A spec with the arguments of a record. */
function withArgs(
  spec: unknown,
  { gamma, lam: lambda }: Readonly<Record<string, unknown>>,
): TokenSpec {
  const { credit, ...rest } = spec as TokenSpec;
  const own = credit.kind === 'gae' ? { gamma, lambda } : { gamma };
  return { ...rest, credit: { ...credit, ...own } as TokenSpec['credit'] };
}

const ppoGae: Claim = {
  proves: 'oat/ppo',
  run: ({ inputs, args }) => {
    const [rows = 0, columns = 0] = (inputs.rewards as { shape: readonly number[] }).shape;
    const preset = presets.ppo as (typeof presets)[string];
    const spec = args.whiten_adv ? preset.spec : preset.variants?.['whiten_adv=False'];
    return {
      ...runTokenSpec(withArgs(spec, args), {
        offsets: Array.from({ length: rows + 1 }, (_, row) => row * columns),
        mask: numbers(inputs.response_mask),
        rewards: numbers(inputs.rewards),
        values: matrix(inputs.critic_output, columns),
      }),
    };
  },
  leftOut: { values: 'what the critic said, which the function hands on' },
  differences: [
    {
      rule: 'one trained token',
      because: 'One trained token has no sample variance, and whitening gives NaN; ours refuses.',
      applies: ({ inputs, args }) =>
        args.whiten_adv === true &&
        numbers(inputs.response_mask).filter((on) => on !== 0).length === 1,
    },
    {
      rule: 'b14 holes',
      because:
        'After a trained token before a hole it bootstraps from the value of a token that the policy did not choose; ours from the next trained one.',
      applies: ({ inputs }) => {
        const [rows = 0, columns = 0] = (inputs.rewards as { shape: readonly number[] }).shape;
        const mask = numbers(inputs.response_mask).join('');
        return Array.from({ length: rows }, (_, row) =>
          mask.slice(row * columns, (row + 1) * columns),
        ).some((row) => /10+1/.test(row));
      },
    },
  ],
};

const multiturn: Claim = {
  proves: 'oat/multiturn',
  run: ({ inputs, args }) => {
    const { rewards, values, dones } = inputs as Record<string, number[]> as {
      rewards: number[];
      values: number[];
      dones: number[];
    };
    // An episode is a row: it ends where one is done, and is bootstrapped where the last one is not.
    const ends = dones.flatMap((done, t) => (done || t === dones.length - 1 ? [t + 1] : []));
    const open = dones.at(-1) === 0 ? (values.at(-1) as number) : 0;
    const preset = presets.multiturn as (typeof presets)[string];
    const spec = args.critic ? preset.spec : preset.variants?.['critic=None'];
    return {
      ...runTokenSpec(withArgs(spec, args), {
        offsets: [0, ...ends],
        rewards,
        ...(args.critic === true && {
          values: values.slice(0, -1),
          bootstrap: ends.map((end) => (end === dones.length ? open : 0)),
        }),
      }),
    };
  },
  // Advantages are kept in float32, and returns are these plus the values.
  tolerance: () => 1e-5,
};

export const oatClaims: FrameworkClaims = {
  framework: 'oat',
  functions: { monte_carlo: monteCarlo, ppo_gae: ppoGae, multiturn },
};
