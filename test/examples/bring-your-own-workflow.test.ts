import { expect, it } from 'vitest';
import { runExample } from './agent-example.ts';

it('examples/bring-your-own-workflow learns its task from random weights', () => {
  const rewards = runExample('examples/bring-your-own-workflow/train.ts').map(Number);
  expect(rewards).toHaveLength(60);
  expect(rewards[0]).toBeLessThan(0.2);
  expect(rewards.at(-1)).toBeGreaterThan(0.9);
});
