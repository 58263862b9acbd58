import { describe, expect, it } from 'vitest';
import { getAdvEstimator } from '../../ts/estimators/registry.ts';
import { getLoss } from '../../ts/losses/registry.ts';
import { describeMeant } from '../../ts/types/describe-meant.ts';

const known = ['ppo', 'sapo', 'dr_own'];
const presets = ['verl/grpo', 'verl/dapo', 'trl/dapo', 'oat/drgrpo', 'trl/dr_grpo', 'skyrl/plan++'];

describe('what a name was meant to be', () => {
  it.each([
    ['PPO', 'Did you mean "ppo"?'],
    ['dr-own', 'Did you mean "dr_own"?'],
    ['sapoo', 'Did you mean "sapo"?'],
    ['dapo', 'Frameworks have it: "verl/dapo", "trl/dapo".'],
    ['Dr.GRPO', 'Frameworks have it: "oat/drgrpo", "trl/dr_grpo".'],
    ['plan_plus_plus', 'Frameworks have it: "skyrl/plan++".'],
    ['trl/dpao', 'Did you mean "trl/dapo"?'],
    ['tlr/dapo', 'Did you mean "trl/dapo"?'],
    ['verl/vanilla', 'verl has grpo, dapo.'],
    ['verl', 'verl has grpo, dapo.'],
    ['unlike_all_of_them', ''],
    ['', ''],
    ['/', ''],
  ])('is told of %j', (name, sentence) => {
    expect(describeMeant(name, known, presets)).toBe(sentence);
  });

  it('names eight presets at most', () => {
    const many = Array.from({ length: 10 }, (_, i) => `f${i}/same`);
    expect(describeMeant('same', [], many)).toMatch(/"f7\/same" and 2 more\.$/);
  });

  it('is told of estimators and of losses', () => {
    expect(() => getAdvEstimator('drgrpo')).toThrow('Frameworks have it: "openrlhf/dr_grpo", ');
    expect(() => getLoss('dapo')).toThrow('Frameworks have it: "trl/dapo", ');
  });
});
