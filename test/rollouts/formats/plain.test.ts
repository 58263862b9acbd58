import { describe, expect, it } from 'vitest';
import { openRollouts } from '../../../ts/rollouts/open-rollouts.ts';
import { rewards } from '../read.ts';
import { lines, readText } from './lines.ts';

const scored = [
  { task_id: 'a', score: 1, reward: 7, note: 'x' },
  { task_id: 'a', score: true },
  { task_id: 'a', score: null },
  { task_id: 'a', reward: 3 },
  { task_id: 'a', score: 'high' },
];

describe('plain files whose reward has another name', () => {
  it('are read by rewardKey, of JSON lines', async () => {
    const read = await readText(lines(scored), { rewardKey: 'score' });
    expect(rewards(read)).toEqual([
      [1, 1],
      [2, 1],
      [3, null],
    ]);
    expect(read.problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['missing-reward', 'has no reward, which is not 0; it gets no advantage'],
      ['invalid-reward', 'has no reward named "score", but the fields "task_id", "reward"'],
      ['invalid-reward', 'score must be a number, a boolean or null, got "high"'],
    ]);
  });

  it('are read by rewardKey, of CSV without and with a reward', async () => {
    const options = { name: 'scores.csv', rewardKey: 'score' };
    const only = await readText('task_id,score\na,1\na,\na,x\n', options);
    expect(rewards(only)).toEqual([
      [2, 1],
      [3, null],
    ]);
    expect(only.problems[1]?.message).toBe('score must be a number or empty, got "x"');
    const both = await readText('task_id,score,reward\na,1,7\n', options);
    expect(rewards(both)).toEqual([[2, 1]]);
    const neither = await readText('task_id,reward\na,1\n', options);
    expect(neither.rows).toEqual([]);
    expect(neither.problems[0]?.message).toContain('has no reward named "score"');
  });

  it('are told how to be read where nothing is known of them', async () => {
    const { problems } = await readText('task_id,score\na,1\n', { name: 'scores.csv' });
    expect(problems[0]?.message).toContain('and reward (or what rewardKey, --reward, names), got');
    const other = await readText('task_id,score\na,1\n', { name: 'a.csv', rewardKey: 'acc' });
    expect(other.problems[0]?.message).toContain('and acc, got "task_id", "score"');
  });

  it('keep what is not the reward as metadata', async () => {
    const chunks = [new TextEncoder().encode(lines(scored.slice(0, 1)))];
    for (const [options, metadata] of [
      [{ rewardKey: 'score' }, { reward: 7, note: 'x' }],
      [{}, { score: 1, note: 'x' }],
    ] as const) {
      for await (const episode of openRollouts({ name: 'a.jsonl', chunks }, options)) {
        expect(episode.trajectories[0]?.metadata).toMatchObject(metadata);
        expect(episode.trajectories[0]?.reward).toBe('rewardKey' in options ? 1 : 7);
        expect(Object.keys(episode.trajectories[0]?.metadata ?? {})).not.toContain(
          'rewardKey' in options ? 'score' : 'reward',
        );
      }
    }
  });
});

describe('rewardKey of a format with one reward', () => {
  const [verl, gym] = [
    { input: 'q', output: 'a', gts: '1', score: 1, step: 3, acc: 0 },
    { _ng_task_index: 1, agent_ref: { name: 's' }, responses_create_params: {}, reward: 1 },
  ];

  it.each([
    ['verl', verl, 'acc', 'score'],
    ['nemo-gym', gym, 'score', 'reward'],
  ])('is said to be of no use, once a file, of %s', async (format, record, rewardKey, reward) => {
    const { rows, problems } = await readText(lines([record, record]), { rewardKey });
    expect(rows.map((row) => row.reward)).toEqual([1, 1]);
    const unused = problems.filter(({ kind }) => kind === 'unused-reward-key');
    expect(unused).toEqual([
      expect.objectContaining({
        line: 1,
        skipped: false,
        message: `is of ${format}, where each rollout has one reward (${reward}), which is read; rewardKey (--reward) "${rewardKey}" is of no use`,
      }),
    ]);
  });

  it('is not where it is that one', async () => {
    const { problems } = await readText(lines([verl]), { rewardKey: 'score' });
    expect(problems.map(({ kind }) => kind)).not.toContain('unused-reward-key');
  });
});

describe('steps of plain files', () => {
  it('are those of their records, else that of the folder', async () => {
    const text = lines([
      { task_id: 'a', reward: 1 },
      { task_id: 'a', reward: 0, step: 3, split: 'val' },
      { task_id: 'a', reward: 0, step: '' },
    ]);
    const { rows } = await readText(text, { name: 'run/step_7/test.jsonl' });
    expect(rows.map(({ step, split, set }) => [step, split, set])).toEqual([
      [7, undefined, 'step 7'],
      [3, 'val', 'step 3 · val'],
      [7, undefined, 'step 7'],
    ]);
  });
});
