import { describe, expect, it } from 'vitest';
import { runTokenSpec, type TokenRows, type TokenStep } from '../../../ts/index.ts';

const rows: TokenRows = {
  offsets: [0, 3, 5],
  rewards: [0, 1, 2, 3, 4],
  mask: [1, 0, 1, 1, 1],
  logprobs: [-1, -2, -0.5, -1, -3],
  refLogprobs: [-1.5, -2, -0.5, -0.5, -1],
  teacherLogprobs: [-0.5, -9, -0.5, -2, -2],
  groups: ['a', 'b'],
};

const post = (step: TokenStep, given: TokenRows = rows): number[] => [
  ...runTokenSpec({ level: 'token', credit: { kind: 'none' }, post: [step] }, given).advantages,
];
const shaped = (step: TokenStep, given: TokenRows = rows): number[] => [
  ...runTokenSpec({ level: 'token', rewards: [step], credit: { kind: 'none' } }, given).advantages,
];
const close = (got: readonly number[], expected: readonly number[]): void => {
  expect(got).toHaveLength(expected.length);
  got.forEach((x, i) => {
    expect(x).toBeCloseTo(expected[i] as number, 12);
  });
};

describe('the step kl', () => {
  const base = { kind: 'kl', coefficient: 2 } as const;

  it.each([
    ['k1', [-1, 1, 2, 4, 8]],
    ['abs', [-1, 1, 2, 2, 0]],
    ['k2', [-0.25, 1, 2, 2.75, 0]],
    [
      'k3',
      [-2 * (Math.exp(-0.5) - 0.5), 1, 2, 3 - 2 * (Math.exp(0.5) - 1.5), 4 - 2 * (Math.exp(2) - 3)],
    ],
  ] as const)('subtracts %s at trained tokens', (estimator, expected) => {
    close(post({ ...base, estimator }), expected);
    close(shaped({ ...base, estimator }), expected);
  });

  it('takes the teacher, all tokens and bounds', () => {
    close(post({ ...base, estimator: 'k1', from: 'teacher' }), [1, 1, 2, 1, 6]);
    close(post({ ...base, estimator: 'k1', from: 'teacher', tokens: 'all' }), [1, -13, 2, 1, 6]);
    close(post({ ...base, estimator: 'k1', inputCap: 0.25 }), [-0.5, 1, 2, 3.5, 4.5]);
    close(post({ ...base, estimator: 'k2', cap: 0.5 }), [-0.25, 1, 2, 2.75, 3]);
  });

  it('keeps what is above the mean, summed backwards with a discount', () => {
    // d = 0.5, 0, −0.5, −2 of the trained tokens; their mean is −0.5.
    close(post({ ...base, estimator: 'k1', centred: true }), [-2, 1, 1, 3, 7]);
    close(post({ ...base, estimator: 'k1', centred: true, discount: 0.5 }), [
      0 - 2 - 0.25,
      1 - 0.5,
      2 - 1,
      3 + 1.5,
      4 + 3,
    ]);
  });

  it('refuses rows without log-probabilities', () => {
    expect(() => post({ ...base, estimator: 'k1' }, { offsets: [0, 1] })).toThrow(
      'the step kl needs logprobs, which the rows were given without',
    );
  });
});

describe('the step whiten', () => {
  const base = { kind: 'whiten', epsilon: 0, epsilonPlace: 'inside' } as const;
  // Trained: 0, 2, 3, 4; mean 2.25, squares 8.75.
  const [sample, population] = [Math.sqrt(8.75 / 3), Math.sqrt(8.75 / 4)];

  it.each([
    [{ ddof: 1 }, (x: number) => (x - 2.25) / sample],
    [{ ddof: 0 }, (x: number) => (x - 2.25) / population],
    [{ ddof: 0, mean: 'keep' }, (x: number) => x / population],
    [{ ddof: 0, mean: 'restore' }, (x: number) => (x - 2.25) / population + 2.25],
    [{ ddof: 0, divide: false }, (x: number) => x - 2.25],
    [{ ddof: 0, epsilon: 0.5 }, (x: number) => (x - 2.25) / Math.sqrt(8.75 / 4 + 0.5)],
    [
      { ddof: 0, epsilon: 0.5, epsilonPlace: 'outside' },
      (x: number) => (x - 2.25) / (population + 0.5),
    ],
    [{ ddof: 0, epsilon: 9, epsilonPlace: 'floor' }, (x: number) => (x - 2.25) / 3],
    [{ ddof: 0, of: 'all' }, (x: number) => (x - 2) / Math.sqrt(2)],
    [
      { ddof: 1, countEpsilon: 1 },
      (x: number) => {
        const mean = 9 / 5;
        const squares = [0, 2, 3, 4].reduce((total, y) => total + (y - mean) ** 2, 0);
        return (x - mean) / Math.sqrt((squares / 5) * (4 / 3));
      },
    ],
  ] as const)('with %j', (options, expected) => {
    close(post({ ...base, ...options } as TokenStep), [0, 1, 2, 3, 4].map(expected));
  });

  it('whitens each group by itself, wherever its rows lie', () => {
    const grouped = {
      offsets: [0, 1, 2, 3, 4],
      rewards: [1, 10, 3, 30],
      groups: ['a', 'b', 'a', 'b'],
    };
    close(post({ ...base, ddof: 0, scope: 'group' }, grouped), [-1, -1, 1, 1]);
  });

  it.each([
    ['zero', [0, 0, 0]],
    ['keep', [5, 7, 9]],
    ['arithmetic', [Number.NaN, Number.NaN, Number.NaN]],
  ] as const)('with a lone trained token: %s', (few, expected) => {
    const lone = { offsets: [0, 3], rewards: [5, 7, 9], mask: [0, 1, 0] };
    expect(post({ ...base, ddof: 1, few }, lone)).toEqual(expected);
  });

  it('refuses too few trained tokens where it is told to', () => {
    const lone = { offsets: [0, 1], rewards: [5] };
    expect(() => post({ ...base, ddof: 1, few: 'refuse' }, lone)).toThrow(
      'whitening with ddof 1 needs more than 1 trained tokens, got 1',
    );
    expect(post({ ...base, ddof: 0, few: 'refuse', divide: false }, lone)).toEqual([0]);
  });
});

describe('the step outcome', () => {
  const centred = {
    baseline: { kind: 'mean', scope: 'group' },
    scale: { kind: 'none' },
    singleton: 'raw',
  } as const;
  const two = { ...rows, groups: ['a', 'a'] };

  it('puts sums of rows where it is told to', () => {
    expect(shaped({ kind: 'outcome', place: 'last' })).toEqual([0, 0, 3, 0, 7]);
    expect(shaped({ kind: 'outcome', place: 'every', of: 'trained' })).toEqual([2, 2, 2, 7, 7]);
    const tail = { ...rows, mask: [1, 1, 0, 0, 0] };
    expect(shaped({ kind: 'outcome', place: 'last-trained' }, tail)).toEqual([0, 3, 0, 0, 0]);
  });

  it('compares outcomes in groups', () => {
    expect(shaped({ kind: 'outcome', place: 'every', spec: centred }, two)).toEqual([
      -2, -2, -2, 2, 2,
    ]);
    expect(shaped({ kind: 'outcome', place: 'last', spec: centred })).toEqual([0, 0, 3, 0, 7]);
    const mixed = { offsets: [0, 1, 2, 3], outcomes: [1, 5, 3], groups: ['a', 'b', 'a'] };
    expect(shaped({ kind: 'outcome', place: 'last', spec: centred }, mixed)).toEqual([-1, 5, 1]);
  });

  it('adds outcomes that are given to the rewards, and refuses those that nothing takes', () => {
    const given = { ...rows, outcomes: [10, 20] };
    expect(shaped({ kind: 'outcome', place: 'last' }, given)).toEqual([0, 1, 12, 3, 24]);
    expect(() => post({ kind: 'mask' }, given)).toThrow(
      'the rows have outcomes, and nothing of the spec takes them',
    );
  });
});

describe('other steps', () => {
  it('reweights by the teacher, never across 0 (RLSD)', () => {
    const given = { ...rows, rewards: [2, 2, -2, -2, -2] };
    const step = { kind: 'teacher-reweight', mix: 0.5, clip: 0.2 } as const;
    // Gaps 0.5 (up, held at 1.2), 0, and 1 and −1 for negative x: exp(−gap) held at 1.2 and 0.8.
    close(post(step, given), [2.2, 0, -2, -2.2, -1.8]);
    close(post({ ...step, negativeOnly: true }, given), [2, 0, -2, -2.2, -1.8]);
  });

  it('are a line of arithmetic', () => {
    expect(post({ kind: 'clip', low: 1, high: 3 })).toEqual([1, 1, 2, 3, 3]);
    expect(post({ kind: 'multiply', by: 2 })).toEqual([0, 2, 4, 6, 8]);
    expect(post({ kind: 'add', value: 1 })).toEqual([1, 2, 3, 4, 5]);
    expect(post({ kind: 'mask' })).toEqual([0, 0, 2, 3, 4]);
    expect(post({ kind: 'baseline' }, { ...rows, baselines: [1, 2] })).toEqual([-1, 1, 1, 1, 2]);
  });
});
