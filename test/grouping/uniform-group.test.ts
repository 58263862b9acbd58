import { describe, expect, it } from 'vitest';
import { isUniformGroup } from '../../ts/grouping/uniform-group.ts';

describe('isUniformGroup', () => {
  it.each([
    [[], {}, true],
    [[0.7], {}, true],
    // Their mean is a bit beside them.
    [Array(7).fill(0.1), {}, true],
    [[1, 1, 0], {}, false],
    [[0.5, 0.5001], {}, false],
    [[0.5, 0.5001], { tolerance: 1e-3 }, true],
    [[Number.NaN, 1], { tolerance: 1 }, false],
    [[0, 0, 0.3], { above: 0.1 }, true],
    [[0, 1], { above: 0.1, below: 0.9 }, false],
    [[0.8, 1], { below: 0.9 }, true],
  ])('of %j with %j', (rewards, options, uniform) => {
    expect(isUniformGroup(rewards, options)).toBe(uniform);
  });

  it.each([
    [{ tolerance: -1 }, 'tolerance must be a finite number ≥ 0, got -1'],
    [{ above: Number.NaN }, 'above must be a number, got NaN'],
    [{ toleranse: 1 }, 'did you mean tolerance?'],
  ])('refuses %j', (options, message) => {
    expect(() => isUniformGroup([1], options as never)).toThrow(message);
  });
});
