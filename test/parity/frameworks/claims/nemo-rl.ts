import { nemoRlPresets } from '../../../../ts/estimators/presets/nemo-rl.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../../ts/estimators/token/token-rows.ts';
import type {
  GaeCredit,
  TokenSpec,
  TokenStep,
} from '../../../../ts/estimators/token/token-spec.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { largest } from '../compare-fields.ts';
import { cancelsInFloat32, isSingle } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { varianceRounds } from '../nemo-rl-variance.ts';
import { byGroup, flatRows, padded, rowLengths, spreadRows } from '../padded.ts';
import { advantageSpec, estimate, tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

const groupsOf = ({ inputs }: FrameworkRecord): readonly string[] =>
  inputs.group as readonly string[];

/** The flags of a record that are not as the preset has them, as its variants are named. */
function variantOf(
  { args }: FrameworkRecord,
  ...flags: [name: string, own: boolean][]
): string | undefined {
  const changed = flags
    .filter(([name, own]) => (args[name] as boolean) !== own)
    .map(([name, own]) => `${name}=${own ? 'False' : 'True'}`);
  return changed.length === 0 ? undefined : changed.join(', ');
}

const FLAGS: [string, boolean][] = [
  ['use_leave_one_out_baseline', true],
  ['normalize_rewards', true],
];

/** Estimates rows; each of its tokens, trained or not, gets what its row does. */
function everywhere(
  record: FrameworkRecord,
  spec: AdvantageSpec,
  columns?: readonly Float64Array[],
): Float64Array {
  const batch = padded(record);
  const lengths = rowLengths(batch);
  const weights = record.args.reward_weights as readonly number[] | null | undefined;
  const rows = byGroup(batch.input('scores'), groupsOf(record), (grouped, order) => {
    const ordered = (values: ArrayLike<number>): number[] =>
      Array.from(order, (row) => values[row] as number);
    return estimate(spec, grouped, {
      lengths: ordered(lengths),
      ...(columns && { columns: columns.map(ordered) }),
      ...(columns && weights && { columnWeights: weights }),
    });
  });
  return spreadRows(batch, rows, { everywhere: true });
}

const doublesRefused: Difference = {
  rule: 'float64 refused',
  because:
    'Its group statistics multiply by float32 matrices, which doubles do not; ours computes.',
  applies: (record) => !isSingle(record),
};

const infinityTimesZero: Difference = {
  rule: 'infinity times 0',
  because:
    'It leaves out by a factor of 0, and an infinite reward times 0 is NaN; ours adds only what counts.',
  applies: (record) => [...padded(record).input('scores')].includes(Infinity),
};

const grpo: Claim = {
  proves: 'nemo-rl/grpo',
  run: (record) => ({
    advantages: everywhere(
      record,
      advantageSpec(nemoRlPresets, 'grpo', variantOf(record, ...FLAGS)),
    ),
  }),
  magnitude: (record) =>
    record.args.normalize_rewards === true ? 1 : largest(record.inputs.scores),
  differences: [
    doublesRefused,
    varianceRounds((record) => [padded(record).input('scores')], 'advantages'),
  ],
};

/** Columns by the alphabetical order of their names. */
function columnsOf({ inputs }: FrameworkRecord): Float64Array[] {
  const columns = inputs.columns as Readonly<Record<string, unknown>>;
  const names = Object.keys(columns).sort();
  return names.map((name) => numbers(columns[name], inputs.dtype as string));
}

const gdpo: Claim = {
  proves: 'nemo-rl/gdpo',
  run: (record) => ({
    advantages: everywhere(
      record,
      advantageSpec(nemoRlPresets, 'gdpo', variantOf(record, ...FLAGS)),
      columnsOf(record),
    ),
  }),
  magnitude: () => 1,
  differences: [doublesRefused, varianceRounds(columnsOf, 'whitened')],
};

function tokensOf(record: FrameworkRecord): TokenRows {
  const batch = padded(record);
  return {
    ...flatRows(batch),
    outcomes: batch.input('scores'),
    groups: groupsOf(record),
    logprobs: batch.input('old_log_probs'),
    refLogprobs: batch.input('ref_log_probs'),
    values: batch.input('values'),
  };
}

/** A spec with the divergence of a record. */
function withKl(spec: TokenSpec, { args }: FrameworkRecord): TokenSpec {
  const step = (known: TokenStep): TokenStep =>
    known.kind === 'kl'
      ? {
          ...known,
          estimator: args.reference_policy_kl_type as 'k1' | 'k2' | 'k3',
          coefficient: args.reference_policy_kl_penalty as number,
        }
      : known;
  return { ...spec, rewards: (spec.rewards ?? []).map(step) };
}

function plusPlusSpec(record: FrameworkRecord): TokenSpec {
  const variant = variantOf(record, ['minus_baseline', true], ['use_kl_in_reward', false]);
  return withKl(tokenSpec(nemoRlPresets, 'reinforce_plus_plus', variant), record);
}

/** What whitening tokens divides: they less their mean. */
function undivided(record: FrameworkRecord, spec: TokenSpec): { advantages: Float64Array } {
  const post = (spec.post ?? []).map((step) =>
    step.kind === 'whiten' ? { ...step, divide: false } : step,
  );
  return { advantages: runTokenSpec({ ...spec, post }, tokensOf(record)).advantages };
}

const plusPlus: Claim = {
  proves: 'nemo-rl/reinforce_plus_plus',
  run: (record) => ({
    advantages: runTokenSpec(plusPlusSpec(record), tokensOf(record)).advantages,
  }),
  magnitude: () => 1,
  differences: [
    {
      ...doublesRefused,
      applies: (record) => !isSingle(record) && record.args.minus_baseline === true,
    },
    squaresOverflowFloat32(['scores']),
    cancelsInFloat32(['scores'], (record) => undivided(record, plusPlusSpec(record))),
  ],
};

const rawReward: Claim = {
  proves: 'nemo-rl/raw_reward',
  run: (record) => {
    const variant = variantOf(record, ['normalize_advantages', false]);
    const spec = advantageSpec(nemoRlPresets, 'raw_reward', variant);
    return { advantages: everywhere(record, spec), returns: null };
  },
  trainedOnly: {
    advantages:
      'without a trained token the others have a mean of 0 and the least variance; ours NaN',
  },
  magnitude: (record) =>
    record.args.normalize_advantages === true ? 1 : largest(record.inputs.scores),
  differences: [
    squaresOverflowFloat32(['scores']),
    cancelsInFloat32(['scores'], (record) =>
      undivided(record, tokenSpec(nemoRlPresets, 'reinforce_plus_plus', 'minus_baseline=False')),
    ),
  ],
};

interface GaeArgs {
  readonly gae_lambda: number;
  readonly gae_gamma: number;
  readonly gae_lambda_value: number | null;
  readonly gae_lambda_policy: number | null;
  readonly length_adaptive_alpha: number;
}

function creditOf(credit: TokenSpec['credit'], record: FrameworkRecord): GaeCredit {
  const args = record.args as unknown as GaeArgs;
  const { gae_lambda: own, length_adaptive_alpha: alpha } = args;
  return {
    ...(credit as GaeCredit),
    gamma: args.gae_gamma,
    lambda: alpha > 0 ? { kind: 'length-adaptive', alpha } : (args.gae_lambda_policy ?? own),
    valueLambda: args.gae_lambda_value ?? own,
  };
}

const gae: Claim = {
  proves: 'nemo-rl/gae',
  run: (record) => {
    const variant = variantOf(record, ['use_kl_in_reward', false], ['normalize_advantages', true]);
    const { credit, ...spec } = withKl(tokenSpec(nemoRlPresets, 'gae', variant), record);
    return { ...runTokenSpec({ ...spec, credit: creditOf(credit, record) }, tokensOf(record)) };
  },
  trainedOnly: { returns: 'what is carried over other tokens, and their values' },
  differences: [
    infinityTimesZero,
    {
      rule: 'one trained token',
      because:
        'Its variance is that of rounding times infinity: NaN or infinite by chance; ours has 0 or NaN.',
      applies: (record) =>
        record.args.normalize_advantages === true &&
        padded(record).mask.filter((on) => on !== 0).length === 1,
    },
    {
      rule: 'λ in float32',
      because: 'A λ by length is float32 in a batch of doubles; ours is a double.',
      applies: (record) =>
        !isSingle(record) && (record.args as unknown as GaeArgs).length_adaptive_alpha > 0,
      within: (record) => ({
        advantages:
          4 * 2 ** -24 * Math.max(1, largest(record.inputs.scores), largest(record.inputs.values)),
      }),
    },
    squaresOverflowFloat32(['scores']),
  ],
};

const opd: Claim = {
  proves: 'nemo-rl/opd',
  run: (record) => {
    const { outcomes: _, refLogprobs, ...rows } = tokensOf(record);
    const spec = tokenSpec(nemoRlPresets, 'opd');
    const tokens = { ...rows, ...(refLogprobs && { teacherLogprobs: refLogprobs }) };
    return { advantages: runTokenSpec(spec, tokens).advantages };
  },
  leftOut: { metrics: 'what it logs: the mean gap, mean and std of the advantages' },
};

/** Baseline and std of each row: for those that are not valid, of all that are. */
function baselines(record: FrameworkRecord): { baseline: Float64Array; std: Float64Array } {
  const scores = padded(record).input('scores');
  const valid = padded(record).input('valid');
  const keys = groupsOf(record);
  const rows = Array.from(scores.keys()).filter((row) => valid[row] !== 0);
  const leavesOut = record.args.leave_one_out_baseline === true;
  const preset = advantageSpec(
    nemoRlPresets,
    'grpo',
    leavesOut ? undefined : 'use_leave_one_out_baseline=False',
  );
  const run = (spec: AdvantageSpec, shift = 0): Map<number, number> => {
    const rewards = rows.map((row) => (scores[row] as number) + shift);
    const found = byGroup(
      rewards,
      rows.map((row) => keys[row]),
      (grouped) => estimate(spec, grouped),
    );
    return new Map(rows.map((row, i) => [row, found[i] as number]));
  };
  const residuals = run({ ...preset, scale: { kind: 'none' } });
  const fromMean = run({
    ...preset,
    baseline: { kind: 'mean', scope: 'group' },
    scale: { kind: 'none' },
  });
  // A std does not change when all rewards move, and is told by what a reward above 0 becomes.
  const above = 1 + largest(scores);
  const without = { epsilon: 0, zeroVariance: 'zero', tooFew: 'zero' } as const;
  const scaled = run(
    {
      ...preset,
      baseline: { kind: 'none' },
      scale: { ...preset.scale, ...without },
    } as AdvantageSpec,
    above,
  );
  const stdOf = (row: number): number =>
    scaled.get(row) === 0 ? 0 : ((scores[row] as number) + above) / (scaled.get(row) as number);
  const result = { baseline: scores.slice(), std: new Float64Array(scores.length) };
  keys.forEach((key, row) => {
    const peers = rows.filter((other) => keys[other] === key);
    if (peers.length < 2) return;
    const isValid = valid[row] !== 0;
    const at = isValid ? row : (peers[0] as number);
    const residual = (isValid ? residuals : fromMean).get(at) as number;
    result.baseline[row] = (scores[at] as number) - residual;
    result.std[row] = stdOf(at);
  });
  return result;
}

const stdRounds = varianceRounds((record) => [padded(record).input('scores')], 'std');

const statistics: Claim = {
  proves: ['nemo-rl/grpo', 'nemo-rl/reinforce_plus_plus'],
  run: (record) => ({ ...baselines(record) }),
  differences: [
    doublesRefused,
    {
      rule: 'NaN std',
      because:
        'A std that is NaN becomes 0, which divides nothing; ours is NaN, as the baseline is.',
      applies: (record) => [...padded(record).input('scores')].some(Number.isNaN),
    },
    {
      rule: 'leave-one-out of a row that is not valid',
      because:
        'A row that is not valid leaves out nothing, and is divided by one too few; ours is the mean and std of those that are.',
      applies: ({ args }) => args.leave_one_out_baseline === true,
      within: (record, ours, run) => {
        const { std = [] } = stdRounds.within?.(record, ours, run) ?? {};
        const valid = padded(record).input('valid');
        return {
          baseline: valid.map((on) => (on === 0 ? Infinity : 0)),
          std: valid.map((on, row) => (on === 0 ? Infinity : ((std as number[])[row] ?? 0))),
        };
      },
    },
    stdRounds,
  ],
};

export const nemoRlClaims: FrameworkClaims = {
  framework: 'nemo-rl',
  functions: {
    grpo,
    gdpo,
    reinforce_plus_plus: plusPlus,
    raw_reward: rawReward,
    gae,
    opd,
    calculate_baseline_and_std_per_prompt: statistics,
  },
};
