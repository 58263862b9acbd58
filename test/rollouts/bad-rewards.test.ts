import { describe, expect, it } from 'vitest';
import { readText, rewards } from './read.ts';

const good = '{"task_id": "t", "reward": 1}';

describe('bad input', () => {
  it('missing and null rewards are kept as missing', async () => {
    const read = await readText(`{"task_id": "t"}\n{"task_id": "t", "reward": null}\n${good}\n`);
    expect(rewards(read)).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ]);
    expect(read.found).toEqual(['1: missing-reward', '2: missing-reward']);
    expect(read.counts).toMatchObject({ missingRewards: 2, skipped: 0 });
  });

  it('boolean rewards are 1 and 0', async () => {
    const read = await readText(
      '{"task_id": 1, "reward": true}\n{"task_id": 1, "reward": false}\n',
    );
    expect(rewards(read)).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(read.problems).toEqual([]);
  });

  it('text, arrays and objects are no rewards, and the value is named', async () => {
    const read = await readText(
      ['"1"', '"True"', '[1]', '{"a": 1}'].map((r) => `{"task_id": 1, "reward": ${r}}`).join('\n'),
    );
    expect(read.problems.map(({ kind, message, skipped }) => [kind, message, skipped])).toEqual([
      ['invalid-reward', 'reward must be a number, a boolean or null, got "1"', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got "True"', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got an array of 1', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got an object', true],
    ]);
  });

  it('a reward of 1e400 is infinite, and reported', async () => {
    const read = await readText('{"task_id": 1, "reward": 1e400}\n{"task_id": 1, "reward": -0}\n');
    expect(rewards(read)).toEqual([
      [1, Number.POSITIVE_INFINITY],
      [2, -0],
    ]);
    expect(read.found).toEqual(['1: non-finite-reward']);
  });
});
