import { expect, it } from 'vitest';
import { ConfigError } from '../../ts/errors/config-error.ts';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';

const problem = { path: 'rllm.algorithm.eps_clip', message: 'must be a number ≥ 0, got "0.2"' };

it('tells one problem in one line', () => {
  const error = new ConfigError([problem]);
  expect(error).toBeInstanceOf(UpperhandError);
  expect([error.name, error.code]).toEqual(['ConfigError', 'invalid-config']);
  expect(error.message).toBe(
    'invalid config: rllm.algorithm.eps_clip: must be a number ≥ 0, got "0.2"',
  );
});

it('tells several together, one a line, and keeps them', () => {
  const problems = [problem, { path: 'rllm.algorithm.adv_estimator', message: 'is required' }];
  const error = new ConfigError(problems);
  expect(error.message.split('\n')).toEqual([
    'invalid config, 2 problems:',
    '  rllm.algorithm.eps_clip: must be a number ≥ 0, got "0.2"',
    '  rllm.algorithm.adv_estimator: is required',
  ]);
  expect(error.problems).toEqual(problems);
});
