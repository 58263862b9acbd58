import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantageMetrics, rewardMetrics } from '../../ts/metrics/role-metrics.ts';
import { mixed, SEED, wild } from '../support/arbitrary-rewards.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { slowMetrics } from '../support/slow-oracle.ts';

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'with %s kernels',
  (_, kernels) => {
    it('rewardMetrics: mean, population std, max, min', () => {
      expect(rewardMetrics('s', Float64Array.of(1, 0, 0, 0), kernels)).toEqual({
        'reward/s/mean': 0.25,
        'reward/s/std': Math.sqrt(0.1875),
        'reward/s/max': 1,
        'reward/s/min': 0,
      });
    });

    it('advantageMetrics: a share of what is closer to 0 than 1e-8', () => {
      const advantages = Float64Array.of(0, -0, 9.9e-9, -9.9e-9, 1e-8, -1e-8, NaN, 1);
      expect(advantageMetrics('s', advantages, kernels)['advantage/s/fraction_zero']).toBe(0.5);
    });

    it('NaN stays NaN in all but fraction_zero', () => {
      expect(advantageMetrics('s', Float64Array.of(NaN, 1), kernels)).toEqual({
        'advantage/s/mean': NaN,
        'advantage/s/std': NaN,
        'advantage/s/max': NaN,
        'advantage/s/min': NaN,
        'advantage/s/fraction_zero': 0,
      });
    });

    it('agree with the slow oracle', () => {
      const pool = fc.array(fc.oneof(mixed, wild), { minLength: 1, maxLength: 150 });
      fc.assert(
        fc.property(pool, (values) => {
          const expected = slowMetrics([{ role: 's', rewards: values }], (_role, groups) =>
            groups.map((group) => [...group]),
          ).metrics;
          const flat = Float64Array.from(values);
          const metrics = {
            ...rewardMetrics('s', flat, kernels),
            ...advantageMetrics('s', flat, kernels),
          };
          expect(Object.keys(metrics)).toHaveLength(9);
          for (const [key, value] of Object.entries(metrics))
            expect([key, value]).toEqual([key, expected[key]]);
        }),
        { seed: SEED },
      );
    });
  },
);
