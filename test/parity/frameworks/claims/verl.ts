import { presetSpec } from '../../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../../ts/estimators/token/token-rows.ts';
import type { TokenSpec } from '../../../../ts/estimators/token/token-spec.ts';
import { bestOfNaN } from '../best-of-nan.ts';
import { beyond } from '../beyond.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { whiteningRoundsInFloat32 } from '../float32-whitening.ts';
import { type OutcomeInputs, outcome } from '../outcome.ts';
import { flatRows, padded, rowLengths } from '../padded.ts';
import { groupTolerance, ofMaskType, SINGLE, whitenTolerance } from '../partly-single.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

/** What the float32 statistics of a batch of doubles may be off by is measured as for batches of float32. */
const singleStatistics: Difference = {
  ...cancelsInFloat32(['rewards']),
  rule: 'float32 statistics cancel',
  because: 'it takes mean and std in float32 whatever the rewards; ours computes in float64',
  applies: () => true,
};

const overflows = squaresOverflowFloat32(['rewards']);

const timesInfinity: Difference = {
  rule: 'infinity times mask',
  because:
    'it multiplies by the mask and its complement, and ∞ · 0 is NaN; ours adds what is trained',
  applies: ({ inputs }) => numbers(inputs.rewards).includes(Infinity),
  within: () => ({ returns: Infinity }),
};

export const verlClaims: FrameworkClaims = {
  framework: 'verl',
  functions: {
    grpo: {
      proves: 'verl/grpo',
      run: (record) => outcome(record, specOf('grpo', record)),
      tolerance: (record) => groupTolerance(record),
    },
    grpo_vectorized: {
      proves: 'verl/grpo_vectorized',
      run: (record) => outcome(record, specOf('grpo_vectorized', record)),
      tolerance: () => SINGLE,
      differences: [squaresOverflowFloat32(['rewards'], { always: true }), singleStatistics],
    },
    grpo_passk: {
      proves: 'verl/grpo_passk',
      run: (record) => outcome(record, specOf('grpo_passk', record)),
      differences: [bestOfNaN],
    },
    rloo: plain('rloo'),
    rloo_vectorized: plain('rloo_vectorized'),
    opo: plain('opo'),
    gpg: {
      proves: 'verl/gpg',
      run: (record) =>
        outcome(record, {
          ...specOf('gpg', record),
          post: [{ kind: 'multiply', by: 1 / (record.args.f_norm as number) }],
        }),
      tolerance: () => SINGLE,
    },
    reinforce_plus_plus_baseline: {
      ...whitened('reinforce_plus_plus_baseline'),
      differences: [
        overflows,
        {
          ...whiteningRoundsInFloat32((record) =>
            ofMaskType(specOf('reinforce_plus_plus_baseline', record), record),
          ),
          rare: true,
        },
      ],
    },
    gdpo: {
      proves: 'verl/gdpo',
      run: (record) => outcome(record, gdpoSpec(record), gdpoInputs(record)),
      tolerance: () => SINGLE,
      differences: [whiteningRoundsInFloat32(gdpoSpec, { inputsOf: gdpoInputs, always: true })],
    },
    gdpo_without_columns: {
      ...whitened('gdpo'),
      differences: [{ ...whiteningRoundsInFloat32(gdpoSpec), rare: true }],
    },
    compute_advantage_for_multi_trajectories: {
      proves: ['verl/multi_trajectories', 'verl/rloo', 'verl/gae'],
      run: runMulti,
      tolerance: (record) => {
        const keys = record.inputs.row_keys as string[];
        const groups = groupTolerance(record, (row) => rolloutOf(keys[row] as string));
        return Math.max(groups, whitenTolerance(record));
      },
      differences: [
        {
          rule: 'a6 empty last row',
          because:
            'it reads the advantage of a trajectory at the first trained token of its last row, and finds 0 in one without; ours gives all rows what the reward is worth',
          applies: (record) =>
            record.args.adv_estimator === 'grpo' && withEmptyEnd(record).includes(true),
          within: (record) => {
            const bounds = withEmptyEnd(record).map((empty) => (empty ? Infinity : 0));
            return { advantages: bounds, returns: bounds };
          },
        },
      ],
    },
    reinforce_plus_plus: {
      proves: 'verl/reinforce_plus_plus',
      run: (record) => tokens(record, 'reinforce_plus_plus', { gamma: record.args.gamma }),
      tolerance: whitenTolerance,
      differences: [timesInfinity, overflows],
    },
    remax: {
      proves: 'verl/remax',
      run: (record) =>
        tokens(record, 'remax', {}, { baselines: padded(record).input('reward_baselines') }),
    },
    gae: {
      proves: 'verl/gae',
      run: gae,
      tolerance: whitenTolerance,
      differences: [
        timesInfinity,
        overflows,
        { ...cancelsInFloat32(['rewards', 'values']), rare: true },
      ],
    },
    optimal_token_baseline: optimalBaseline('optimal_token_baseline'),
    tir_optimal_token_baseline: optimalBaseline('tir_optimal_token_baseline'),
  },
};

/** Of `compute_grpo_outcome_advantage`, and of `trainer/config/algorithm.py`. */
const EPSILON = { epsilon: 1e-6 };
const CREDIT = { gamma: 1, lambda: 1 };

/** The spec of a preset for the arguments of a record. */
function specOf(name: string, { args }: FrameworkRecord): AdvantageSpec {
  const { norm_adv_by_std_in_grpo: divides = true, epsilon } = args;
  const variant = divides ? undefined : 'norm_adv_by_std_in_grpo=False';
  const spec = presetSpec(`verl/${name}`, variant) as AdvantageSpec;
  if (spec.scale.kind !== 'std') return spec;
  return { ...spec, scale: { ...spec.scale, ...beyond({ epsilon: epsilon as number }, EPSILON) } };
}

function gdpoSpec(record: FrameworkRecord): AdvantageSpec {
  return ofMaskType(specOf('gdpo', record), record);
}

function gdpoInputs({ inputs, args }: FrameworkRecord): OutcomeInputs {
  const columns = Object.values(inputs.columns as object).map((column) =>
    numbers(column, inputs.dtype as string),
  );
  return { columns, ...(args.weights ? { columnWeights: args.weights as number[] } : {}) };
}

function plain(name: string): Claim {
  return {
    proves: `verl/${name}`,
    run: (record) => outcome(record, specOf(name, record)),
  };
}

function whitened(name: string): Claim {
  return {
    proves: `verl/${name}`,
    run: (record) => outcome(record, ofMaskType(specOf(name, record), record)),
    tolerance: (record) => Math.max(groupTolerance(record), whitenTolerance(record)),
  };
}

/** A token-level preset with other numbers in its credit. */
function tokens(
  record: FrameworkRecord,
  name: string,
  credit: Readonly<Record<string, unknown>>,
  rows: Partial<TokenRows> = {},
): Record<string, Float64Array> {
  const spec = ofMaskType(presetSpec(`verl/${name}`) as TokenSpec, record);
  const batch = padded(record);
  return {
    ...runTokenSpec(
      { ...spec, credit: { ...spec.credit, ...beyond(credit, CREDIT) } as TokenSpec['credit'] },
      { ...flatRows(batch), rewards: batch.input('rewards'), ...rows },
    ),
  };
}

function gae(record: FrameworkRecord): Record<string, Float64Array> {
  const { gamma, lam: lambda } = record.args;
  return tokens(record, 'gae', { gamma, lambda }, { values: padded(record).input('values') });
}

function optimalBaseline(name: string): Claim {
  return {
    proves: `verl/${name}`,
    run: (record) => {
      const batch = padded(record);
      const { handle_zero_tail: zeroTail, use_is_weights: weighs } = record.args;
      return tokens(
        record,
        name,
        { zeroTail },
        {
          groups: record.inputs.group as string[],
          logprobs: batch.input('old_log_probs'),
          sumPiSquared: batch.input('sum_pi_squared'),
          ...(weighs ? { rolloutWeights: batch.input('is_weights') } : {}),
        },
      );
    },
  };
}

/** Rows of one trajectory stand in the order of their numbers; the other estimators count every row. */
function runMulti(record: FrameworkRecord): Record<string, Float64Array> {
  const { adv_estimator: name } = record.args;
  if (name === 'gae') return gae(record);
  if (name === 'rloo') return outcome(record, presetSpec('verl/rloo') as AdvantageSpec);
  const keys = record.inputs.row_keys as string[];
  return outcome(record, specOf('multi_trajectories', record), {
    trajectoryIds: keys.map(rolloutOf),
    rank: keys.map(numberOf),
  });
}

function rolloutOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_'));
}

function numberOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('_') + 1));
}

/** The rows whose trajectory ends in a row without a trained token. */
function withEmptyEnd(record: FrameworkRecord): boolean[] {
  const keys = record.inputs.row_keys as string[];
  const lengths = rowLengths(padded(record));
  return keys.map((key) => {
    const others = keys.flatMap((other, i) => (rolloutOf(other) === rolloutOf(key) ? [i] : []));
    others.sort((i, j) => numberOf(keys[i] as string) - numberOf(keys[j] as string));
    return lengths[others.at(-1) as number] === 0;
  });
}
