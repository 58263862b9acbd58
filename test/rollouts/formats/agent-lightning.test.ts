import { describe, expect, it } from 'vitest';
import { makeZip } from '../make-zip.ts';
import { readAll, toBytes } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function event(event_type: string, data: object, attempt_id = 'a'): object {
  return { event_type, rollout_id: 'r', attempt_id, timestamp: 1, data };
}

function archived(rollout: object, events: readonly object[]): object {
  return {
    rollout: {
      rollout_id: 'r',
      status: 'succeeded',
      input: { question: '1+1' },
      metadata: { batch_idx: 1, sample_idx_in_batch: 0 },
      succeeded_attempt_id: 'a',
      ...rollout,
    },
    events,
    resources: null,
  };
}

const good = event('reward', { value: 1 });

describe('Agent Lightning archives', () => {
  it('are grouped by data_id, else by equal input', async () => {
    const { rows, found } = await readText(
      lines([
        archived({ rollout_id: 'r0', metadata: { data_id: 'd' } }, [good]),
        archived({ rollout_id: 'r1', input: { data_id: 'd' }, is_train: false }, [good]),
        archived({ rollout_id: 'r2' }, [good]),
        archived({ rollout_id: 'r3', status: { state: 'failed' } }, []),
        archived({ rollout_id: 'r4', input: null }, [good]),
      ]),
    );
    expect(rows.map(({ group, set, reward }) => [group.slice(0, 5), set, reward])).toEqual([
      ['d', undefined, 1],
      ['d', 'step 1 · val', 1],
      ['input', 'step 1', 1],
      ['input', 'step 1', null],
    ]);
    expect(rows[2]?.group).toBe(rows[3]?.group);
    expect(rows[3]).toMatchObject({ failed: true, termination: 'failed', rolloutIndex: 'r3' });
    expect(found).toEqual(['3: guessed', '4: missing-reward', '5: missing-group']);
  });

  it('tell the last reward of the attempt that succeeded', async () => {
    const { rows, found } = await readText(
      lines([
        archived({ metadata: { data_id: 'd' } }, [
          event('reward', { value: 0.25 }, 'b'),
          event('reward', { value: 0.5 }),
          event('agent_output', { value: 7 }),
          good,
        ]),
        archived({ rollout_id: 'r1', metadata: { data_id: 'd' } }, [
          event('reward', { value: 'x' }),
        ]),
      ]),
    );
    expect(rows.map(({ reward }) => reward)).toEqual([1]);
    expect(found).toEqual(['1: guessed', '2: invalid-reward']);
  });

  it('give a step for each request, whether it was streamed or not', async () => {
    const request = { messages: [{ role: 'user', content: '1+1' }] };
    const whole = {
      request,
      response: {
        prompt_token_ids: [1, 2],
        choices: [
          {
            message: { role: 'assistant', content: 'two' },
            token_ids: [3],
            logprobs: { content: [{ token: 'two', logprob: -0.5 }] },
          },
        ],
      },
      server: { version: 4 },
    };
    const piece = (content: string, token_ids: number[], more: object = {}): object => ({
      choices: [{ index: 0, delta: { content }, token_ids }],
      ...more,
    });
    const streamed = {
      request,
      response: [
        piece('', [], { prompt_token_ids: [1, 2] }),
        piece('t', [5]),
        piece('wo', [6]),
        { choices: [] },
      ],
      model_version: 3,
    };
    const record = archived({}, [
      event('model_request', whole),
      event('model_request', streamed),
      good,
    ]);
    const [episode] = await episodesOf(lines([record]));
    expect(episode?.trajectories[0]?.steps).toMatchObject([
      {
        promptIds: [1, 2],
        responseIds: [3],
        logprobs: [-0.5],
        modelResponse: 'two',
        weightVersion: 4,
        done: false,
      },
      { promptIds: [1, 2], responseIds: [5, 6], logprobs: [], modelResponse: 'two', done: true },
    ]);
    expect(episode?.trajectories[0]?.steps[1]?.chatCompletions).toHaveLength(2);
    const { rows } = await readText(lines([record]));
    expect(rows[0]).toMatchObject({ responseTokens: 3, weightVersion: 3 });
  });
});

describe('Agent Lightning trajectories', () => {
  const turn = (rollout_id: string, reward: unknown, prompt: unknown = '1+1'): object => ({
    rollout_id,
    reward,
    prompt,
    response: 'two',
  });

  it('are grouped by prompt, out of their archive', async () => {
    const content = lines([
      turn('r0', 1),
      turn('r1', -9),
      turn('r2', null, '1+2'),
      turn('r3', 1, 7),
    ]);
    const archive = makeZip([{ name: 'train_trajectories.jsonl', content }]);
    const name = 'step_4/train_trajectories.jsonl.zip';
    const { rows, found } = await readAll({ name, chunks: [archive] });
    expect(Object.values(rewardsOf(rows))).toEqual([[1, -9], [null]]);
    expect(rows[0]).toMatchObject({ set: 'step 4 · train', rolloutIndex: 'r0', responseChars: 3 });
    expect(found).toEqual([
      '1: guessed',
      '3: missing-reward',
      '4: missing-group',
      'null: uneven-groups',
    ]);
    const [episode] = await episodesOf(content);
    expect(episode?.trajectories[0]?.steps).toMatchObject([
      { observation: '1+1', modelResponse: 'two' },
    ]);
  });

  it('are nothing that has other fields too', async () => {
    const plain = { ...turn('r0', 1), task_id: 't' };
    const { rows } = await readAll({ name: 'x', chunks: [toBytes(lines([plain]))] });
    expect(rows[0]?.group).toBe('t');
  });
});
