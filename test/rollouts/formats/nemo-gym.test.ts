import { describe, expect, it } from 'vitest';
import { openRollouts } from '../../../ts/rollouts/index.ts';
import { readText, toBytes } from '../read.ts';

/** A line as NeMo Gym writes it, but for the texts. */
function line(
  fields: object,
  input: unknown = [{ role: 'user', content: 'Hit or stand?' }],
): string {
  return `${JSON.stringify({
    responses_create_params: { input, tools: [] },
    response: { id: 'r', output: [{ type: 'message', content: [], generation_token_ids: [] }] },
    ...fields,
  })}\n`;
}

const agent_ref = { type: 'responses_api_agents', name: 'card_player' };

describe('NeMo Gym', () => {
  it('groups by task index; the role is the agent', async () => {
    const { rows, problems } = await readText(
      line({ reward: 1, agent_ref, _ng_task_index: 81, _ng_rollout_index: 8 }) +
        line({ reward: -1.5, agent_ref, _ng_task_index: 86, _ng_rollout_index: 4 }) +
        line({ reward: true, agent_ref: null, _ng_task_index: 81, _ng_rollout_index: 9 }),
    );
    expect(rows).toMatchObject([
      { group: '81', role: 'card_player', reward: 1, rolloutIndex: '8' },
      { group: '86', role: 'card_player', reward: -1.5, rolloutIndex: '4' },
      { group: '81', role: 'all_groups', reward: 1, rolloutIndex: '9' },
    ]);
    expect(problems).toEqual([]);
  });

  it('refuses a record that is grouped by an input nested without end, and reads on', async () => {
    const deep = `{"responses_create_params": {"input": ${'['.repeat(100_000)}${']'.repeat(100_000)}}, "reward": 1}\n`;
    const { rows, problems } = await readText(deep + line({ reward: 1, _ng_task_index: 1 }));
    expect(rows).toHaveLength(1);
    expect(problems).toMatchObject([
      { line: 1, kind: 'invalid-group', message: expect.stringContaining('nested too deeply') },
    ]);
  });

  it('groups by equal input where there is no task index, and says so once', async () => {
    const { rows, found } = await readText(
      line({ reward: 1 }) + line({ reward: 0 }, 'another') + line({ reward: 0.5 }),
    );
    expect(rows[0]?.group).toBe(rows[2]?.group);
    expect(rows[0]?.group).not.toBe(rows[1]?.group);
    expect(rows[0]?.group).toMatch(/^input-[0-9a-f]{16}-\d+$/);
    expect(found).toEqual(['1: guessed', 'null: uneven-groups']);
  });

  it('takes a retry of a rollout for the same rollout', async () => {
    const { found } = await readText(
      line({ reward: 0, _ng_task_index: 1, _ng_rollout_index: 0 }) +
        line({ reward: 1, _ng_task_index: 1, _ng_rollout_index: 0, _ng_attempt_index: 1 }),
    );
    expect(found).toEqual(['2: repeated-rollout']);
  });

  it('reads lines that nobody scored as missing', async () => {
    const { rows, found } = await readText(
      line({ agent_ref, task_id: 'x' }) + line({ agent_ref, reward: null, _ng_task_index: 0 }),
    );
    expect(rows.map(({ reward }) => reward)).toEqual([null, null]);
    expect(found).toEqual(['1: missing-reward', '1: guessed', '2: missing-reward']);
  });

  it('says what a reward profile is', async () => {
    const profile = {
      _ng_task_index: 28,
      'mean/reward': 0.7,
      'std/reward': 0,
      sample: {},
      rollout_infos: [],
    };
    const { problems, counts } = await readText(`${JSON.stringify(profile)}\n`.repeat(2));
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual(
      Array(2).fill(['not-a-rollout', expect.stringContaining('NeMo Gym reward profile')]),
    );
    expect(counts).toMatchObject({ records: 2, skipped: 2, rollouts: 0 });
  });

  it('gives a step for each call of the model, with its tokens where they were recorded', async () => {
    const said = (text: string, fields: object = {}): object => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text }],
      ...fields,
    });
    const tokens = {
      prompt_token_ids: [1],
      generation_token_ids: [2, 3],
      generation_log_probs: [-0.5, -1],
    };
    const asked = { type: 'message', role: 'user', content: 'And now?' };
    const records = [
      [{ type: 'reasoning' }, said('hit'), asked, { type: 'function_call', arguments: '{}' }],
      [said('hit', tokens), asked, said('stand')],
    ].map((output) => line({ reward: 1, _ng_task_index: 1, response: { output }, info: { a: 1 } }));
    const steps: unknown[] = [];
    const source = { name: 'x', chunks: [toBytes(records.join(''))] };
    for await (const { trajectories } of openRollouts(source)) {
      const [trajectory] = trajectories;
      expect(trajectory?.metadata).toMatchObject({ info: { a: 1 } });
      steps.push(
        trajectory?.steps.map(({ responseIds, chatCompletions, modelResponse, done }) => [
          responseIds,
          chatCompletions.length,
          modelResponse,
          done,
        ]),
      );
    }
    expect(steps).toEqual([
      [
        [[], 3, 'hit', false],
        [[], 5, '{}', true],
      ],
      [[[2, 3], 2, 'hit', true]],
    ]);
    const { rows } = await readText(records.join(''));
    expect(rows).toMatchObject([{ responseChars: 5 }, { responseTokens: 2 }]);
  });

  it('is told from plain lines record by record, and the change is reported', async () => {
    const plain = '{"task_id": "p", "reward": 1}\n';
    const nemo = line({ task_id: 'p', reward: 0, agent_ref, _ng_task_index: 7 });
    const read = await readText(plain + nemo + nemo + plain + plain);
    expect(read.rows.map(({ group, role }) => [group, role])).toEqual([
      ['p', 'all_groups'],
      ['7', 'card_player'],
      ['7', 'card_player'],
      ['p', 'all_groups'],
      ['p', 'all_groups'],
    ]);
    expect(read.found).toEqual(['2: mixed-formats', '4: mixed-formats']);
    expect(read.counts.problems).toEqual({ 'mixed-formats': 2 });
    expect(read.problems[0]?.message).toBe(
      'is read as nemo-gym from here on, after jsonl; groups of both that have the same name are one',
    );
    const asPlain = await readText(plain + nemo, { format: 'jsonl' });
    expect(asPlain.rows.map(({ group }) => group)).toEqual(['p', 'p']);
    expect(asPlain.found).toEqual([]);
  });

  it('takes a record that shows no format for what those before it are', async () => {
    const { found } = await readText(`${line({ reward: 1, _ng_task_index: 1 })}{"reward": 1}\n`);
    expect(found).toEqual(['2: missing-group']);
  });

  it('refuses a line that tells nothing of its task', async () => {
    const { found } = await readText('{"responses_create_params": {}, "reward": 1}\n');
    expect(found).toEqual(['1: missing-group']);
  });
});
