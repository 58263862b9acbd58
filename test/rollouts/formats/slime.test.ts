import { describe, expect, it } from 'vitest';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function sample(index: number, reward: unknown, fields: object = {}): object {
  return {
    group_index: 0,
    index,
    rollout_id: null,
    prompt: '1+1',
    tokens: [1, 2, 3, 4],
    response: 'two',
    response_length: 2,
    label: '2',
    reward,
    loss_mask: null,
    weight_versions: ['4', '3'],
    rollout_log_probs: [-1, -2],
    remove_sample: false,
    status: 'completed',
    metadata: { round: 1 },
    session_id: 's',
    ...fields,
  };
}

const name = 'rollout_data/8.jsonl';

describe('slime', () => {
  it('groups by group_index, and tells how a sample ended', async () => {
    const { rows, found } = await readText(
      lines([
        sample(0, 1),
        sample(1, null, { status: 'failed' }),
        sample(2, Number.POSITIVE_INFINITY, { status: 'truncated', group_index: 1 }),
      ]),
      { name },
    );
    expect(rewardsOf(rows)).toEqual({
      'step 8/0': [1, null],
      'step 8/1': [Number.POSITIVE_INFINITY],
    });
    expect(rows).toMatchObject([
      { termination: 'completed', responseTokens: 2, weightVersion: 3, rolloutIndex: '0' },
      { failed: true },
      { truncated: true },
    ]);
    expect(found).toEqual(['2: missing-reward', '3: non-finite-reward']);
    const evaluated = await readText(lines([sample(0, 1)]), { name: 'rollout_data/eval_8.jsonl' });
    expect(evaluated.rows[0]?.set).toBe('step 8 · eval');
  });

  it('reads of a reward that is an object the entry that is wanted, and nothing else', async () => {
    const text = lines([
      sample(0, { acc: 1, fmt: 0.5 }),
      sample(1, 0.25),
      sample(2, { acc: null }),
    ]);
    const none = await readText(text, { name });
    expect(none.rows.map(({ line }) => line)).toEqual([2]);
    expect(none.problems[0]).toMatchObject({
      line: 1,
      kind: 'invalid-reward',
      message:
        'its reward is an object with "acc", "fmt"; say which is meant by rewardKey (--reward)',
    });
    const acc = await readText(text, { name, rewardKey: 'acc' });
    expect(acc.rows.map(({ reward }) => reward)).toEqual([1, 0.25, null]);
    const fmt = await readText(text, { name, rewardKey: 'fmt' });
    expect(fmt.rows.map(({ reward }) => reward)).toEqual([0.5, 0.25]);
    expect(fmt.found).toEqual(['3: invalid-reward']);
    const [list] = (await readText(lines([sample(0, [1])]), { name })).problems;
    expect(list?.message).toBe('reward must be a number, a boolean or null, got an array of 1');
  });

  it('gives tokens, messages, and versions that are text as numbers', async () => {
    const messages = [{ role: 'user', content: '1+1' }];
    const [text, bare, ...others] = await episodesOf(
      lines([
        sample(0, 1),
        sample(1, { acc: 1 }, { group_index: 1 }),
        sample(2, 1, {
          prompt: messages,
          rollout_log_probs: null,
          weight_versions: [],
          group_index: 2,
        }),
      ]),
      name,
    );
    expect(text).toMatchObject({ id: 'step 8/0:0', sessionId: 's' });
    expect(text?.trajectories[0]).toMatchObject({
      metadata: { round: 1, status: 'completed', remove_sample: false },
      steps: [
        {
          promptIds: [1, 2],
          responseIds: [3, 4],
          logprobs: [-1, -2],
          weightVersion: 3,
          chatCompletions: [
            { role: 'user', content: '1+1' },
            { role: 'assistant', content: 'two' },
          ],
        },
      ],
    });
    expect(bare?.trajectories[0]?.steps[0]).toMatchObject({
      logprobs: [],
      weightVersion: null,
      chatCompletions: [...messages, { role: 'assistant', content: 'two' }],
    });
    // Of a reward that is an object nobody said which entry is meant.
    expect(others).toEqual([]);
  });
});
