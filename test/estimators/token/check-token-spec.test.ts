import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  checkTokenSpec,
  describeTokenSpec,
  type TokenSpec,
} from '../../../ts/index.ts';

function problemsOf(spec: unknown): string[] {
  try {
    checkTokenSpec(spec as TokenSpec);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((p) => `${p.path}: ${p.message}`);
    throw error;
  }
  return [];
}

const credit = { kind: 'none' };

describe('checkTokenSpec', () => {
  it('tells all that is wrong together', () => {
    const spec = {
      level: 'word',
      rewards: [
        { kind: 'kl', estimator: 'k4', coefficient: Number.NaN, cap: -1, tokens: 'some' },
        { kind: 'outcome', place: 'first', of: 'none' },
      ],
      credit: {
        kind: 'gae',
        gamma: 1.5,
        lambda: { kind: 'length-adaptive', alpha: 0 },
        masked: 'skip',
      },
      post: [
        { kind: 'whiten', ddof: 2, epsilon: -1, epsilonPlace: 'under', few: 'drop', scope: 'all' },
        { kind: 'clip', low: 1, high: 0 },
        { kind: 'teacher-reweight', mix: 2, clip: -1, negativeOnly: 1 },
        { kind: 'multiply', by: 'two' },
      ],
      missing: 'zero',
    };
    expect(problemsOf(spec).map((problem) => problem.slice(0, problem.indexOf(':')))).toEqual([
      'spec.level',
      'spec.missing',
      'spec.rewards[0].estimator',
      'spec.rewards[0].coefficient',
      'spec.rewards[0].cap',
      'spec.rewards[0].tokens',
      'spec.rewards[1].place',
      'spec.rewards[1].of',
      'spec.credit.gamma',
      'spec.credit.masked',
      'spec.credit.lambda.alpha',
      'spec.post[0].scope',
      'spec.post[0].ddof',
      'spec.post[0].epsilon',
      'spec.post[0].epsilonPlace',
      'spec.post[0].few',
      'spec.post[1]',
      'spec.post[2].mix',
      'spec.post[2].clip',
      'spec.post[2].negativeOnly',
      'spec.post[3].by',
    ]);
  });

  it.each([
    [null, ['spec: must be an object, got null']],
    [{ level: 'token' }, ['spec.credit: must be an object, got undefined']],
    [
      { level: 'token', credit: { kind: 'magic' } },
      [
        'spec.credit.kind: must be one of none, discounted-return, gae, optimal-token-baseline, turn-group, got "magic"',
      ],
    ],
    [
      { level: 'token', credit, post: [{ kind: 'mask', at: 1 }] },
      ['spec.post[0].at: there is no such field; known are kind'],
    ],
    [
      { level: 'token', credit, posts: [] },
      ['spec.posts: there is no such field; did you mean post?'],
    ],
    [{ level: 'token', credit, post: {} }, ['spec.post: must be an array of steps']],
    [
      { level: 'token', credit, post: [{ kind: 'outcome', place: 'every' }] },
      ['spec.post[0].kind: outcome is a step of rewards'],
    ],
    [
      { level: 'token', credit: { kind: 'constructor' } },
      [expect.stringContaining('spec.credit.kind: must be one of')],
    ],
  ])('says what is wrong with %j', (spec, problems) => {
    expect(problemsOf(spec)).toEqual(problems);
  });

  it('gives problems of an inner spec their place', () => {
    const spec = {
      baseline: { kind: 'median' },
      scale: { kind: 'none' },
      singleton: 'zero',
    };
    const outcome = { kind: 'outcome', place: 'every', spec };
    expect(problemsOf({ level: 'token', credit, rewards: [outcome] })).toEqual([
      expect.stringContaining('spec.rewards[0].spec.baseline.kind: '),
    ]);
    const turns = { kind: 'turn-group', turn: spec, weight: 'heavy' };
    expect(problemsOf({ level: 'token', credit: turns })).toEqual([
      expect.stringContaining('spec.credit.turn.baseline.kind: '),
      expect.stringContaining('spec.credit.weight: '),
    ]);
  });
});

describe('describeTokenSpec', () => {
  it('is a formula with all steps', () => {
    expect(
      describeTokenSpec({
        level: 'token',
        rewards: [{ kind: 'kl', estimator: 'k1', coefficient: 0.1 }],
        credit: { kind: 'gae', gamma: 0.99, lambda: 0.95, masked: 'walk', valueLambda: 1 },
        post: [
          { kind: 'whiten', ddof: 0, epsilon: 1e-8, epsilonPlace: 'floor' },
          { kind: 'clip', low: -5, high: 5 },
        ],
      }),
    ).toBe(
      'r: less 0.1 · k1(π ‖ π_ref); x = GAE, γ = 0.99, λ = 0.95 (returns: λ = 1), over tokens, untrained ones too; then (x − mean(trained tokens of the pool)) / sqrt(max(var(trained tokens of the pool), 1e-8)); then held within -5 … 5',
    );
  });
});
