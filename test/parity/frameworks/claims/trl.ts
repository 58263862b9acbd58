import { trlPresets } from '../../../../ts/estimators/presets/trl.ts';
import type { AdvantageSpec, RewardStep } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import { beyond } from '../beyond.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { columnGains } from '../column-gains.ts';
import { largest } from '../compare-fields.ts';
import { equalGroups } from '../equal-groups.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { advantageSpec, estimate, tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

/** Rewards by function, NaN where there is none, as the framework holds them. */
function columnsOf({ inputs }: FrameworkRecord, hold: (x: number) => number): Float64Array[] {
  const given = inputs.rewards_per_func as (number | string | null)[][];
  return given.map((column) =>
    Float64Array.from(column, (x) => hold(x === null ? Number.NaN : Number(x))),
  );
}

const largestReward = (record: FrameworkRecord): number => largest(columnsOf(record, Math.fround));

const infinite: Difference = {
  rule: 'infinities',
  because:
    'NaN becomes 0 and infinities the largest float32, also those that rewards beyond float32 turn into; ours follow the arithmetic.',
  applies: (record) =>
    columnsOf(record, Math.fround)
      .flatMap((c) => [...c])
      .some((x) => Math.abs(x) === Infinity),
};

const overflows = squaresOverflowFloat32(['rewards_per_func']);

interface Rewards {
  readonly grouped: GroupedRewards;
  readonly columns: Float64Array[];
  readonly columnWeights: number[];
}

function rewardsOf(record: FrameworkRecord): Rewards {
  const columns = columnsOf(record, Math.fround);
  const { num_generations: size, reward_weights: weights } = record.inputs as {
    num_generations: number;
    reward_weights: number[];
  };
  const grouped = equalGroups(new Float64Array(columns[0]?.length ?? 0), size);
  return { grouped, columns, columnWeights: weights.map(Math.fround) };
}

function run(
  record: FrameworkRecord,
  spec: AdvantageSpec,
  inputs: { readonly kl?: Float64Array } = {},
): Float64Array {
  const { grouped, ...rewards } = rewardsOf(record);
  return estimate(spec, grouped, { ...rewards, ...inputs });
}

const METRICS = { metrics: 'what the trainer logs of rewards and KL' };

function grpoSpec({ args }: FrameworkRecord): AdvantageSpec {
  if (args.multi_objective_aggregation === 'normalize_then_sum')
    return advantageSpec(trlPresets, 'gdpo');
  const scale = args.scale_rewards as string;
  return advantageSpec(
    trlPresets,
    'grpo',
    scale === 'group' ? undefined : `scale_rewards=${scale}`,
  );
}

/** What is divided into the advantages of a record. */
function undivided(
  record: FrameworkRecord,
  ours: Readonly<Record<string, unknown>>,
): { advantages: Float64Array } {
  const spec = grpoSpec(record);
  if (spec.columns?.combine !== 'normalize-then-sum') {
    const centred = advantageSpec(trlPresets, 'grpo', 'scale_rewards=none');
    return { advantages: run(record, centred) };
  }
  const { grouped, columns, columnWeights } = rewardsOf(record);
  const gains = columnGains(spec, grouped, columns, columnWeights);
  return {
    advantages: (ours.advantages as Float64Array).map((a, i) => a / (gains[i] as number)),
  };
}

const grpo: Claim = {
  proves: ['trl/grpo', 'trl/gdpo'],
  run: (record) => ({ advantages: run(record, grpoSpec(record)) }),
  leftOut: METRICS,
  magnitude: (record) => (grpoSpec(record).scale.kind === 'none' ? largestReward(record) : 1),
  differences: [infinite, overflows, cancelsInFloat32(['rewards_per_func'], undivided)],
};

/** log π − log π_ref of each row's completion. */
function sequenceKl({ inputs }: FrameworkRecord): Float64Array {
  const [rows = 0, columns = 0] = (inputs.mask as { shape: readonly number[] }).shape;
  const mask = numbers(inputs.mask);
  const old = numbers(inputs.old_per_token_logps);
  const ref = numbers(inputs.ref_per_token_logps);
  const perToken = old.map((x, i) => (x - (ref[i] as number)) * (mask[i] as number));
  return Float64Array.from({ length: rows }, (_, row) =>
    perToken.subarray(row * columns, (row + 1) * columns).reduce((sum, x) => sum + x, 0),
  );
}

function rlooSpec({ args }: FrameworkRecord, normalize: boolean): AdvantageSpec {
  const clip = args.reward_clip_range as readonly [number, number] | null;
  const reward: RewardStep[] = [];
  if (clip) reward.push({ kind: 'clip', low: clip[0], high: clip[1] });
  if (args.beta !== 0) reward.push({ kind: 'kl', coefficient: args.beta as number });
  const variant = normalize ? 'normalize_advantages=True' : undefined;
  return { ...advantageSpec(trlPresets, 'rloo', variant), reward };
}

const rloo: Claim = {
  proves: 'trl/rloo',
  run: (record) => {
    const spec = rlooSpec(record, record.args.normalize_advantages === true);
    return { advantages: run(record, spec, { kl: sequenceKl(record) }) };
  },
  leftOut: METRICS,
  magnitude: (record) => (record.args.normalize_advantages === true ? 1 : largestReward(record)),
  differences: [
    infinite,
    overflows,
    cancelsInFloat32(['rewards_per_func'], (record) => ({
      advantages: run(record, rlooSpec(record, false), { kl: sequenceKl(record) }),
    })),
  ],
};

const asyncGrpo: Claim = {
  proves: 'trl/async_grpo',
  run: (record) => {
    const columns = columnsOf(record, (x) => x);
    const count = columns[0]?.length ?? 0;
    const group = GroupedRewards.fromFlat(new Float64Array(count), [0, count]);
    return { advantages: estimate(advantageSpec(trlPresets, 'async_grpo'), group, { columns }) };
  },
  leftOut: { reward_mean: 'what the worker logs', reward_std: 'what the worker logs' },
  magnitude: () => 1,
};

const optimalValue: Claim = {
  proves: 'trl/a2po',
  run: ({ inputs, args }) => {
    const rewards = inputs.rewards as (number | string)[][];
    const groups = rewards.map((group) => group.map((r) => Math.fround(Number(r))));
    const temperature = args.beta1 as number;
    const spec = {
      ...advantageSpec(trlPresets, 'a2po'),
      baseline: { kind: 'log-mean-exp', temperature },
    } as const;
    const grouped = GroupedRewards.from(groups);
    const advantages = grouped.withValues(estimate(spec, grouped)).toArrays();
    // What is subtracted of a reward that is finite.
    const vStar = groups.map((group, g) => {
      const at = Math.max(group.findIndex(Number.isFinite), 0);
      return (group[at] as number) - (advantages[g]?.[at] as number);
    });
    return { v_star: vStar };
  },
  // It takes the logarithm of how many there are off another one.
  magnitude: ({ inputs, args }) => {
    const { length } = (inputs.rewards as number[][])[0] ?? [];
    return Math.max(largest(inputs.rewards), (args.beta1 as number) * Math.log(length ?? 1));
  },
};

/** Of `ppo_config.py`. */
const PPO_KL = { coefficient: 0.05, estimator: 'k1' };
const PPO_CREDIT = { gamma: 1, lambda: 0.95 };

function ppoSpec({ args }: FrameworkRecord): TokenSpec {
  const { gamma, lam, kl_coef, kl_estimator, whiten_rewards } = args as {
    gamma: number;
    lam: number;
    kl_coef: number;
    kl_estimator: 'k1' | 'k3';
    whiten_rewards: boolean;
  };
  const spec = tokenSpec(trlPresets, 'ppo', whiten_rewards ? 'whiten_rewards=True' : undefined);
  const step = (known: TokenStep): TokenStep =>
    known.kind === 'kl'
      ? { ...known, ...beyond({ coefficient: kl_coef, estimator: kl_estimator }, PPO_KL) }
      : known;
  return {
    ...spec,
    rewards: (spec.rewards ?? []).map(step),
    credit: {
      ...spec.credit,
      ...beyond({ gamma, lambda: lam }, PPO_CREDIT),
    } as TokenSpec['credit'],
  };
}

const ppo: Claim = {
  proves: 'trl/ppo',
  run: (record) => {
    const { inputs } = record;
    const [rows = 0, time = 0] = (inputs.logprobs as { shape: readonly number[] }).shape;
    const last = inputs.sequence_lengths as readonly number[];
    const scores = numbers(inputs.scores);
    // Rows end one token after the last trained one, where there is room.
    const lengths = last.map((length) => Math.min(length + 2, time));
    const places = lengths.flatMap((length, row) =>
      Array.from({ length }, (_, t) => row * time + t),
    );
    const pick = (name: string): number[] => {
      const all = numbers(inputs[name]);
      return places.map((place) => all[place] as number);
    };
    const tokens = {
      offsets: [
        0,
        ...lengths.map((_, row) => lengths.slice(0, row + 1).reduce((a, b) => a + b, 0)),
      ],
      mask: places.map((place) => place % time <= (last[Math.floor(place / time)] as number)),
      rewards: places.map((place) => {
        const row = Math.floor(place / time);
        return place % time === (lengths[row] as number) - 1 ? (scores[row] as number) : 0;
      }),
      logprobs: pick('logprobs'),
      refLogprobs: pick('ref_logprobs'),
      values: pick('values'),
    };
    const pad = (flat: Float64Array): Float64Array => {
      const padded = new Float64Array(rows * time);
      places.forEach((place, i) => {
        padded[place] = flat[i] as number;
      });
      return padded;
    };
    const spec = ppoSpec(record);
    const { advantages, returns } = runTokenSpec(spec, tokens);
    const rewarded: TokenSpec = { ...spec, credit: { kind: 'none' }, post: [] };
    const rewards = runTokenSpec(rewarded, { ...tokens }).advantages;
    return { advantages: pad(advantages), returns: pad(returns), rewards: pad(rewards) };
  },
  magnitude: ({ inputs }) => Math.max(1, largest(inputs.scores)),
  differences: [
    {
      rule: 'one trained token',
      because: 'One trained token has no sample variance, and whitening gives NaN; ours refuses.',
      applies: ({ inputs }) => {
        const trained = (inputs.sequence_lengths as number[]).map((last) => last + 1);
        return trained.reduce((sum, n) => sum + n, 0) === 1;
      },
    },
    cancelsInFloat32(['scores', 'values']),
  ],
};

export const trlClaims: FrameworkClaims = {
  framework: 'trl',
  functions: {
    grpo_advantages: grpo,
    rloo_advantages: rloo,
    async_grpo_advantages: asyncGrpo,
    a2po_optimal_value: optimalValue,
    ppo_gae: ppo,
  },
};
