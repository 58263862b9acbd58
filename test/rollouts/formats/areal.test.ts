import { describe, expect, it } from 'vitest';
import { readAll, toBytes } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function sample(sample_idx: number, fields: object = {}): object {
  return {
    task_id: 40,
    sample_idx,
    seqlen: 9,
    prompt_len: 4,
    head_version: 2,
    tail_version: 3,
    version_rle: [
      [2, 3],
      [3, 2],
    ],
    reward: sample_idx,
    prompt: '1+1',
    completion: 'two',
    ...fields,
  };
}

describe('AReaL', () => {
  it('reads what was appended again once', async () => {
    const text = lines([sample(0), sample(1), sample(0), sample(1)]);
    const { rows, found, counts } = await readText(text, { name: 'logs/rollout/3/40.jsonl' });
    expect(rewardsOf(rows)).toEqual({ 'step 3/40': [0, 1] });
    expect(rows[0]).toMatchObject({ rolloutIndex: '0', responseTokens: 5, weightVersion: 2 });
    expect(found).toEqual(['3: repeated-rollout', '4: repeated-rollout']);
    expect(counts).toMatchObject({ records: 4, rollouts: 2, skipped: 2, doubles: 2 });
  });

  it('keeps versions, and training and evaluation, apart', async () => {
    const names = ['rollout/3/40', 'rollout/4/40', 'eval-rollout/3/40'];
    const { rows, found } = await readAll(
      names.map((name) => ({ name: `logs/${name}.jsonl`, chunks: [toBytes(lines([sample(1)]))] })),
    );
    expect(rewardsOf(rows)).toEqual({
      'step 3/40': [1],
      'step 4/40': [1],
      'step 3 · eval/40': [1],
    });
    expect(found).toEqual([]);
  });

  it('counts characters where versions of tokens are odd', async () => {
    for (const version_rle of [[], null, [[-1, 4]], [['2', 3]], 'x', [[2]]]) {
      const { rows } = await readText(lines([sample(0, { version_rle })]));
      expect(rows[0]).toMatchObject({ responseChars: 3 });
      expect(rows[0]).not.toHaveProperty('weightVersion');
    }
  });

  it('gives a step for each stretch that was generated', async () => {
    const segments = [
      { role: 'prompt', len: 3, text: '1+1' },
      { role: 'gen', len: 4, text: 'call' },
      { role: 'context', len: 1, text: '=2' },
      { role: 'gen', len: 3, text: 'two' },
    ];
    const [whole, cut] = await episodesOf(
      lines([sample(0, { original_reward: 10 }), sample(1, { segments })]),
    );
    expect(whole?.trajectories[0]).toMatchObject({
      signals: { original_reward: 10 },
      steps: [{ observation: '1+1', modelResponse: 'two', done: true }],
    });
    expect(cut?.trajectories[0]?.steps).toMatchObject([
      { observation: '1+1', modelResponse: 'call', done: false },
      { observation: '1+1call=2', modelResponse: 'two', done: true },
    ]);
  });
});
