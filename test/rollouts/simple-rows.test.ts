import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RolloutFormat, RowFields, SimpleForm } from '../../ts/rollouts/format.ts';
import { nemoGym } from '../../ts/rollouts/formats/nemo-gym.ts';
import { openRowed } from '../../ts/rollouts/writers/rowed-episodes.ts';
import { readText } from './read.ts';

const { simple: _, ...read } = nemoGym;

/** Names that another line has not, of one length and of others; equal ones; numbers that need care. */
const others = [
  '"lizard":',
  '"rewards":',
  '"reward":0.5,"reward":',
  '"é":0.5,"reward":',
  '"_ng_task_index":9,"reward":',
  '"reward":9.999999999999999,"was":',
  '"reward":0.30000000000000004,"was":',
  '"reward":-123456789012.345,"was":',
];

/** Neighbours of one group and of others, with indexes that come again, and values that are not simple. */
const line = fc
  .record({
    responses_create_params: fc.constant({ input: 'q' }),
    response: fc.constantFrom({ output: [] }, { output: [{ type: 'message', role: 'assistant' }] }),
    reward: fc.constantFrom(0, 1, 0.25, -0, null, true),
    _ng_task_index: fc.constantFrom(0, 1, 12, '1', 'é', 'a task whose name is longer than most'),
    _ng_rollout_index: fc.constantFrom(0, 1, 2, '1', null),
    agent: fc.constantFrom(
      '{"type": "agent", "name": "solver"}',
      '{"name": "judge"}',
      '{"name": "solver", "name": "judge"}',
      '{"name": "solver", "n\\u0061me": "judge"}',
      '{"name": "s\\u006flver"}',
      '{"inner": {"name": "solver"}}',
      '{"name": ""}',
      '{"name": 7}',
      '[{"name": "solver"}]',
      '"solver"',
    ),
    instead: fc.oneof(fc.constant('"reward":'), fc.constantFrom(...others)),
  })
  .map(({ agent, instead, ...record }) =>
    JSON.stringify({ ...record, agent_ref: 0 })
      .replace(/0}$/, `${agent}}`)
      .replace('"reward":', instead),
  );
const text = fc.array(line, { maxLength: 40 }).map((lines) => `${lines.join('\n')}\n`);

describe('simple rows', () => {
  it('are those that the format reads, with the same problems', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), fc.boolean(), async (lines, separateSources, facts) => {
        const options = { separateSources, facts };
        expect(await readText(lines, { ...options, format: nemoGym })).toEqual(
          await readText(lines, { ...options, format: read }),
        );
      }),
    );
  });

  it.each(others)('are those that the format reads where one has %s', async (instead) => {
    const one =
      '{"responses_create_params": {}, "reward":1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
    const lines = one + one + one.replace('"reward":', instead) + one;
    expect(await readText(lines, { format: nemoGym })).toEqual(
      await readText(lines, { format: read }),
    );
  });

  it('are those that the format reads where neighbours have the same long agent', async () => {
    const one = (index: number): string =>
      `{"responses_create_params": {}, "reward":1, "_ng_task_index": 0, "_ng_rollout_index": ${index}, "agent_ref": {"more": "${'y'.repeat(150)}", "name": "a"}}\n`;
    const lines = [0, 1, 2, 3].map(one).join('');
    const { rows, found } = await readText(lines, { format: nemoGym });
    expect([rows.map(({ role }) => role), found]).toEqual([['a', 'a', 'a', 'a'], []]);
  });

  it('are not made where a rollout that was there before is to be skipped', async () => {
    const one =
      '{"responses_create_params": {}, "reward": 1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
    const { rows, found } = await readText(one.repeat(3), {
      format: { ...nemoGym, repeats: 'skip' },
    });
    expect([rows.length, found]).toEqual([1, ['2: repeated-rollout', '3: repeated-rollout']]);
  });

  it('come after a rollout that was held back', async () => {
    const one =
      '{"responses_create_params": {}, "reward": 1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
    const other = (index: number): string =>
      one.replace('_ng_rollout_index": 0', `_ng_rollout_index": ${index}`);
    const format: RolloutFormat = {
      ...nemoGym,
      simple: { ...(nemoGym.simple as SimpleForm), absent: ['output'] },
      read: (record, file, number) => ({
        ...(nemoGym.read(record, file, number) as RowFields),
        ...(record.has('output') && { output: 1 }),
      }),
    };
    const output = other(1).replace('{', '{"output": 1, ');
    const { rows } = await readText(one + output + other(2) + other(3), { format });
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it('are not made of records that another format has', async () => {
    const one =
      '{"responses_create_params": {}, "reward": 1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
    const { found } = await readText(
      one + one.replace('{', '{"upperhand": 1, "trajectories": [], '),
    );
    expect(found).toEqual(['2: mixed-formats', '2: not-a-rollout']);
  });

  it('are not made where content is wanted', async () => {
    const one =
      '{"responses_create_params": {"input": "q"}, "response": {"output": []}, "reward": 1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
    const chunks = new TextEncoder().encode(one.repeat(3));
    const tasks: unknown[] = [];
    const reader = openRowed({ name: 'test.jsonl', chunks }, { onProblem: () => {} });
    for await (const piece of reader) for (const { episode } of piece) tasks.push(episode.task);
    expect(tasks).toEqual(Array(3).fill(tasks[0]));
    expect(tasks[0]).toEqual({ input: 'q' });
  });
});
