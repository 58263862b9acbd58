import { describe, expect, it } from 'vitest';
import { additionRun } from '../../examples/addition/run.ts';
import { answer, question, SUMS } from '../../examples/addition/sums.ts';
import { noisySums } from '../../examples/addition/warm-up.ts';
import { runExample } from './agent-example.ts';

describe('examples/addition', () => {
  it('has all hundred sums, each once', () => {
    expect(new Set(SUMS.map(question)).size).toBe(100);
    expect(SUMS.map(({ a, b }) => answer(a + b)).every((text) => /^[01]\d$/.test(text))).toBe(true);
  });

  it('warms up on demonstrations of which at most 30 % are right, and counts them', () => {
    const { demonstrations, right } = noisySums(5000, 1);
    const counted = demonstrations.filter(({ turns }) => {
      const [given = '', written = ''] = turns[0] ?? [];
      const [a = 0, b = 0] = given.split(/[+=]/).map(Number);
      return written === answer(a + b);
    });
    expect(counted).toHaveLength(1500);
    expect(right).toBe(0.3);
    expect(additionRun({ seed: 1, updates: 1 }).right).toBeLessThanOrEqual(0.3);
  });

  it('runs by one command, and says what the warm-up was', () => {
    const lines = runExample('examples/addition/train.ts', '--updates', '2');
    expect(lines[0]).toBe('warm-up: 12800 demonstrations, of which 30 % are right');
    expect(lines[1]).toMatch(/^after 0 updates: \d+ of 100 sums right$/);
    expect(lines.at(-1)).toMatch(/^after 2 updates: \d+ of 100 sums right$/);
  });
});
