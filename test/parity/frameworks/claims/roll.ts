import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runStepSpec } from '../../../../ts/estimators/step/run-step-spec.ts';
import { stepReturns } from '../../../../ts/estimators/step/step-returns.ts';
import type { StepRows } from '../../../../ts/estimators/step/step-rows.ts';
import type { StepSpec } from '../../../../ts/estimators/step/step-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { equalGroups } from '../equal-groups.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { byGroup, flatRows, type Padded, padded } from '../padded.ts';
import { ofMaskType, withoutCountEpsilon } from '../partly-single.ts';
import { estimate } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

export const rollClaims: FrameworkClaims = {
  framework: 'roll',
  functions: {
    compute_reinforce_return: credit('reinforce'),
    compute_gae_advantage_return: credit('gae'),
    compute_agentic_reinforce_return: credit('agentic_reinforce'),
    compute_advantage: whole(['roll/reinforce', 'roll/gae']),
    agentic_compute_advantage: {
      ...whole(['roll/reinforce', 'roll/gae', 'roll/agentic_reinforce']),
      differences: [squaresOverflowFloat32(['rewards'])],
    },
    reward_norm: {
      proves: 'roll/reward_norm',
      run: (record) => ({ rewards: rewardNorm(record, rewardSpec(record)) }),
      tolerance: () => 1e-5,
      differences: [
        {
          rule: 'a4 matrix',
          because:
            'with the mean of the batch and the std of groups it returns all rewards once a group; ours divides each by the std of its own',
          applies: ({ args }) => args.norm_mean_type === 'batch' && args.norm_std_type === 'group',
        },
        squaresOverflowFloat32(['scores']),
        cancelsInFloat32(['scores'], (record) => ({
          rewards: rewardNorm(record, undivided(rewardSpec(record))),
        })),
      ],
    },
    agentic_reward_norm: {
      proves: 'roll/agentic_reward_norm',
      run: (record) => ({ rewards: agenticNorm(record, agenticSpec(record)) }),
      tolerance: () => 1e-5,
      differences: [
        {
          rule: 'std of infinity',
          because: 'a std that is NaN is not above 1e-6, and gives 0; ours gives NaN',
          applies: ({ inputs }) => !numbers(inputs.scores).every(Number.isFinite),
        },
        {
          ...cancelsInFloat32(['scores'], (record) => ({
            rewards: agenticNorm(record, undivided(agenticSpec(record))),
          })),
          // It computes in float32 whatever the rewards.
          applies: () => true,
          rare: true,
        },
      ],
    },
    compute_segment_masked_mean: {
      proves: "step 'segment' of token-level credits",
      run: (record) => {
        const batch = padded(record);
        const sum = segmentSums(batch, batch.input('values'));
        const count = segmentSums(batch, new Float64Array(batch.mask.length).fill(1));
        return { out: sum.map((total, t) => (count[t] === 0 ? 0 : total / (count[t] as number))) };
      },
    },
    gigpo: {
      proves: ['roll/gigpo', 'roll/step_reinforce'],
      run: gigpo,
      leftOut: { metrics: 'shares of clipped rewards and sizes of groups, of its logging' },
      differences: [
        {
          rule: 'a4 pooled states',
          because:
            'it compares equal states of all groups of trajectories; ours those of one group, as the paper has it',
          applies: ({ args }) => args.adv_estimator === 'gigpo' && args.method !== 'identity',
          within: (record) => {
            const bounds = sharesState(record).map((shares) => (shares ? Infinity : 0));
            return { response_level_rewards: bounds, step_rewards_norm: bounds };
          },
        },
        { ...cancelsInFloat32(['step_scores', 'episode_scores']), rare: true },
      ],
    },
  },
};

/** A variant by its levels; those of groups are the preset itself. */
function specOf(name: string, levels: string): AdvantageSpec {
  const variant = levels === 'group/group' ? undefined : levels;
  return presetSpec(`roll/${name}`, variant) as AdvantageSpec;
}

function rewardSpec({ args }: FrameworkRecord): AdvantageSpec {
  const levels = [args.norm_mean_type, args.norm_std_type].map((type) =>
    type === 'running' ? 'batch' : (type ?? 'none'),
  );
  return specOf('reward_norm', levels.join('/'));
}

function agenticSpec({ args }: FrameworkRecord): AdvantageSpec {
  const levels = [args.norm_mean_type ?? 'none', args.norm_std_type ?? 'none'];
  return specOf('agentic_reward_norm', levels.join('/'));
}

function undivided(spec: AdvantageSpec): AdvantageSpec {
  return { ...spec, scale: { kind: 'none' } };
}

/** Groups are so many samples each, one after the other. */
function rewardNorm(record: FrameworkRecord, spec: AdvantageSpec): Float64Array {
  const scores = padded(record).input('scores');
  return estimate(spec, equalGroups(scores, record.inputs.n_sample as number));
}

function agenticNorm(record: FrameworkRecord, spec: AdvantageSpec): Float64Array {
  const keys = record.inputs.group as string[];
  const groups = record.args.grouping === 'batch' ? keys.map(() => '') : keys;
  return byGroup(padded(record).input('scores'), groups, (grouped) => estimate(spec, grouped));
}

/** The credit of a preset alone, over all tokens as they are. */
function credit(name: string): Claim {
  return {
    proves: `roll/${name}`,
    run: (record) => {
      const { credit } = presetSpec(`roll/${name}`) as TokenSpec;
      return runRows(record, { level: 'token', missing: 'propagate', credit });
    },
  };
}

/** The sum of numbers over each run of trained tokens, at its tokens. */
function segmentSums(batch: Padded, values: Float64Array): Float64Array {
  const credit = {
    kind: 'discounted-return',
    gamma: 0,
    masked: 'carry',
    step: 'segment',
    stepReward: 'sum',
  } as const;
  return runTokenSpec(
    { level: 'token', missing: 'propagate', credit },
    { ...flatRows(batch), rewards: values },
  ).advantages;
}

/** Rewards, credit, whitening and clipping, as its flags say. */
function whole(proves: readonly string[]): Claim {
  return {
    proves,
    run: (record) => {
      const { args } = record;
      const spec = ofMaskType(presetSpec(`roll/${args.adv_estimator}`) as TokenSpec, record);
      const { rewards = [], post = [] } = spec;
      const whiten = post.filter(({ kind }) => kind === 'whiten');
      // Rewards are whitened in float32, where 1e-8 more tokens are as many.
      const whitenRewards = withoutCountEpsilon({ post: whiten }).post;
      const clip = args.advantage_clip as number | null;
      const clips: TokenStep[] = clip === null ? [] : [{ kind: 'clip', low: -clip, high: clip }];
      return runRows(record, {
        ...spec,
        rewards: args.whiten_rewards === true ? [...whitenRewards, ...rewards] : rewards,
        post: [
          ...(args.whiten_advantages === true ? whiten : []),
          ...post.filter(({ kind }) => kind === 'mask'),
          ...clips,
        ],
      });
    },
    leftOut: { metrics: 'the share of clipped advantages, of its logging' },
    tolerance: () => 1e-5,
  };
}

function runRows(record: FrameworkRecord, spec: TokenSpec): Record<string, Float64Array> {
  const { gamma, lambd: lambda } = record.args;
  const batch = padded(record);
  const given = spec.credit.kind === 'gae' ? { gamma, lambda } : { gamma };
  return {
    ...runTokenSpec(
      { ...spec, credit: { ...spec.credit, ...given } as TokenSpec['credit'] },
      { ...flatRows(batch), rewards: batch.input('rewards'), values: batch.input('values') },
    ),
  };
}

/** Steps in the order of their trajectories, and where each stands in the record. */
function stepsOf({ inputs, args }: FrameworkRecord): { rows: StepRows; order: number[] } {
  const at = inputs.step as number[];
  const order = at.map((_, i) => i).sort((i, j) => (at[i] as number) - (at[j] as number));
  const ordered = <T>(values: ArrayLike<T>): T[] => order.map((i) => values[i] as T);
  const trajectories = ordered(inputs.traj_id as string[]);
  const scores = numbers(inputs.step_scores, 'float32');
  const rows = {
    groups: ordered(inputs.traj_group_id as string[]),
    trajectories,
    states: ordered(inputs.state_hash as string[]),
    returns: stepReturns(ordered(scores), trajectories, args.gamma as number),
    outcomes: ordered(numbers(inputs.episode_scores, 'float32')),
  };
  return { rows, order };
}

function gigpo(record: FrameworkRecord): Record<string, Float64Array> {
  const { args } = record;
  const { rows, order } = stepsOf(record);
  const inOrder = (values: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(order.length);
    order.forEach((row, i) => {
      out[row] = values[i] as number;
    });
    return out;
  };
  const variant = args.method === 'mean' ? undefined : `method=${args.method}`;
  const clip = args.reward_clip as number | null;
  const post = clip === null ? [] : [{ kind: 'clip', low: -clip, high: clip } as const];
  const step_rewards = inOrder(rows.returns);
  if (args.adv_estimator === 'step_reinforce') {
    const spec = presetSpec('roll/step_reinforce', variant) as AdvantageSpec;
    const { groups, returns } = rows;
    const response_level_rewards = inOrder(
      byGroup(returns, groups, (grouped) => estimate({ ...spec, post }, grouped)),
    );
    return { step_rewards, response_level_rewards };
  }
  const spec = presetSpec('roll/gigpo', variant) as StepSpec;
  const trajectory = spec.trajectory as AdvantageSpec;
  const weigh = (by: number): AdvantageSpec => ({
    ...trajectory,
    post: [{ kind: 'multiply', by }],
  });
  const run = (episode: number, step: number, steps: StepSpec['post'] = []): Float64Array =>
    inOrder(
      runStepSpec(
        {
          ...spec,
          trajectory: weigh(episode),
          state: { ...spec.state, weight: step },
          post: steps,
        },
        rows,
      ),
    );
  const [episode, step] = [args.episode_reward_weight, args.step_reward_weight] as number[];
  return {
    step_rewards,
    response_level_rewards: run(episode as number, step as number, post),
    episode_rewards_norm: run(1, 0),
    step_rewards_norm: run(0, 1),
  };
}

/** The steps whose state some step of another group has too. */
function sharesState({ inputs }: FrameworkRecord): boolean[] {
  const [states, groups] = [inputs.state_hash as string[], inputs.traj_group_id as string[]];
  return states.map((state, i) =>
    states.some((other, j) => other === state && groups[j] !== groups[i]),
  );
}
