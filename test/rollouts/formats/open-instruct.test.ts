import { describe, expect, it } from 'vitest';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function rollout(
  step: number,
  prompt_idx: number,
  sample_idx: number,
  fields: object = {},
): object {
  return {
    step,
    sample_idx,
    prompt_idx,
    prompt_tokens: [1, 2],
    response_tokens: [3, 4, 5],
    reward: 10,
    advantage: 0.5,
    finish_reason: 'stop',
    dataset: 'sums',
    ground_truth: [2],
    request_info: null,
    logprobs: null,
    ...fields,
  };
}

describe('open-instruct', () => {
  it('groups by prompt inside a step, of which a file has several', async () => {
    const { rows, found } = await readText(
      lines([
        rollout(5, 0, 0),
        rollout(5, 0, 1, { reward: 0, finish_reason: 'length' }),
        rollout(5, 1, 2, { dataset: ['a', 'b:c'] }),
        rollout(6, 0, 0, { reward: null, dataset: null }),
      ]),
    );
    expect(rewardsOf(rows)).toEqual({
      'step 5/0/sums': [10, 0],
      'step 5/1/a+b_c': [10],
      'step 6/0': [null],
    });
    expect(rows[1]).toMatchObject({ rolloutIndex: '1', truncated: true, responseTokens: 3 });
    expect(found).toEqual(['4: missing-reward']);
  });

  it('gives tokens, and log probabilities and advantage where they are', async () => {
    const [bare, full, odd] = await episodesOf(
      lines([
        rollout(5, 0, 0, { advantage: null }),
        rollout(5, 0, 1, { logprobs: [-1, -2, -3], request_info: { num_calls: 1 } }),
        rollout(5, 0, 2, { logprobs: [-1] }),
      ]),
    );
    expect(bare?.trajectories[0]?.steps).toMatchObject([
      { promptIds: [1, 2], responseIds: [3, 4, 5], logprobs: [], advantage: null },
    ]);
    expect(full?.trajectories[0]?.steps).toMatchObject([
      { logprobs: [-1, -2, -3], advantage: 0.5 },
    ]);
    expect(full?.trajectories[0]?.metadata).toMatchObject({ request_info: { num_calls: 1 } });
    // Log probabilities of another number than the tokens are a fault of the record.
    expect(odd).toBeUndefined();
  });
});
