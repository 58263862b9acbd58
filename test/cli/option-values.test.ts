import { describe, expect, it } from 'vitest';
import { addMapping } from '../../ts/cli/commands/option-values.ts';

describe('role=estimator', () => {
  it.each([
    ['judge=rloo', 'judge', 'rloo'],
    ['a=b=rloo', 'a=b', 'rloo'],
    ['judge=trl/grpo', 'judge', 'trl/grpo'],
    [
      'a=b=verl/grpo:norm_adv_by_std_in_grpo=False',
      'a=b',
      'verl/grpo:norm_adv_by_std_in_grpo=False',
    ],
    [
      'judge=nemo-rl/grpo:use_leave_one_out_baseline=False, normalize_rewards=False',
      'judge',
      'nemo-rl/grpo:use_leave_one_out_baseline=False, normalize_rewards=False',
    ],
    ['judge=roll/reward_norm:batch/batch', 'judge', 'roll/reward_norm:batch/batch'],
  ])('%s', (text, role, estimator) => {
    expect(addMapping(text)).toEqual({ [role]: estimator });
  });

  it.each(['judge', '=rloo', 'judge='])('refuses %s', (text) => {
    expect(() => addMapping(text)).toThrow('It must be role=estimator');
  });
});
