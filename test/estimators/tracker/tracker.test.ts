import { describe, expect, it } from 'vitest';
import { defineEstimator } from '../../../ts/estimators/define-estimator.ts';
import type { AdvantageSpec, TrackerSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { forgettingFactor } from '../../../ts/estimators/tracker/forgetting-factor.ts';
import {
  createTrackerState,
  trackerStateFromJSON,
  trackerStateToJSON,
} from '../../../ts/estimators/tracker/tracker-state.ts';

function define(tracker: TrackerSpec, rest: Partial<AdvantageSpec> = {}) {
  const spec: AdvantageSpec = {
    baseline: { kind: 'tracker', tracker },
    scale: { kind: 'none' },
    singleton: 'member',
    missing: 'exclude',
    ...rest,
  };
  return defineEstimator({ title: 't', source: 's', spec });
}
const ema = define({ kind: 'ema', decay: 0.5 });
const beta = define({ kind: 'beta', forget: 0.5, prior: { a: 1, b: 1 } });

describe('a moving average', () => {
  it('moves from one trajectory to the next, each key by itself', () => {
    const state = createTrackerState('ema');
    const first = ema([[1, 1, 0]], { state, keys: ['a', 'a', 'b'] });
    expect(first.advantages.toArrays()).toEqual([[1, 0.5, 0]]);
    const second = ema([[1], [1]], { state, keys: ['a', 'b'] });
    expect(second.advantages.toArrays()).toEqual([[0.25], [1]]);
  });

  it('goes on where a saved one stopped', () => {
    const state = createTrackerState('ema');
    ema([[1, 0.25]], { state, keys: ['a', '__proto__'] });
    const resumed = trackerStateFromJSON(JSON.parse(JSON.stringify(trackerStateToJSON(state))));
    const next = { keys: ['__proto__', 'a'] };
    expect(ema([[1, 1]], { ...next, state: resumed }).advantages).toEqual(
      ema([[1, 1]], { ...next, state }).advantages,
    );
    expect(resumed).toEqual(state);
  });
});

describe('a Beta tracker', () => {
  it('gives all trajectories of a call the mean from before it, then learns from each', () => {
    const state = createTrackerState('beta');
    const options = { state, keys: ['p', 'p'] };
    expect(beta([[1, 0]], options).advantages.toArrays()).toEqual([[0.5, -0.5]]);
    // a: 0.5 · (0.5 · 1 + 1) + 0, b: 0.5 · (0.5 · 1 + 0) + 1
    expect(trackerStateToJSON(state)).toEqual({
      kind: 'beta',
      counts: { p: { a: 0.75, b: 1.25 } },
    });
    expect(beta([[1]], { state, keys: ['p'] }).advantages.toArrays()).toEqual([[1 - 0.75 / 2]]);
  });

  it('forgets as each trajectory says', () => {
    const state = createTrackerState('beta');
    beta([[1], [1]], { state, keys: ['p', 'q'], forgetting: [0, 1] });
    expect(trackerStateToJSON(state)).toEqual({
      kind: 'beta',
      counts: { p: { a: 1, b: 0 }, q: { a: 2, b: 1 } },
    });
  });
});

describe('the state', () => {
  it('learns nothing from a reward that is missing', () => {
    const state = createTrackerState('ema');
    const { advantages } = ema([[Number.NaN, 1]], { state, keys: ['a', 'b'] });
    expect(advantages.toArrays()).toEqual([[0, 1]]);
    expect(trackerStateToJSON(state)).toEqual({ kind: 'ema', means: { b: 0.5 } });
  });

  it('stays as it was when a call is refused', () => {
    const state = createTrackerState('ema');
    const whiten = { kind: 'whiten', recentre: true, epsilon: 0, epsilonPlace: 'outside' } as const;
    const refusing = define(
      { kind: 'ema', decay: 0.5 },
      { post: [{ ...whiten, ddof: 1, tooFew: 'refuse' }] },
    );
    expect(() => refusing([[1]], { state, keys: ['a'] })).toThrow('more than 1');
    expect(trackerStateToJSON(state)).toEqual({ kind: 'ema', means: {} });
  });

  it.each([
    [{ kind: 'mean' }, 'kind must be one of ema, beta, got "mean"'],
    [{ kind: 'ema' }, 'state.means must be an object, got undefined'],
    [{ kind: 'ema', means: { a: '1' } }, 'state.means.a must be a finite number, got "1"'],
    [
      { kind: 'beta', counts: { p: { a: 1 } } },
      'state.counts.p.b must be a finite number, got undefined',
    ],
    [null, 'state must be an object, got null'],
  ])('is refused when it is %j', (json, message) => {
    expect(() => trackerStateFromJSON(json as never)).toThrow(message);
  });
});

it('forgettingFactor is held within its bounds', () => {
  expect(forgettingFactor(0)).toBe(0.96);
  expect(forgettingFactor(10)).toBe(0.875);
  expect(forgettingFactor(0.12, { low: 0 })).toBeCloseTo(0.25, 12);
  expect(() => forgettingFactor(Number.NaN)).toThrow('drift must be a number ≥ 0, got NaN');
});

it('a Beta tracker has a mean to begin with', () => {
  const prior = { a: 0, b: 0 };
  expect(() => define({ kind: 'beta', forget: 0.5, prior })).toThrow(
    'spec.baseline.tracker.prior: must have an a or a b above 0',
  );
});

describe('what a tracker remembers', () => {
  it.each([
    [ema, 'ema', [1, Infinity]],
    [beta, 'beta', [1, -Infinity]],
    [beta, 'beta', [1e308, 1e308, 1e308, 1e308]],
  ] as const)(
    'is left as it was by a reward that would spoil it for good',
    (estimator, kind, rewards) => {
      const state = createTrackerState(kind);
      const keys = rewards.map(() => 'p');
      estimator([[0.5]], { state, keys: ['p'] });
      const before = trackerStateToJSON(state);
      expect(() => estimator([[...rewards]], { state, keys })).toThrow(
        'a reward of "p" must be such that a finite number is remembered',
      );
      expect(trackerStateToJSON(state)).toEqual(before);
    },
  );
});
