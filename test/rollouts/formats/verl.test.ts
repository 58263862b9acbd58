import { describe, expect, it } from 'vitest';
import { openRollouts, readGroups } from '../../../ts/rollouts/index.ts';
import { readAll, readText, toBytes } from '../read.ts';

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function row(uid: string | null, score: unknown, fields: object = {}): object {
  return {
    input: 'user\n1+1\nassistant\n',
    output: '2!',
    gts: '2',
    score,
    step: 7,
    ...(uid !== null && { uid }),
    ...fields,
  };
}

describe('verl', () => {
  it('version 0 is grouped by equal input, inside one step and split', async () => {
    const { rows, found } = await readText(
      lines([row(null, 1), row(null, 0, { input: 'other' }), row(null, 0.5, { acc: 'True' })]),
      { name: 'run/val/7.jsonl' },
    );
    expect(rows[0]?.group).toBe(rows[2]?.group);
    expect(rows[0]?.group).not.toBe(rows[1]?.group);
    expect(rows[2]).toMatchObject({ set: 'step 7 · val', reward: 0.5, responseChars: 2 });
    expect(found).toEqual(['1: guessed', 'null: uneven-groups']);
  });

  it('version 1 is grouped by uid; of several outputs of a session the last is the rollout', async () => {
    const records = [
      row('a_b_0_0', 0.1),
      row('a_b_0_1', 0.2),
      row('a_b_0_2', 0.3),
      row('a_b_1_0', 1),
      row('c_0_0', 0),
    ];
    const { rows, problems, counts } = await readText(lines(records));
    expect(
      rows.map(({ line, group, rolloutIndex, reward }) => [line, group, rolloutIndex, reward]),
    ).toEqual([
      [3, 'a_b', '0', 0.3],
      [4, 'a_b', '1', 1],
      [5, 'c', '0', 0],
    ]);
    expect(problems.map(({ line, kind, skipped }) => [line, kind, skipped])).toEqual([
      [1, 'earlier-output', true],
      [2, 'earlier-output', true],
    ]);
    expect(counts).toMatchObject({ records: 5, rollouts: 3, skipped: 2, doubles: 2 });
  });

  it('the highest output counts whatever their order, and alone where steps differ', async () => {
    const late = await readText(lines([row('a_0_1', 1), row('a_0_0', 0)]));
    expect(late.rows).toMatchObject([{ line: 1, reward: 1 }]);
    const steps = await readText(lines([row('a_0_0', 1), row('a_0_1', 0, { step: 8 })]), {
      name: '7.jsonl',
    });
    expect(steps.rows.map(({ set }) => set)).toEqual(['step 7', 'step 8']);
  });

  it('keeps a rollout that waits for a later output where the file fails', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield toBytes(lines([row('a_0_0', 1), row('a_0_1', 0.5)]));
      throw new Error('the network went away');
    }
    const { rows, counts } = await readAll({ name: '7.jsonl', chunks: chunks() });
    expect(rows).toMatchObject([{ line: 2, reward: 0.5 }]);
    expect(counts).toMatchObject({ refusedFiles: 1, records: 2, rollouts: 1, skipped: 1 });
  });

  it('refuses a uid that says nothing, and text as a score', async () => {
    const { problems } = await readText(
      lines([row('abc', 1), row('_0_0', 1), row('a_0_0', '1.0')]),
    );
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['invalid-group', 'uid must be group_session_output, got "abc"'],
      ['invalid-group', 'uid must be group_session_output, got "_0_0"'],
      ['invalid-reward', 'reward must be a number, a boolean or null, got "1.0"'],
    ]);
  });

  it('gives what was asked and answered, and the extra fields', async () => {
    const source = { name: '7.jsonl', chunks: [toBytes(lines([row('a_0_0', 1, { acc: true })]))] };
    for await (const { id, task, trajectories } of openRollouts(source)) {
      expect(id).toBe('step 7/a:0');
      expect(task).toEqual({ input: 'user\n1+1\nassistant\n', gts: '2' });
      expect(trajectories[0]?.steps).toMatchObject([{ modelResponse: '2!', reward: 1 }]);
      expect(trajectories[0]?.metadata).toMatchObject({ acc: true, step: 7 });
    }
    const [group] = await readGroups(source);
    expect(group).toMatchObject({ groupId: 'step 7/a:all_groups' });
    expect(group?.trajectories[0]?.steps[0]?.modelResponse).toBe('2!');
  });

  it('keeps files of two steps apart', async () => {
    const sources = [7, 8].map((step) => ({
      name: `${step}.jsonl`,
      chunks: [toBytes(lines([row('a_0_0', 1, { step })]))],
    }));
    const { rows, found } = await readAll(sources);
    expect(rows.map(({ set }) => set)).toEqual(['step 7', 'step 8']);
    expect(found).toEqual([]);
  });
});
