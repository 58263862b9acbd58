import { expect, it } from 'vitest';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';

it('is an Error with a code, a name and a stack', () => {
  const error = new UpperhandError('invalid-argument', 'epsilon must be positive');
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.message]).toEqual([
    'UpperhandError',
    'invalid-argument',
    'epsilon must be positive',
  ]);
  expect(error.stack).toContain('upperhand-error.test');
  expect(String(error)).toBe('UpperhandError: epsilon must be positive');
});

it('keeps what caused it', () => {
  const cause = new TypeError('inner');
  expect(new UpperhandError('rollout-file', 'outer', { cause }).cause).toBe(cause);
  expect('cause' in new UpperhandError('rollout-file', 'outer')).toBe(false);
});
