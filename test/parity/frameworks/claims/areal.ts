import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../../ts/estimators/token/token-rows.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import { beyond } from '../beyond.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { cancelsInFloat32, isSingle } from '../float32.ts';
import { flatRows, type Padded, padded } from '../padded.ts';
import { estimate } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

/** Lambda, and what is carried from turn to turn, are float32 whatever the rewards. */
const PARTLY_SINGLE = 1e-6;

const cancels = cancelsInFloat32(['scores']);

export const arealClaims: FrameworkClaims = {
  framework: 'areal',
  functions: {
    reward_norm: {
      proves: ['areal/reward_norm', 'areal/grpo', 'areal/dr_grpo', 'areal/lite_ppo', 'areal/rloo'],
      run: (record) => {
        const scores = padded(record).input('scores');
        const spec = normSpec(record.args as unknown as NormArgs);
        return { scores: estimate(spec, groupsOf(record, scores)) };
      },
    },
    adv_norm: {
      proves: ['areal/adv_norm', 'areal/reward_norm'],
      run: (record) => ({ advantages: normalizeTokens(record) }),
      differences: [
        {
          rule: 'no trained token',
          because:
            'without a trained token it gives back what it got; ours gives 0 at masked tokens',
          applies: (record) => !padded(record).mask.includes(1),
        },
        {
          rule: 'low precision',
          because:
            'without high_precision mean and std are float32, off by a few units in the last place of the numbers; ours computes in float64',
          applies: ({ args }) => args.high_precision === false,
          within: (record, { advantages }) => ({
            advantages: lowPrecision(record, advantages as Float64Array),
          }),
          rare: true,
        },
      ],
    },
    compute_advantages: {
      proves: 'areal/actor',
      run: actor,
      differences: [
        {
          rule: 'float32 rewards',
          because:
            'it adds the bias to float32 rewards, which rounds small ones away; ours computes in float64',
          applies: ({ args }) => args.reward_bias !== 0,
          within: (record, ours, run) => cancels.within?.(withBias(record), ours, run) ?? {},
          rare: true,
        },
      ],
    },
    gae_token: gaeClaim('gae', withoutLastColumn),
    gae_turn: gaeClaim('gae_turn', asTurns),
  },
};

interface NormArgs {
  readonly mean_level: 'group' | 'batch' | null;
  readonly std_level: 'group' | 'batch' | null;
  readonly mean_leave1out: boolean;
  readonly std_unbiased: boolean;
  readonly eps: number;
}

/** The variant of the levels, with the divisor and the epsilon of the arguments. */
function normSpec({
  mean_level,
  std_level,
  mean_leave1out,
  std_unbiased,
  eps,
}: NormArgs): AdvantageSpec {
  const levels = `${mean_level ?? 'none'}/${std_level ?? 'none'}`;
  const variant = mean_leave1out && mean_level !== null ? `${levels}, leave1out` : levels;
  const isUsual = std_unbiased && eps === EPSILON;
  const spec = isUsual ? namedSpec(variant) : variantSpec(variant);
  if (spec.scale.kind !== 'std' || isUsual) return spec;
  const given = beyond({ epsilon: eps, ddof: std_unbiased ? 1 : 0 }, { epsilon: EPSILON, ddof: 1 });
  // A population std of one is what it is; only that of a sample counts as 1.
  const isMember = !std_unbiased && spec.singleton === 'raw';
  const singleton = isMember ? 'member' : spec.singleton;
  return { ...spec, scale: { ...spec.scale, ...given }, singleton };
}

/** `eps` of `NormConfig`, whose `std_unbiased` is on. */
const EPSILON = 1e-5;

/** Levels that have a name of their own, besides. */
const NAMES: Readonly<Record<string, string>> = {
  'group/group': 'grpo',
  'group/none': 'dr_grpo',
  'group/batch': 'lite_ppo',
  'group/none, leave1out': 'rloo',
};

function namedSpec(variant: string): AdvantageSpec {
  const name = NAMES[variant];
  return name === undefined ? variantSpec(variant) : (presetSpec(`areal/${name}`) as AdvantageSpec);
}

function variantSpec(variant: string): AdvantageSpec {
  const own = variant === 'group/group' ? undefined : variant;
  return presetSpec('areal/reward_norm', own) as AdvantageSpec;
}

/** Groups are given by their sizes, one after the other. */
function groupsOf({ inputs }: FrameworkRecord, values: Float64Array): GroupedRewards {
  const offsets = [0];
  for (const size of inputs.group_sizes as number[])
    offsets.push((offsets.at(-1) as number) + size);
  return GroupedRewards.fromFlat(values, offsets);
}

function gaeClaim(
  name: string,
  rowsOf: (record: FrameworkRecord, batch: Padded) => TokenRows,
): Claim {
  return {
    proves: `areal/${name}`,
    run: (record) => {
      const { discount: gamma, lambda_kind, alpha, q } = record.args;
      const batch = padded(record);
      const variant = name === 'gae' ? ADAPTIVE[lambda_kind as string] : undefined;
      const spec = presetSpec(`areal/${name}`, variant) as TokenSpec;
      const isVariants = variant !== undefined && (alpha === 0.5 || q === 0.9);
      const own = { gamma, ...(!isVariants && { lambda: lambdaOf(record) }) };
      const given = beyond(own, CREDIT);
      const credit = { ...spec.credit, ...given } as TokenSpec['credit'];
      const { advantages, returns } = runTokenSpec({ ...spec, credit }, rowsOf(record, batch));
      if (name === 'gae') {
        // The last column is what the last action led to: it has a value and no advantage.
        const values = batch.input('values');
        for (let t = batch.columns - 1; t < values.length; t += batch.columns) {
          advantages[t] = 0;
          returns[t] = values[t] as number;
        }
      }
      return { advantages, returns };
    },
    tolerance: (record) =>
      isSingle(record)
        ? 1e-5
        : record.args.lambda_kind === 'constant' && name === 'gae'
          ? 1e-9
          : PARTLY_SINGLE,
  };
}

/** Variants by the kind of lambda, whose number is what is recorded: AReaL has no default of it. */
const ADAPTIVE: Readonly<Record<string, string>> = {
  vapo: 'vapo_length_adaptive_gae',
  relative: 'relative_position_gae_lambda',
};

/** Of `cli_args.py`. */
const CREDIT = { gamma: 1, lambda: 1 };

function lambdaOf({ args }: FrameworkRecord): unknown {
  switch (args.lambda_kind) {
    case 'vapo':
      return { kind: 'length-adaptive', alpha: args.alpha };
    case 'relative':
      return { kind: 'relative-position', q: args.q };
    default:
      return args.gae_lambda;
  }
}

/** What the last column says a cut row is worth after its end. */
function bootstrapOf(record: FrameworkRecord, { rows, columns, input }: Padded): Float64Array {
  const values = input('values');
  const cut = numbers(record.inputs.seq_no_eos_mask);
  return Float64Array.from(
    { length: rows },
    (_, row) => (values[(row + 1) * columns - 1] as number) * (cut[row] as number),
  );
}

function asTurns(record: FrameworkRecord, batch: Padded): TokenRows {
  return {
    ...flatRows(batch),
    rewards: batch.input('rewards'),
    values: batch.input('values'),
    turns: numbers(record.inputs.turn_ids),
    bootstrap: bootstrapOf(record, batch),
  };
}

/**
 * Rows in which the last column is worth what it hands on and earns as much, so that it adds nothing of its own; it still
 * counts in the length of a row that is trained there.
 */
function withoutLastColumn(record: FrameworkRecord, batch: Padded): TokenRows {
  const [rewards, values] = [batch.input('rewards'), batch.input('values')];
  const bootstrap = bootstrapOf(record, batch);
  bootstrap.forEach((value, row) => {
    const last = (row + 1) * batch.columns - 1;
    if (batch.mask[last] === 0) return;
    rewards[last] = value;
    values[last] = value;
    bootstrap[row] = 0;
  });
  return { ...flatRows(batch), rewards, values, bootstrap };
}

/**
 * The trained tokens of a matrix, normalised as rewards are, each a member of the group of its row. Here a group of one is
 * one row: its std counts as 1, and nothing is left when it is left out.
 */
function normalizeTokens(record: FrameworkRecord): Float64Array {
  const batch = padded(record);
  const norm = record.args as unknown as NormArgs;
  const x = batch.input('rewards');
  if (norm.mean_level === 'batch' && norm.std_level !== 'group' && !norm.mean_leave1out)
    return batchNorm(norm, batch, x);
  const spec = normSpec(norm);
  const { groups, lone } = tokenGroups(record, batch);
  const values = GroupedRewards.from(groups.map((tokens) => tokens.map((t) => x[t] as number)));
  const centre: AdvantageSpec = {
    ...spec,
    scale: { kind: 'none' },
    singleton: norm.mean_leave1out ? 'raw' : 'member',
  };
  const centred = values.withValues(estimate(centre, values));
  if (norm.mean_leave1out && norm.mean_level === 'group')
    lone.forEach((isLone, g) => {
      if (isLone) centred.group(g).fill(0);
    });
  const divide: AdvantageSpec = {
    baseline: { kind: 'none' },
    scale: spec.scale,
    singleton: 'member',
  };
  const divided = centred.withValues(estimate(divide, centred));
  if (norm.std_level === 'group' && norm.std_unbiased)
    lone.forEach((isLone, g) => {
      if (isLone) divided.group(g).set(centred.group(g).map((value) => value / (1 + norm.eps)));
    });
  const out = new Float64Array(x.length);
  groups.flat().forEach((t, i) => {
    out[t] = divided.values[i] as number;
  });
  return out;
}

/** Statistics of the whole batch are what whitening takes. */
function batchNorm(norm: NormArgs, batch: Padded, x: Float64Array): Float64Array {
  const { std_level, std_unbiased, eps } = norm;
  const spec = presetSpec('areal/adv_norm') as TokenSpec;
  const post = spec.post?.map((step): TokenStep => {
    if (step.kind !== 'whiten') return step;
    return {
      ...step,
      divide: std_level !== null,
      ddof: std_unbiased ? 1 : 0,
      epsilon: eps,
    };
  });
  return runTokenSpec({ ...spec, ...(post && { post }) }, { ...flatRows(batch), rewards: x })
    .advantages;
}

/** The trained tokens of each group of rows, and whether it is of one row. */
function tokenGroups(
  { inputs }: FrameworkRecord,
  { columns, mask }: Padded,
): { groups: number[][]; lone: boolean[] } {
  const sizes = inputs.group_sizes as number[];
  let next = 0;
  const groups = sizes.map((size) => {
    const [from, to] = [next * columns, (next + size) * columns];
    next += size;
    return Array.from(mask.subarray(from, to)).flatMap((on, i) => (on === 0 ? [] : [from + i]));
  });
  return { groups, lone: sizes.map((size) => size === 1) };
}

/** The whole step of the actor: a token of a prompt stands before each row, and positions are those of the token before. */
function actor(record: FrameworkRecord): Record<string, Float64Array> {
  const { args, inputs } = record;
  const batch = padded(record);
  const spec = presetSpec('areal/actor') as TokenSpec;
  const norm = args.reward_norm as NormArgs | null;
  const shape: AdvantageSpec = {
    ...(norm ? normSpec(norm) : (presetSpec('areal/reward_norm:none/none') as AdvantageSpec)),
    reward: [
      { kind: 'add', number: args.reward_bias as number },
      { kind: 'multiply', by: args.reward_scaling as number },
      { kind: 'clip', low: -(args.reward_clip as number), high: args.reward_clip as number },
    ],
  };
  const outcomes = estimate(shape, groupsOf(record, batch.input('scores')));
  if (args.mask_no_eos_with_zero === true)
    // A row that was cut off fills all columns.
    outcomes.forEach((_, row) => {
      if (batch.mask[(row + 1) * batch.columns - 1] === 1) outcomes[row] = 0;
    });
  const rewards: readonly TokenStep[] = [
    { kind: 'outcome', place: 'last-trained' },
    {
      kind: 'kl',
      estimator: args.kl_estimator as 'k1' | 'k2' | 'k3',
      coefficient: args.kl_ctl as number,
      cap: 10,
    },
  ];
  const rows = {
    ...flatRows(batch),
    outcomes,
    values: new Float64Array(batch.mask.length),
    logprobs: batch.input('old_log_probs'),
    refLogprobs: batch.input('ref_log_probs'),
    groups: inputs.group as string[],
  };
  const credit = { ...spec.credit, gamma: args.discount, lambda: args.gae_lambda };
  const whitens = args.adv_norm !== null;
  const found = runTokenSpec(
    {
      ...spec,
      rewards,
      credit: credit as TokenSpec['credit'],
      post: whitens ? (spec.post ?? []) : [],
    },
    rows,
  );
  const { advantages: total } = runTokenSpec(
    { level: 'token', missing: 'propagate', rewards, credit: { kind: 'none' } },
    rows,
  );
  return {
    advantages: withColumn(found.advantages, batch),
    returns: withColumn(found.returns, batch),
    tot_rewards: withColumn(total, batch),
  };
}

/** A matrix with a last column of zeros, at which no token stands. */
function withColumn(values: Float64Array, { rows, columns }: Padded): Float64Array {
  const wide = new Float64Array(rows * (columns + 1));
  for (let row = 0; row < rows; row++)
    wide.set(values.subarray(row * columns, (row + 1) * columns), row * (columns + 1));
  return wide;
}

/** What float32 statistics may leave of the numbers of a group of rows, divided as they are. */
function lowPrecision(record: FrameworkRecord, advantages: Float64Array): Float64Array {
  const batch = padded(record);
  const { std_level, mean_level, mean_leave1out, eps } = record.args as unknown as NormArgs;
  const x = batch.input('rewards');
  const { groups, lone } = tokenGroups(record, batch);
  const ofGroups = std_level === 'group' || mean_level === 'group';
  const bounds = new Float64Array(x.length);
  for (const [g, tokens] of (ofGroups ? groups : [groups.flat()]).entries()) {
    const values = tokens.map((t) => x[t] as number);
    // What is left when one is left out is a difference of sums.
    const terms = mean_leave1out ? values.length : 1;
    const largest = terms * Math.max(...values.map(Math.abs));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    // Of a row that is left out itself nothing is left, and so no std.
    const nothing = ofGroups && mean_leave1out && lone[g] === true;
    const spread = nothing ? 0 : Math.sqrt(squares / values.length);
    const std = std_level === null ? 1 : spread + eps;
    for (const t of tokens)
      bounds[t] = ((4 * 2 ** -24 * largest) / std) * (1 + Math.abs(advantages[t] as number));
  }
  return bounds;
}

/** The record with the bias in its scores, among which rounding is then measured. */
function withBias(record: FrameworkRecord): FrameworkRecord {
  const bias = record.args.reward_bias as number;
  const d = Array.from(padded(record).input('scores'), (score) => score + bias);
  return {
    ...record,
    inputs: { ...record.inputs, scores: { dtype: 'float64', d } },
    args: { ...record.args, reward_bias: 0 },
  };
}
