import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPresets } from '../../../ts/estimators/presets/list-presets.ts';
import { presetSpec } from '../../../ts/estimators/presets/preset-registry.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { explainSpec } from '../../../ts/estimators/spec/explain-spec.ts';
import { createTrackerState } from '../../../ts/estimators/tracker/tracker-state.ts';

const survey = [
  [1, 0, 0, 1],
  [0.9, 0.2, 0.4, 0.1],
  [0.5, 0.5, 0.5, 0.5],
];

const trajectoryPresets = listPresets()
  .filter(({ level }) => level === 'trajectory')
  .map(({ name }) => name);

describe('an explanation', () => {
  it('tells the mean, the std with its epsilon, and the advantage', () => {
    const { baselines, divisors, advantages } = explainSpec(
      presetSpec('rllm/grpo') as AdvantageSpec,
      [[1, 0, 0, 1], [0.7]],
    );
    expect([...baselines]).toEqual([0.5, 0.5, 0.5, 0.5, 0]);
    expect([...divisors]).toEqual([0.500001, 0.500001, 0.500001, 0.500001, 1.000001]);
    expect(advantages[4]).toBe(0.7 / 1.000001);
  });

  it('tells the divisor of a constant group, where no quotient does', () => {
    const { divisors } = explainSpec(presetSpec('rllm/grpo') as AdvantageSpec, [[0.5, 0.5]]);
    expect([...divisors]).toEqual([1e-6, 1e-6]);
  });

  it('does not move what a tracker remembers', () => {
    const state = createTrackerState('ema');
    const spec = presetSpec('prime-rl/rae') as AdvantageSpec;
    const { advantages } = explainSpec(spec, [[1, 1]], { state, keys: ['a', 'b'] });
    expect([...advantages]).toEqual([1, 1]);
    expect(state).toEqual(createTrackerState('ema'));
    expect(() => explainSpec(spec, [[1]], { state: null as never, keys: ['a'] })).toThrow(
      'state must be an object, got null',
    );
  });

  it.each(trajectoryPresets)('of %s multiplies back to its numbers', (name) => {
    const spec = presetSpec(name) as AdvantageSpec;
    const { baseline } = spec;
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8),
            {
              minLength: 2,
              maxLength: 6,
            },
          ),
          { minLength: 1, maxLength: 4 },
        ),
        (groups) => {
          const flat = groups.flat();
          const parts = explainSpec(spec, groups, {
            lengths: flat.map((_, i) => 1 + (i % 3)),
            baselines: flat.map(() => 0.25),
            kl: flat.map(() => 0.1),
            columns: [flat, flat.map((reward) => 1 - reward)],
            trajectoryIds: [...flat.keys()],
            keys: flat.map(() => 'task'),
            ...(baseline.kind === 'tracker' && {
              state: createTrackerState(baseline.tracker.kind),
            }),
          });
          if (spec.columns?.combine === 'normalize-then-sum') return;
          parts.scaled.forEach((scaled, i) => {
            const divisor = parts.divisors[i] as number;
            if (Number.isNaN(divisor) || divisor === Infinity) return;
            expect(scaled * divisor).toBeCloseTo(parts.residuals[i] as number, 9);
          });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('of the survey multiplies back, too', () => {
    const parts = explainSpec(presetSpec('rllm/grpo') as AdvantageSpec, survey);
    parts.advantages.forEach((advantage, i) => {
      const [reward, baseline, divisor] = [parts.rewards[i], parts.baselines[i], parts.divisors[i]];
      expect(((reward as number) - (baseline as number)) / (divisor as number)).toBeCloseTo(
        advantage,
        12,
      );
    });
  });
});
