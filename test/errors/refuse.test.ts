import { expect, it } from 'vitest';
import { refuse } from '../../ts/errors/refuse.ts';

it('refuse names the thing, what it must be and what came', () => {
  expect(() => refuse('epsilon', 'a finite number ≥ 0', '1e-6')).toThrow(
    expect.objectContaining({
      name: 'UpperhandError',
      code: 'invalid-argument',
      message: 'epsilon must be a finite number ≥ 0, got "1e-6"',
    }),
  );
});
