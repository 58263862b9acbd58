import { afterEach, describe, expect, it, vi } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { getKernels, setKernels } from '../../ts/kernels/active-kernels.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { listKernels } from '../../ts/kernels/kernels-by-name.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';

afterEach(() => setKernels(null));

describe('setKernels', () => {
  it('replaces what everything computes with', () => {
    const standardize = vi.fn(jsKernels.standardize);
    const mine = withFallback({ name: 'mine', standardize });
    setKernels(mine);
    expect(getKernels()).toBe(mine);
    calculateGrpoAdvantages([[1, 0]]);
    const trajectories = [createTrajectory({ reward: 1 }), createTrajectory({ reward: 0 })];
    collectRewardAndAdvantageFromTrajectoryGroups([createTrajectoryGroup({ trajectories })]);
    expect(standardize).toHaveBeenCalledTimes(2);
  });

  it('completes kernels without calls over tokens', () => {
    const { discountedReturns: _, whitenTokens: __, ...older } = jsKernels;
    const mine = { ...older, name: 'older', extra: () => 0 };
    setKernels(mine);
    expect(getKernels().name).toBe('older');
    const out = new Float64Array(2);
    const tokens = { rewards: Float64Array.of(0, 1), mask: null, offsets: Uint32Array.of(0, 2) };
    getKernels().discountedReturns(tokens, { gamma: 0.5, masked: 'walk' }, out);
    expect([...out]).toEqual([0.5, 1]);
    const completed = getKernels();
    setKernels(mine);
    expect(getKernels()).toBe(completed);
    expect(() => setKernels({ ...older, whitenTokens: 'fast' } as never)).toThrow(
      'kernels.whitenTokens must be a function, got "fast"',
    );
  });

  it('goes back to the shipped ones with null', () => {
    setKernels(withFallback({ name: 'mine' }));
    setKernels(null);
    expect(listKernels()).toContain(getKernels().name);
  });

  it.each([
    [undefined, 'kernels.name must be a string, got undefined'],
    [{}, 'kernels.name must be a string, got undefined'],
    [{ ...jsKernels, center: undefined }, 'kernels.center must be a function, got undefined'],
    [{ ...jsKernels, summarize: 'fast' }, 'kernels.summarize must be a function, got "fast"'],
  ])('refuses %s and keeps what it had', (kernels, message) => {
    setKernels(jsKernels);
    expect(() => setKernels(kernels as Kernels)).toThrow(
      expect.objectContaining({
        code: 'invalid-kernels',
        message: expect.stringContaining(`${message}; withFallback completes kernels`),
      }),
    );
    expect(getKernels()).toBe(jsKernels);
  });
});
