import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../ts/rollouts/index.ts';
import { toBytes } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

const answers = [
  { input: '1+1', output: 'two', reward: 1 },
  { input: '1+1', output: '3', reward: -0.5 },
  { input: '1+2', output: '3', reward: null },
];

describe('OpenRLHF', () => {
  it('groups by equal input, and says so', async () => {
    const { rows, found } = await readText(
      lines([...answers, { input: 7, output: '', reward: 1 }, { ...answers[0], reward: '1' }]),
    );
    expect(Object.values(rewardsOf(rows))).toEqual([[1, -0.5], [null]]);
    expect(rows[0]?.responseChars).toBe(3);
    expect(found).toEqual([
      '1: guessed',
      '3: missing-reward',
      '4: missing-group',
      '5: invalid-reward',
      'null: uneven-groups',
    ]);
    const [first] = await episodesOf(lines(answers));
    expect(first?.trajectories[0]).toMatchObject({
      steps: [{ observation: '1+1', modelResponse: 'two', reward: 1 }],
    });
  });

  it.each([
    ['openrlhf', answers[0]],
    ['verl', { ...answers[0], score: 1, gts: '2' }],
    ['jsonl', { ...answers[0], task_id: 't' }],
  ])('is told from others: %s', async (format, record) => {
    const source = { name: 'x', chunks: [toBytes(lines([record as object]))] };
    expect((await detectFormat(source)).format).toBe(format);
  });
});
