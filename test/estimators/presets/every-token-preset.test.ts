import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameworkPresets } from '../../../ts/estimators/presets/all.ts';
import { checkTokenSpec } from '../../../ts/estimators/token/check-token-spec.ts';
import { runTokenSpec } from '../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../ts/estimators/token/token-rows.ts';
import type { TokenSpec } from '../../../ts/estimators/token/token-spec.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';
import { kernelsByName } from '../../../ts/kernels/kernels-by-name.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';

/** Every spec of tokens: the presets and their variants. */
const specs = frameworkPresets.flatMap(({ framework, presets }) =>
  Object.entries(presets).flatMap(([name, { spec, variants = {} }]) =>
    [['', spec] as const, ...Object.entries(variants)].flatMap(([variant, of]) =>
      'level' in of && of.level === 'token'
        ? [[`${framework}/${name}${variant === '' ? '' : `:${variant}`}`, of] as const]
        : [],
    ),
  ),
);

interface Token {
  readonly trained: boolean;
  readonly reward: number;
  readonly value: number;
  readonly logprob: number;
  readonly other: number;
}

/** A row of two groups: its outcome and its tokens, of which the first and the last are trained. */
interface Row {
  readonly group: number;
  readonly outcome: number;
  readonly tokens: readonly Token[];
}

const hundredths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 100, max: max * 100 }).map((x) => x / 100);

const token: fc.Arbitrary<Token> = fc.record({
  trained: fc.boolean(),
  reward: hundredths(-1, 1),
  value: hundredths(-1, 1),
  logprob: hundredths(-3, 0),
  other: hundredths(-3, 0),
});

const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      outcome: hundredths(-2, 2),
      tokens: fc.array(token, { minLength: 2, maxLength: 6 }),
    }),
    { minLength: 4, maxLength: 8 },
  )
  .map((given) =>
    given.map(({ outcome, tokens }, row) => ({
      group: row % 2,
      outcome,
      tokens: tokens.map((t, i) => ({
        ...t,
        trained: t.trained || i === 0 || i === tokens.length - 1,
      })),
    })),
  );

function read(spec: TokenSpec, given: readonly Row[]): TokenRows {
  const tokens = given.flatMap((row) => row.tokens);
  const offsets = [0];
  for (const row of given) offsets.push((offsets.at(-1) as number) + row.tokens.length);
  const takesOutcomes = spec.rewards?.some(({ kind }) => kind === 'outcome') ?? false;
  return {
    offsets,
    mask: tokens.map(({ trained }) => trained),
    rewards: takesOutcomes ? tokens.map(() => 0) : tokens.map(({ reward }) => reward),
    ...(takesOutcomes && { outcomes: given.map(({ outcome }) => outcome) }),
    groups: given.map(({ group }) => group),
    baselines: given.map(({ outcome }) => outcome / 3),
    values: tokens.map(({ value }) => value),
    logprobs: tokens.map(({ logprob }) => logprob),
    refLogprobs: tokens.map(({ other }) => other),
    teacherLogprobs: tokens.map(({ other }) => other),
    sumPiSquared: tokens.map(({ logprob }) => Math.min(1, Math.exp(2 * logprob) + 0.01)),
    turns: given.flatMap((row) => row.tokens.map((_, i) => Math.floor(i / 2))),
  };
}

/** Advantages of the trained tokens of each row. */
function run(spec: TokenSpec, given: readonly Row[], kernels = jsKernels): number[][] {
  const input = read(spec, given);
  const { advantages } = runTokenSpec(spec, input, { kernels });
  return given.map(({ tokens }, row) =>
    tokens.flatMap(({ trained }, i) =>
      trained ? [advantages[(input.offsets[row] as number) + i] as number] : [],
    ),
  );
}

function expectNear(got: readonly number[][], expected: readonly number[][]): void {
  expect(got.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  const flat = expected.flat();
  const most = Math.max(1, ...flat.map(Math.abs).filter(Number.isFinite));
  got.flat().forEach((value, i) => {
    if (Number.isNaN(flat[i])) expect(value).toBeNaN();
    else expect(Math.abs(value - (flat[i] as number))).toBeLessThanOrEqual(1e-9 * most);
  });
}

const padding: Token = { trained: false, reward: 0, value: 0, logprob: -1, other: -1 };
const seeded = { seed: SEED, numRuns: 6 } as const;

/** Whether anything stands at the end of a row, trained or not. */
const looksAtTheEnd = ({ rewards = [] }: TokenSpec): boolean =>
  rewards.some((step) =>
    step.kind === 'outcome' ? step.place === 'last' : step.kind === 'whiten' && step.of === 'all',
  );

describe.each(specs)('%s', (_, spec) => {
  it('is a legal spec, written as JSON', () => {
    checkTokenSpec(spec);
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  it('has the same bits with all kernels', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expect(run(spec, given, kernelsByName('wasm-simd'))).toEqual(run(spec, given));
      }),
      seeded,
    );
  });

  it('does not look at the order of rows', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expectNear(run(spec, given.toReversed()).toReversed(), run(spec, given));
      }),
      seeded,
    );
  });

  if (!looksAtTheEnd(spec))
    it('does not see padding', () => {
      fc.assert(
        fc.property(rows, fc.nat(3), (given, count) => {
          const padded = given.map((row) => ({
            ...row,
            tokens: [...row.tokens, ...Array.from({ length: count }, () => padding)],
          }));
          expectNear(run(spec, padded), run(spec, given));
        }),
        seeded,
      );
    });
});
