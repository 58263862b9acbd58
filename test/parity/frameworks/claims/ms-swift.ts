import { msSwiftPresets } from '../../../../ts/estimators/presets/ms-swift.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../../ts/estimators/token/token-rows.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { columnGains } from '../column-gains.ts';
import { largest } from '../compare-fields.ts';
import { equalGroups } from '../equal-groups.ts';
import { cancelsInFloat32, isSingle } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { flatRows, padded } from '../padded.ts';
import { advantageSpec, estimate, tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

/** Which preset the flags of a record name, and which of its variants. */
function specOf({ args }: FrameworkRecord, prefix = ''): AdvantageSpec {
  const estimator = args.advantage_estimator as string;
  const scale = args.scale_rewards as string;
  if (estimator === 'grpo' && scale === 'gdpo') return advantageSpec(msSwiftPresets, 'gdpo');
  // With REINFORCE++ gdpo does nothing.
  const scaled = scale === 'gdpo' ? 'none' : scale;
  const own = { grpo: 'group', rloo: 'none', reinforce_plus_plus: 'batch' }[estimator];
  const name = `${prefix}${estimator}`;
  const variant = scaled === own ? undefined : `scale_rewards=${scaled}`;
  return advantageSpec(msSwiftPresets, name, variant);
}

type Residuals = Readonly<Record<string, Float64Array>>;

interface Rewards {
  readonly columns: readonly Float64Array[];
  readonly weights: Float64Array;
  readonly kl: Float64Array;
}

function rewardsOf({ inputs }: FrameworkRecord): Rewards {
  const dtype = inputs.dtype as string;
  const [, width = 1] = (inputs.rewards_per_func as { shape: readonly number[] }).shape;
  const all = numbers(inputs.rewards_per_func, dtype);
  const columns = Array.from({ length: width }, (_, c) => all.filter((_, i) => i % width === c));
  const weights = numbers(inputs.reward_weights, dtype);
  return { columns, weights, kl: numbers(inputs.kl_values, dtype) };
}

/** A spec with the KL in its reward that a record asks for. */
function withKl(spec: AdvantageSpec, { args }: FrameworkRecord): AdvantageSpec {
  if (args.kl_in_reward !== true || spec.columns?.combine !== 'sum') return spec;
  return { ...spec, reward: [{ kind: 'kl', coefficient: args.beta as number }] };
}

/** The sums of rewards that a spec begins with. */
const sums = ({ columns, missing = 'propagate', reward = [] }: AdvantageSpec): AdvantageSpec => ({
  ...(columns && { columns }),
  missing,
  reward,
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
});

/** What is divided by a std is about 1; centred rewards are as exact as the rewards are. */
function magnitudeOf(record: FrameworkRecord): number {
  const { columns, weights } = rewardsOf(record);
  const scaled = specOf(record).scale.kind !== 'none';
  return scaled ? 1 : largest(columns.map((column, c) => column.map((x) => x * (weights[c] ?? 1))));
}

/** What is divided into the advantages of a record. */
function undivided(record: FrameworkRecord, ours: Readonly<Record<string, unknown>>): Residuals {
  const spec = specOf(record);
  if (spec.columns?.combine !== 'normalize-then-sum')
    return compute.run(centring(record)) as Residuals;
  const { columns, weights } = rewardsOf(record);
  const gains = columnGains(spec, groupedOf(record), columns, weights);
  return {
    advantages: (ours.advantages as Float64Array).map((a, i) => a / (gains[i] as number)),
  };
}

/** Places for the rewards of a record, which its columns fill. */
function groupedOf(record: FrameworkRecord): GroupedRewards {
  const count = rewardsOf(record).columns[0]?.length ?? 0;
  return equalGroups(new Float64Array(count), record.inputs.num_generations as number);
}

/** A record that only centres. */
const centring = (record: FrameworkRecord): FrameworkRecord => ({
  ...record,
  args: { ...record.args, advantage_estimator: 'grpo', scale_rewards: 'none' },
});

const compute: Claim = {
  proves: ['grpo', 'gdpo', 'rloo', 'reinforce_plus_plus'].map((name) => `ms-swift/${name}`),
  run: (record) => {
    const { columns, weights, kl } = rewardsOf(record);
    const grouped = groupedOf(record);
    const inputs = { columns, columnWeights: weights, kl };
    const grpo = withKl(advantageSpec(msSwiftPresets, 'grpo'), record);
    return {
      advantages: estimate(withKl(specOf(record), record), grouped, inputs),
      rewards: estimate(sums(grpo), grouped, inputs),
    };
  },
  magnitude: magnitudeOf,
  tolerance: (record) => {
    if (isSingle(record)) return 1e-5;
    // The n / (n − 1) of its std of columns is float32.
    return record.args.scale_rewards === 'gdpo' ? 1e-7 : 1e-9;
  },
  differences: [
    squaresOverflowFloat32(['rewards_per_func']),
    cancelsInFloat32(['rewards_per_func'], undivided),
  ],
};

const dynamic: Claim = {
  proves: ['dynamic_grpo', 'dynamic_rloo', 'dynamic_reinforce_plus_plus'].map(
    (name) => `ms-swift/${name}`,
  ),
  run: (record) => {
    const { columns, weights } = rewardsOf(record);
    const { prompt_ids: prompts, request_ids: requests } = record.inputs as {
      prompt_ids: readonly string[];
      request_ids: readonly string[];
    };
    const { grouped, order } = GroupedRewards.fromKeys(new Float64Array(prompts.length), prompts);
    const ordered = <T>(values: ArrayLike<T>): T[] => Array.from(order, (row) => values[row] as T);
    const inputs = {
      columns: columns.map(ordered),
      columnWeights: weights,
      trajectoryIds: ordered(requests),
    };
    const back = (flat: Float64Array): Float64Array => {
      const rows = new Float64Array(flat.length);
      order.forEach((row, i) => {
        rows[row] = flat[i] as number;
      });
      return rows;
    };
    return {
      advantages: back(estimate(specOf(record, 'dynamic_'), grouped, inputs)),
      rewards: back(estimate(sums(advantageSpec(msSwiftPresets, 'grpo')), grouped, inputs)),
    };
  },
  magnitude: magnitudeOf,
  differences: [
    {
      rule: 'float64 refused',
      because: 'Its means are float32, and writing doubles into them is an error; ours computes.',
      applies: (record) => !isSingle(record),
    },
    cancelsInFloat32(['rewards_per_func'], (record) => dynamic.run(centring(record)) as Residuals),
  ],
};

/** The rows of a record: the advantage of each and the log-probabilities of its tokens. */
function teacherRows(record: FrameworkRecord): TokenRows {
  const batch = padded(record);
  const { rows, columns, input } = batch;
  const advantages = input('advantages');
  return {
    ...flatRows(batch),
    outcomes: Array.from({ length: rows }, (_, row) => advantages[row * columns] as number),
    logprobs: input('old_log_probs'),
    teacherLogprobs: input('rollout_log_probs'),
  };
}

/** A spec whose last step has the arguments of a record. */
function withLast(spec: TokenSpec, change: Partial<TokenStep>): TokenSpec {
  const last = spec.post?.at(-1);
  return {
    ...spec,
    post: [...(spec.post ?? []).slice(0, -1), { ...last, ...change } as TokenStep],
  };
}

const withTeacher: Claim = {
  proves: 'ms-swift/on_policy_distillation',
  run: (record) => {
    const spec = tokenSpec(msSwiftPresets, 'on_policy_distillation');
    const coefficient = record.args.teacher_kl_coef as number;
    const { post: _, ...plain } = spec;
    const used = coefficient === 0 ? plain : withLast(spec, { coefficient });
    return { advantages: runTokenSpec(used, teacherRows(record)).advantages };
  },
};

const rlsd: Claim = {
  proves: 'ms-swift/rlsd',
  run: (record) => {
    const { lam, clip_range, negative_only } = record.args as {
      lam: number;
      clip_range: number;
      negative_only: boolean;
    };
    const change = { mix: lam, clip: clip_range, negativeOnly: negative_only };
    const spec = withLast(tokenSpec(msSwiftPresets, 'rlsd'), change);
    return { advantages: runTokenSpec(spec, teacherRows(record)).advantages };
  },
  trainedOnly: { advantages: 'NaN log-probabilities times the mask are NaN; ours has 0 there' },
};

/** A divergence of every trained token, as a step of rewards has it. */
const k3: TokenSpec = {
  level: 'token',
  rewards: [{ kind: 'kl', estimator: 'k3', from: 'teacher', coefficient: -1 }],
  credit: { kind: 'none' },
  missing: 'propagate',
};

const teacherKl: Claim = {
  proves: 'kl:k3',
  run: (record) => {
    const { outcomes: _, ...rows } = teacherRows(record);
    return { kl: runTokenSpec(k3, rows).advantages };
  },
};

export const msSwiftClaims: FrameworkClaims = {
  framework: 'ms-swift',
  functions: {
    compute_advantages: compute,
    compute_advantages_dynamic: dynamic,
    expand_advantage_to_per_token: withTeacher,
    apply_rlsd_reweight: rlsd,
    compute_teacher_kl_per_token: teacherKl,
  },
};
