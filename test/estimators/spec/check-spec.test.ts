import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../ts/errors/config-error.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { checkSpec } from '../../../ts/estimators/spec/check-spec.ts';

const std = {
  kind: 'std',
  scope: 'group',
  of: 'values',
  ddof: 1,
  epsilon: 1e-6,
  epsilonPlace: 'outside',
} as const;
const grpo: AdvantageSpec = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: std,
  singleton: 'raw',
};

function problemsOf(spec: unknown): string[] {
  try {
    checkSpec(spec as AdvantageSpec);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

describe('checkSpec', () => {
  it('passes what is right, with optional fields that are undefined', () => {
    expect(problemsOf(grpo)).toEqual([]);
    expect(problemsOf({ ...grpo, missing: undefined, post: [] })).toEqual([]);
  });

  it.each([
    [undefined, 'spec: must be an object, got undefined'],
    [7, 'spec: must be an object, got 7'],
    [
      { ...grpo, baseline: { kind: 'median' } },
      'spec.baseline.kind: must be one of none, mean, leave-one-out, length-weighted-mean, log-mean-exp, best-of-rest, greedy, value, tracker, got "median"',
    ],
    [
      { ...grpo, baseline: { kind: 'mean', scope: 'groups' } },
      'spec.baseline.scope: must be one of group, pool, got "groups"',
    ],
    [
      { ...grpo, baseline: { kind: 'none', scope: 'group' } },
      'spec.baseline.scope: there is no such field; known are kind',
    ],
    [{ ...grpo, scale: undefined }, 'spec.scale: must be an object, got undefined'],
    [
      { ...grpo, scale: { kind: 'mad' } },
      'spec.scale.kind: must be one of none, std, mean, nonzero-share, got "mad"',
    ],
    [
      { ...grpo, scale: { ...std, ddof: -1 } },
      'spec.scale.ddof: must be a finite number ≥ 0, got -1',
    ],
    [
      { ...grpo, scale: { ...std, epsilon: Number.NaN } },
      'spec.scale.epsilon: must be a finite number ≥ 0, got NaN',
    ],
    [
      { ...grpo, scale: { ...std, zeroVarience: 'zero' } },
      'spec.scale.zeroVarience: there is no such field; did you mean zeroVariance?',
    ],
    [
      { ...grpo, scale: { ...std, recentre: 1 } },
      'spec.scale.recentre: must be true or false, got 1',
    ],
    [{ ...grpo, rows: 'last' }, 'spec.rows: must be "all" or an object, got "last"'],
    [
      { ...grpo, credit: { kind: 'max-at-k', k: 0 } },
      'spec.credit.k: must be a whole number ≥ 1, got 0',
    ],
    [{ ...grpo, post: { kind: 'clip' } }, 'spec.post: must be an array, got an object'],
    [
      { ...grpo, post: [{ kind: 'multiply', by: Infinity }] },
      'spec.post[0].by: must be a finite number, got Infinity',
    ],
  ])('names the field of %j', (spec, problem) => {
    expect(problemsOf(spec)).toEqual([problem]);
  });

  it('counts a hole of a list as an entry', () => {
    const post = Object.assign(new Array(2), { 1: { kind: 'multiply', by: 2 } });
    expect(problemsOf({ ...grpo, post })).toEqual([
      'spec.post[0]: must be an object, got undefined',
    ]);
  });

  it('makes a spec that is one read-only, down to its last field', () => {
    const spec = structuredClone({ ...grpo, post: [{ kind: 'multiply', by: 2 }] }) as AdvantageSpec;
    checkSpec(spec);
    const { scale, post } = spec as unknown as {
      scale: { epsilon: number };
      post: { by: number }[];
    };
    expect(() => Object.assign(spec, { singleton: 'zero' })).toThrow(TypeError);
    expect(() => Object.assign(scale, { epsilon: 1 })).toThrow(TypeError);
    expect(() => post.push({ by: 1 })).toThrow(TypeError);
    expect(() => Object.assign(post[0] as object, { by: 3 })).toThrow(TypeError);
    const wrong = { ...grpo, singleton: 'one' };
    expect(problemsOf(wrong)).toHaveLength(1);
    expect(problemsOf(Object.assign(wrong, { singleton: 'zero' }))).toEqual([]);
  });

  it('tells all problems at once', () => {
    const spec = { ...grpo, singleton: 'one', missing: 'skip', scale: { ...std, ddof: '1' } };
    expect(problemsOf(spec)).toEqual([
      'spec.scale.ddof: must be a finite number ≥ 0, got "1"',
      'spec.singleton: must be one of raw, zero, member, exclude, refuse, got "one"',
      'spec.missing: must be one of propagate, exclude, zero, refuse, got "skip"',
    ]);
  });

  const tracker = { kind: 'tracker', tracker: { kind: 'ema', decay: 0.9 } } as const;
  it.each<[Partial<AdvantageSpec>, string]>([
    [{ scale: { ...std, weighting: 'token' } }, 'spec.scale.weighting: is for scope pool'],
    [{ scale: { ...std, countEpsilon: 1e-8 } }, 'spec.scale.countEpsilon: is for scope pool'],
    [{ scale: { ...std, recentre: true } }, 'spec.scale.recentre: is for scope pool'],
    [
      { scale: { ...std, scope: 'leave-one-out', of: 'residuals' } },
      'spec.scale.of: must be values with scope leave-one-out',
    ],
    [
      { scale: { ...std, scope: 'leave-one-out', about: 'zero' } },
      'spec.scale.about: must be mean with scope leave-one-out',
    ],
    [{ scale: { ...std, zeroUpTo: 1e-6 } }, 'spec.scale.zeroUpTo: has no meaning'],
    [{ post: [{ kind: 'clip', low: 1, high: -1 }] }, 'spec.post[0].low: must be at most high (-1)'],
    [
      { reward: [{ kind: 'clip', low: 1, high: 0 }] },
      'spec.reward[0].low: must be at most high (0)',
    ],
    [
      { reward: [{ kind: 'add', number: 1 }], columns: { combine: 'normalize-then-sum' } },
      'spec.reward: must be left out where columns are normalised one by one',
    ],
    [{ baseline: tracker }, 'spec.missing: must be exclude or refuse with a tracker'],
    [
      { baseline: tracker, missing: 'refuse', columns: { combine: 'normalize-then-sum' } },
      'spec.baseline.kind: cannot be tracker where columns are normalised',
    ],
    [
      { rows: { speaks: 'first', applies: 'row' }, baseline: { kind: 'leave-one-out' } },
      "spec.baseline: must be none or the group's mean where rows apply to themselves",
    ],
  ])('refuses %j, which has no meaning', (part, problem) => {
    const problems = problemsOf({ ...grpo, ...part });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});
