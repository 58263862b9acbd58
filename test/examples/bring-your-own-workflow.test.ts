import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../docs/code-blocks.ts';
import { runExample } from './agent-example.ts';

const path = 'examples/bring-your-own-workflow/train.ts';

it('examples/bring-your-own-workflow learns its task from random weights', {
  timeout: 120_000,
}, () => {
  const rewards = runExample(path).flatMap((line) => {
    const [, reward] = /^reward: (.*)/.exec(line) ?? [];
    return reward === undefined ? [] : [Number(reward)];
  });
  expect(rewards).toHaveLength(30);
  expect(rewards[0]).toBeLessThan(0.1);
  expect(rewards.at(-1)).toBeGreaterThan(0.95);
});

it('examples/bring-your-own-workflow has ten lines', () => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('//'))).toHaveLength(10);
});
