import { describe, expect, it } from 'vitest';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

let next = 0;

function span(rollout_id: string, name: string, attributes: object, more: object = {}): object {
  next++;
  return {
    rollout_id,
    attempt_id: 'at-1',
    sequence_id: next,
    trace_id: 'f'.repeat(32),
    span_id: String(next).padStart(16, '0'),
    parent_id: null,
    name,
    status: { status_code: 'OK', description: null },
    attributes,
    events: [],
    links: [],
    start_time: next,
    end_time: next + 1,
    context: null,
    parent: null,
    resource: { attributes: {}, schema_url: '' },
    ...more,
  };
}

function call(rollout: string, question: string, answer: string, more: object = {}): object {
  return span(rollout, 'openai.chat.completion', {
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': question,
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.content': answer,
    ...more,
  });
}

const reward = (rollout: string, value: unknown): object =>
  span(rollout, 'agentlightning.annotation', {
    'agentlightning.reward.0.name': 'primary',
    'agentlightning.reward.0.value': value,
  });

describe('Agent Lightning spans', () => {
  it('are rollouts by rollout_id, grouped by their first prompt, with the last reward', async () => {
    const { rows, found, counts } = await readText(
      lines([
        span('r0', 'run_one.session', {}),
        call('r0', '1+1', 'two'),
        reward('r0', 0.25),
        call('r0', '1+1, again', 'four'),
        reward('r0', 1),
        call('r1', '1+1', 'three'),
        reward('r1', 0),
        call('r2', '1+2', 'three'),
      ]),
    );
    expect(Object.values(rewardsOf(rows))).toEqual([[1, 0], [null]]);
    expect(rows.map(({ rolloutIndex, line }) => [rolloutIndex, line])).toEqual([
      ['r0', 5],
      ['r1', 7],
      ['r2', 8],
    ]);
    expect(rows[0]).toMatchObject({ responseChars: 7 });
    expect(found.filter((one, i) => i === 0 || !one.endsWith('rollout-part'))).toEqual([
      '1: rollout-part',
      '5: guessed',
      '8: missing-reward',
      'null: uneven-groups',
    ]);
    expect(counts).toMatchObject({ records: 8, rollouts: 3, skipped: 5, doubles: 5 });
  });

  it('tell rewards as older versions wrote them, and one of several by its name', async () => {
    const older = lines([
      call('r0', 'a', 'b'),
      span('r0', 'agentlightning.reward', { reward: 0.5 }),
      call('r1', 'a', 'b'),
      span('r1', 'any', { 'agentlightning.reward': 2 }),
    ]);
    expect((await readText(older)).rows.map((row) => row.reward)).toEqual([0.5, 2]);
    const several = lines([
      call('r0', 'a', 'b'),
      span('r0', 'agentlightning.annotation', {
        'agentlightning.reward.0.name': 'right',
        'agentlightning.reward.0.value': 1,
        'agentlightning.reward.1.name': 'short',
        'agentlightning.reward.1.value': 0.125,
      }),
    ]);
    expect((await readText(several)).rows[0]?.reward).toBe(1);
    expect((await readText(several, { rewardKey: 'short' })).rows[0]?.reward).toBe(0.125);
    expect((await readText(several, { rewardKey: 'none' })).rows[0]?.reward).toBeNull();
  });

  it('give a step for each call, seen by one tracer or by two', async () => {
    const tokens = { prompt_token_ids: [1, 2], response_token_ids: [3, 4] };
    const logprobs = [{ logprob: -0.5 }, { logprob: -0.25 }];
    const twice = {
      'gen_ai.response.id': 'c1',
      ...tokens,
      'logprobs.content': JSON.stringify(logprobs),
    };
    const raw = span('r0', 'raw_gen_ai_request', {
      'llm.hosted_vllm.id': 'c2',
      'llm.hosted_vllm.prompt_token_ids': '[5, 6]',
      'llm.hosted_vllm.response_token_ids': '[[7, 8, 9]]',
    });
    const [episode, ...others] = await episodesOf(
      lines([
        call('r0', '1+1', 'two', twice),
        call('r0', '1+1', 'two', twice),
        raw,
        reward('r0', 1),
      ]),
    );
    expect(others).toEqual([]);
    expect(episode?.trajectories[0]).toMatchObject({
      uid: 'r0',
      reward: 1,
      steps: [
        {
          promptIds: [1, 2],
          responseIds: [3, 4],
          logprobs: [-0.5, -0.25],
          modelResponse: 'two',
          chatCompletions: [
            { role: 'user', content: '1+1' },
            { role: 'assistant', content: 'two' },
          ],
          done: false,
        },
        { promptIds: [5, 6], responseIds: [7, 8, 9], done: true },
      ],
    });
  });

  it('take the last attempt, and say so', async () => {
    const later = { attempt_id: 'at-2' };
    const { rows, found } = await readText(
      lines([
        call('r0', 'a', 'b'),
        reward('r0', 1),
        { ...call('r0', 'a', 'longer'), ...later },
        { ...span('r0', 'agentlightning.exception', {}), ...later },
      ]),
    );
    expect(rows).toMatchObject([{ reward: null, failed: true, responseChars: 6 }]);
    expect(found).toContain('4: guessed');
  });

  it('must stand together, and those that do not are reported', async () => {
    const { rows, problems, counts } = await readText(
      lines([
        call('r0', 'a', 'b'),
        call('r1', 'a', 'b'),
        reward('r0', 1),
        reward('r1', 0),
        reward('r2', 1),
      ]),
    );
    expect(rows.map(({ rolloutIndex, reward: of }) => [rolloutIndex, of])).toEqual([
      ['r0', null],
      ['r1', 0],
    ]);
    expect(problems.filter(({ skipped }) => skipped)).toMatchObject([
      { line: 3, kind: 'not-a-rollout', message: expect.stringContaining('sort the lines') },
      { line: 2, kind: 'rollout-part' },
      { line: 5, kind: 'missing-group', message: expect.stringContaining('whose prompt no span') },
    ]);
    expect(counts.skipped - counts.doubles).toBe(2);
  });
});

describe('Agent Lightning rollouts with triplets', () => {
  const rollout = (fields: object): object => ({
    rollout_id: 'r0',
    task: { rollout_id: 'r0', input: { question: '1+1' }, mode: 'train', metadata: {} },
    final_reward: 1,
    triplets: [
      {
        prompt: { token_ids: [1, 2] },
        response: { token_ids: [3, 4], logprobs: [{ logprob: -0.5 }, { logprob: -1 }] },
        reward: 1,
        metadata: { agent_name: 'solver' },
      },
    ],
    trace: [],
    logs: [],
    metadata: {},
    ...fields,
  });

  it('are grouped by data_id, else by equal task', async () => {
    const named = { input: {}, metadata: { data_id: 7 } };
    const { rows, found } = await readText(
      lines([
        rollout({}),
        rollout({ rollout_id: 'r1', final_reward: null }),
        rollout({ rollout_id: 'r2', task: named }),
        rollout({ rollout_id: 'r3', task: null }),
      ]),
    );
    expect(rows.map(({ reward: of }) => of)).toEqual([1, null, 1]);
    expect(rows[1]?.group).toBe(rows[0]?.group);
    expect(rows[0]).toMatchObject({ set: 'train', rolloutIndex: 'r0', responseTokens: 2 });
    expect(rows[2]?.group).toBe('7');
    expect(found).toEqual(['1: guessed', '2: missing-reward', '4: missing-group']);
  });

  it('give a step for each triplet', async () => {
    const [episode] = await episodesOf(lines([rollout({})]));
    expect(episode?.trajectories[0]?.steps).toMatchObject([
      {
        promptIds: [1, 2],
        responseIds: [3, 4],
        logprobs: [-0.5, -1],
        reward: 1,
        done: true,
        metadata: { agent_name: 'solver' },
      },
    ]);
  });
});
