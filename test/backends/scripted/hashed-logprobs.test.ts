import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashedLogprobs } from '../../../ts/backends/scripted/hashed-logprobs.ts';

const ids = fc.array(fc.nat(300), { maxLength: 30 });

it('lie between −3 and 0, one a token, and are the same for the same tokens', () => {
  fc.assert(
    fc.property(ids, ids, (prompt, completion) => {
      const logprobs = hashedLogprobs(prompt, completion);
      expect(logprobs).toHaveLength(completion.length);
      for (const logprob of logprobs) expect(logprob > -3 && logprob < 0).toBe(true);
      expect(hashedLogprobs(prompt, completion)).toEqual(logprobs);
    }),
  );
});

it('depend on the prompt and on the tokens before, not on those after', () => {
  const [a, b] = hashedLogprobs([1], [2, 3]);
  expect(hashedLogprobs([1], [2, 4])[0]).toBe(a);
  expect(hashedLogprobs([1], [2, 4])[1]).not.toBe(b);
  expect(hashedLogprobs([2], [2, 3])[0]).not.toBe(a);
});

it('are spread out', () => {
  const logprobs = hashedLogprobs([], [...Array(3000).keys()]);
  const mean = logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
  expect(mean).toBeCloseTo(-1.5, 1);
  expect(new Set(logprobs).size).toBe(3000);
});
