import { describe, expect, it } from 'vitest';
import { effectiveEpsilon, unusedOptions } from '../../ts/cli/estimator-settings.ts';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import type { EstimatorName } from '../../ts/types/advantage-estimator.ts';

function settings(estimator: EstimatorName, normAdvByStdInGrpo = true) {
  return { config: AlgorithmConfig.create({ estimator, normAdvByStdInGrpo }), epsilon: 0.5 };
}
const told = (estimator: EstimatorName, std?: boolean) =>
  unusedOptions(settings(estimator, std)).map(({ message }) => message.replace(/;.*/, ''));

describe('an option', () => {
  it.each(['grpo', 'trl/grpo', 'skyrl/maxrl'])('--epsilon is heeded by %s', (name) => {
    expect(told(name)).toEqual([]);
    expect(effectiveEpsilon(settings(name))).toBe(0.5);
  });

  it.each(['rloo', 'verl/gpg', 'verl/reinforce_plus_plus', 'drmas/gigpo'])(
    '--epsilon is of no effect on %s',
    (name) => {
      expect(told(name)).toEqual([`--epsilon has no effect on ${name}`]);
      expect(effectiveEpsilon(settings(name))).toBeNull();
    },
  );

  it.each([
    ['verl/grpo', ['--epsilon has no effect on verl/grpo with --no-std']],
    ['trl/grpo', ['--no-std has no effect on trl/grpo']],
    ['skyrl/maxrl', ['--no-std has no effect on skyrl/maxrl']],
    [
      'verl/gae',
      ['--no-std has no effect on verl/gae', '--epsilon has no effect on verl/gae with --no-std'],
    ],
  ])('--no-std with %s', (name, messages) => {
    expect(told(name, false)).toEqual(messages);
  });
});
