import { describe, expect, it } from 'vitest';
import type { EstimatorOptions } from '../../ts/estimators/adv-estimator.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { presetSpec } from '../../ts/estimators/presets/preset-registry.ts';
import { runAdvEstimator } from '../../ts/estimators/run-adv-estimator.ts';
import type { AdvantageSpec } from '../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec } from '../../ts/estimators/token/token-spec.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import survey from './survey-numbers.json' with { type: 'json' };

/**
 * What the frameworks' own functions gave for four small groups: A of binary rewards, B of fractions, C constant, D of
 * one. The numbers are printed with six decimals, of float32 in some frameworks.
 */
const { rewards, lengths, groups } = survey;
const printed: Readonly<Record<string, readonly number[]>> = survey.advantages;

/** What a call has beside the rewards, and fields of the spec that it changes. */
type Call = EstimatorOptions & { readonly change?: Partial<AdvantageSpec> };

type Row = readonly [label: string, name: string, call?: Call];

/** By the label of the numbers: what gives them. A preset of tokens is run on rows that have the outcome at their end. */
const table: readonly Row[] = [
  ['verl grpo', 'verl/grpo'],
  ['verl grpo', 'verl/grpo_vectorized'],
  ['verl grpo std=False', 'verl/grpo:norm_adv_by_std_in_grpo=False'],
  ['verl rf++-baseline', 'verl/reinforce_plus_plus_baseline'],
  [
    'verl rf++-baseline, D of length 4',
    'verl/reinforce_plus_plus_baseline',
    { lengths: [...lengths.slice(0, -1), 4] },
  ],
  ['verl rloo', 'verl/rloo'],
  ['verl rloo_vectorized', 'verl/rloo_vectorized'],
  ['verl opo', 'verl/opo'],
  ['verl rf++ (gamma1)', 'verl/reinforce_plus_plus'],
  ['verl gpg', 'verl/gpg'],
  ['verl grpo_passk (no D)', 'verl/grpo_passk'],
  ['rllm grpo', 'grpo'],
  ['rllm grpo std=False', 'grpo', { normAdvByStdInGrpo: false }],
  ['rllm reinforce', 'reinforce'],
  ['rllm rf++-baseline', 'reinforce_plus_plus_baseline'],
  ['rllm prpo', 'prpo'],
  ['rllm rloo', 'rloo'],
  ['rllm PR743 pkpo k=1', 'rllm/pkpo', { change: { credit: { kind: 'max-at-k', k: 1 } } }],
  ['rllm PR743 pkpo k=2', 'rllm/pkpo', { change: { credit: { kind: 'max-at-k', k: 2 } } }],
  ['rllm PR743 pkpo k=3', 'rllm/pkpo', { change: { credit: { kind: 'max-at-k', k: 3 } } }],
  ['skyrl compute_grpo_outcome_advantage', 'skyrl/grpo'],
  ['skyrl compute_rloo_outcome_advantage', 'skyrl/rloo'],
  ['skyrl compute_maxrl_advantage', 'skyrl/maxrl'],
  ['nemo grpo loo=True norm=True', 'nemo-rl/grpo'],
  ['nemo grpo loo=True norm=False', 'nemo-rl/grpo:normalize_rewards=False'],
  ['nemo grpo loo=False norm=True', 'nemo-rl/grpo:use_leave_one_out_baseline=False'],
  [
    'nemo grpo loo=False norm=False',
    'nemo-rl/grpo:use_leave_one_out_baseline=False, normalize_rewards=False',
  ],
  ['nemo rf++ minus_baseline=True', 'nemo-rl/reinforce_plus_plus'],
  ['nemo rf++ minus_baseline=False', 'nemo-rl/reinforce_plus_plus:minus_baseline=False'],
  ['areal reward_norm group/group', 'areal/grpo'],
  ['areal reward_norm group/batch (LitePPO)', 'areal/lite_ppo'],
  ['areal reward_norm group/none (DrGRPO)', 'areal/dr_grpo'],
  ['areal reward_norm group/none loo (RLOO)', 'areal/rloo'],
  ['areal reward_norm batch/batch', 'areal/reward_norm:batch/batch'],
  ['swift grpo/group (dynamic path)', 'ms-swift/grpo'],
  ['swift grpo/batch (dynamic path)', 'ms-swift/grpo:scale_rewards=batch'],
  ['swift grpo/none (dynamic path)', 'ms-swift/grpo:scale_rewards=none'],
  ['swift rloo/none (dynamic path)', 'ms-swift/rloo'],
  ['swift reinforce_plus_plus/batch (dynamic path)', 'ms-swift/reinforce_plus_plus'],
];

const columns = [
  [1, 0, 0, 1],
  [0.2, 0.9, 0.1, 0.8],
] as const;

const columnTable: readonly Row[] = [
  ['GDPO swift (4x2)', 'ms-swift/gdpo'],
  ['GRPO swift sum (4x2)', 'ms-swift/grpo'],
  ['GDPO nemo (4x2,loo off)', 'nemo-rl/gdpo:use_leave_one_out_baseline=False'],
  ['GDPO verl (4x2, lens 2,4,6,3)', 'verl/gdpo', { lengths: [2, 4, 6, 3] }],
];

/** Half a unit of the last digit; one unit where the framework computed in float32. */
const digits = (label: string): number => (/^(swift|nemo|GDPO nemo)/.test(label) ? 1e-6 : 0.5e-6);

function expectPrinted(ours: ArrayLike<number>, label: string): void {
  const numbers = printed[label] as readonly number[];
  expect(ours).toHaveLength(numbers.length);
  numbers.forEach((number, i) => {
    const off = Math.abs((ours[i] as number) - number);
    expect(off, `${label}[${i}]: ${ours[i]} for ${number}`).toBeLessThanOrEqual(
      digits(label) + 1e-12,
    );
  });
}

/** The last entries are left out where the numbers leave them out. */
function estimate(
  name: string,
  many: number,
  { change, ...options }: Call = {},
): ArrayLike<number> {
  const spec = name.includes('/') ? presetSpec(name) : {};
  if ('level' in spec) return estimateTokens(spec as TokenSpec, many);
  const changed = { ...spec, ...change } as AdvantageSpec;
  const estimator = change ? defineEstimator({ title: name, source: name, spec: changed }) : name;
  const { grouped } = GroupedRewards.fromKeys(rewards.slice(0, many), groups.slice(0, many));
  const call = { lengths: lengths.slice(0, many), ...options };
  return runAdvEstimator(estimator, grouped, call).advantages.values;
}

/** Rows whose reward stands at the last token; every token of a row gets the same. */
function estimateTokens(spec: TokenSpec, many: number): number[] {
  const offsets = [0];
  for (const length of lengths.slice(0, many)) offsets.push((offsets.at(-1) as number) + length);
  const perToken = new Float64Array(offsets.at(-1) as number);
  for (let row = 0; row < many; row++)
    perToken[(offsets[row + 1] as number) - 1] = rewards[row] as number;
  const { advantages } = runTokenSpec(spec, { offsets, rewards: perToken, groups });
  return Array.from({ length: many }, (_, row) => {
    const tokens = advantages.subarray(offsets[row], offsets[row + 1]);
    for (const token of tokens) expect(token).toBeCloseTo(tokens[0] as number, 12);
    return tokens[0] as number;
  });
}

const named = (rows: readonly Row[]): { label: string; name: string; call: Call | undefined }[] =>
  rows.map(([label, name, call]) => ({ label, name, call }));

describe('the numbers of the survey of frameworks', () => {
  it.each(named(table))('$label is what $name gives', ({ label, name, call }) => {
    const many = printed[label]?.length as number;
    expectPrinted(estimate(name, many, call), label);
  });

  it.each(named(columnTable))(
    '$label, of two columns, is what $name gives',
    ({ label, name, call }) => {
      const sums = columns[0].map((first, i) => first + (columns[1][i] as number));
      const result = runAdvEstimator(name, [sums], { columns, ...call });
      expectPrinted(result.advantages.values, label);
    },
  );

  it('are all there', () => {
    const used = [...table, ...columnTable].map(([label]) => label);
    expect(Object.keys(printed).filter((label) => !used.includes(label))).toEqual([]);
  });
});

describe('the numbers of the survey, of tokens', () => {
  const row = { offsets: [0, 4], mask: [1, 1, 0, 1], rewards: [0, 0, 0, 1] };
  const values = [0.1, 0.2, 0.3, 0.4];
  const unwhitened = (name: string, change: object): TokenSpec => {
    const { credit } = presetSpec(name) as TokenSpec;
    return { level: 'token', credit: { ...credit, ...change } as TokenSpec['credit'] };
  };
  const expectNear = (ours: Float64Array, numbers: readonly number[]): void => {
    numbers.forEach((number, i) => {
      expect(Math.abs((ours[i] as number) - number)).toBeLessThanOrEqual(0.5e-6 + 1e-12);
    });
  };

  it('GAE of verl carries over the masked token', () => {
    const spec = unwhitened('verl/gae', { gamma: 0.9, lambda: 0.8 });
    expectNear(runTokenSpec(spec, { ...row, values }).advantages, [0.50624, 0.592, 0.6, 0.6]);
  });

  it('GAE of SkyRL walks through it', () => {
    const spec = unwhitened('skyrl/gae', { gamma: 0.9, lambda: 0.8 });
    expectNear(runTokenSpec(spec, { ...row, values }).advantages, [0.385453, 0.42424, 0.492, 0.6]);
  });

  it('REINFORCE++ of verl carries over it', () => {
    const spec = unwhitened('verl/reinforce_plus_plus', { gamma: 0.9 });
    expectNear(runTokenSpec(spec, row).advantages, [0.81, 0.9, 0, 1]);
  });

  it('REINFORCE++ of SkyRL forgets at it', () => {
    const spec = presetSpec('skyrl/reinforce++') as TokenSpec;
    const post = (spec.post ?? []).filter(({ kind }) => kind !== 'whiten');
    const { credit } = unwhitened('skyrl/reinforce++', { gamma: 0.9 });
    expectNear(runTokenSpec({ level: 'token', credit, post }, row).advantages, [0, 0, 0, 1]);
  });

  it('the optimal token baseline of verl', () => {
    const logOf = (pi: readonly number[]): number[] => pi.map(Math.log);
    const { advantages } = runTokenSpec(presetSpec('verl/optimal_token_baseline') as TokenSpec, {
      offsets: [0, 3, 6, 9],
      groups: ['a', 'a', 'a'],
      rewards: [0, 0, 1, 0, 0, 0, 0, 0.5, 0],
      mask: [1, 1, 1, 1, 1, 1, 1, 1, 0],
      logprobs: logOf([0.5, 0.8, 0.9, 0.4, 0.6, 0.7, 0.3, 0.9, 0.5]),
      sumPiSquared: [0.4, 0.7, 0.8, 0.3, 0.5, 0.6, 0.25, 0.8, 0.4],
    });
    expectNear(
      advantages,
      [0.532258, 0.576923, 0.666667, -0.467742, -0.423077, -0.333333, 0.032258, 0.076923, 0],
    );
  });
});
