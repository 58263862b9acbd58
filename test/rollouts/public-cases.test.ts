// Faults that were met in public elsewhere, by their number in the collection of cases. What concerns the
// numbers alone is tested with the estimators.

import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import { openRollouts, toTrajectoryGroups } from '../../ts/rollouts/index.ts';
import { type Read, readText, toBytes } from './read.ts';

/** Rollouts of plain JSON lines. */
function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Advantages by group, through the groups that the rows make. */
async function advantages({ rows }: Read, estimator = 'grpo'): Promise<Record<string, number[]>> {
  const groups = await toTrajectoryGroups(rows);
  collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator }, { onWarning: () => {} });
  return Object.fromEntries(
    groups.map(({ groupId, trajectories }) => [
      groupId,
      trajectories.map(({ steps }) => steps[0]?.advantage as number),
    ]),
  );
}

function task(task_id: unknown, rewards: readonly unknown[]): object[] {
  return rewards.map((reward) => ({ task_id, reward }));
}

describe('public cases', () => {
  it('case 1: one NaN reaches its group only, and is reported with its line', async () => {
    const read = await readText(
      '{"task_id": "a", "reward": 1}\n{"task_id": "a", "reward": NaN}\n{"task_id": "b", "reward": 1}\n{"task_id": "b", "reward": 0}\n',
    );
    expect(await advantages(read)).toEqual({
      'a:all_groups': [Number.NaN, Number.NaN],
      'b:all_groups': [0.999998000004, -0.999998000004],
    });
    expect(read.found).toEqual(['2: non-finite-reward']);
  });

  it('case 2: rewards that are all missing are not 0', async () => {
    const read = await readText(lines(task('a', [null, null, null])));
    expect(await advantages(read)).toEqual({});
    expect(read.counts).toMatchObject({ rollouts: 3, missingRewards: 3 });
  });

  it('case 5: an infinite reward gives what NumPy gives', async () => {
    const text =
      '{"task_id": "a", "reward": Infinity}\n{"task_id": "a", "reward": 1}\n{"task_id": "a", "reward": 0}\n';
    const read = await readText(text);
    expect(await advantages(read)).toEqual({
      'a:all_groups': [Number.NaN, Number.NaN, Number.NaN],
    });
    expect(await advantages(read, 'rloo')).toEqual({
      'a:all_groups': [Number.NaN, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    });
  });

  it('case 7: integers beyond 2^53 become the nearest double', async () => {
    const read = await readText('{"task_id": "a", "reward": 9007199254740993}\n');
    expect(read.rows[0]?.reward).toBe(9007199254740992);
  });

  it('case 8: boolean rewards are 1 and 0', async () => {
    const read = await readText(lines(task('a', [true, false, false])));
    expect(await advantages(read)).toEqual({
      'a:all_groups': [1.4142105623794592, -0.7071052811897295, -0.7071052811897295],
    });
  });

  it('case 10: a missing reward is out of the mean and counted', async () => {
    const read = await readText(lines(task('a', [1, null, 0])));
    expect(await advantages(read)).toEqual({ 'a:all_groups': [0.999998000004, -0.999998000004] });
    expect(read.counts.missingRewards).toBe(1);
  });

  it('case 11: a null reward does not fall through to another metric', async () => {
    const read = await readText(lines([{ task_id: 'a', reward: null, format_ok: 1, score: 1 }]));
    expect(read.rows[0]?.reward).toBeNull();
  });

  it('case 17: one rollout a task still gets an advantage', async () => {
    const read = await readText(lines([...task('a', [1]), ...task('b', [0]), ...task('c', [1])]));
    expect(Object.values(await advantages(read))).toEqual([
      [0.9999990000010001],
      [0],
      [0.9999990000010001],
    ]);
  });

  it('case 23: colons in task ids do not merge tasks', async () => {
    const read = await readText(
      lines(
        [...task('math:alg', [0, 1]), ...task('math:geo', [1, 1])].map((r) => ({
          ...r,
          name: 'solver',
        })),
      ),
    );
    expect(await advantages(read)).toEqual({
      'math:alg:solver': [-0.999998000004, 0.999998000004],
      'math:geo:solver': [0, 0],
    });
  });

  it('case 25: a colon in a role is refused where it would cut the group elsewhere', async () => {
    const { rows } = await readText(lines([{ task_id: 't', name: 'sol:ver', reward: 1 }]));
    await expect(toTrajectoryGroups(rows)).rejects.toThrow(
      'test.jsonl:1: a role must not contain ":", got "sol:ver"',
    );
  });

  it('case 26: rollouts of one task are one group, whatever their own ids', async () => {
    const read = await readText(
      lines([1, 0, 1, 0].map((reward, i) => ({ task_id: 't', id: `uid-${i}`, reward }))),
    );
    expect(Object.values(await advantages(read))).toEqual([
      [0.999998000004, -0.999998000004, 0.999998000004, -0.999998000004],
    ]);
  });

  it('case 28: text never groups where an id is present', async () => {
    const record = (index: number, content: string, reward: number): object => ({
      responses_create_params: { input: content },
      _ng_task_index: index,
      reward,
    });
    const other = await readText(lines([record(1, '#1 2+2', 1), record(1, '#2 2+2', 0)]));
    expect(Object.values(await advantages(other))).toEqual([[0.999998000004, -0.999998000004]]);
    const same = await readText(
      lines([record(1, 'p', 1), record(2, 'p', 0), record(1, 'p', 1), record(2, 'p', 0)]),
    );
    expect(Object.values(await advantages(same))).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('case 29: groups are found by id, not by counting rows', async () => {
    const read = await readText(
      lines([...task('a', [1, 2]), ...task('b', [3]), ...task('c', [5, 5, 5])]),
    );
    expect(Object.values(await advantages(read))).toEqual([
      [-0.999998000004, 0.999998000004],
      [2.9999970000030003],
      [0, 0, 0],
    ]);
  });

  it('case 31: a group that holds different tasks is reported', async () => {
    const { found, rows } = await readText(
      lines(['t0', 't0', 't1', 't2'].map((task_id) => ({ group_id: 'g', task_id, reward: 1 }))),
    );
    expect(rows.map(({ group }) => group)).toEqual(['g', 'g', 'g', 'g']);
    expect(found).toEqual(['3: mixed-tasks', '4: mixed-tasks']);
  });

  it('case 34: a rollout that is null leaves the others where they are', async () => {
    const text = lines([...task('a', [1, 0]), ...task('c', [1, 0])]).split('\n');
    text.splice(2, 0, 'null', JSON.stringify({ task_id: 'b', reward: 1 }));
    const read = await readText(text.join('\n'));
    expect(Object.values(await advantages(read)).map((group) => group.length)).toEqual([2, 1, 2]);
    expect(read.found).toEqual(['3: malformed-json']);
  });

  it('case 88: bare NaN and Infinity are numbers, and text inside strings', async () => {
    const read = await readText('{"task_id": "NaN", "reward": -Infinity, "a": "NaN, -Infinity"}\n');
    expect(read.rows).toMatchObject([{ group: 'NaN', reward: Number.NEGATIVE_INFINITY }]);
  });

  it('case 89: U+2028 and U+0085 do not cut a record', async () => {
    const { rows } = await readText('{"task_id": "a\u2028\u0085b", "reward": 1}\n');
    expect(rows).toHaveLength(1);
  });

  it('case 91: two objects on one line are two records', async () => {
    const { rows, found } = await readText('{"task_id":1,"reward":1}{"task_id":2,"reward":0}\n');
    expect(rows.map(({ group }) => group)).toEqual(['1', '2']);
    expect(found).toEqual(['1: glued-records']);
  });

  it('case 94: cp1252 bytes are reported by offset; BOM and CRLF are fine', async () => {
    const cp1252 = Uint8Array.from('{"task_id":1,"text":"\xe9","reward":1}\n', (c) =>
      c.charCodeAt(0),
    );
    expect((await readText(cp1252)).problems).toMatchObject([{ kind: 'invalid-utf8', offset: 21 }]);
    expect((await readText('\ufeff{"task_id":1,"reward":1}\r\n')).problems).toEqual([]);
  });

  it('case 95: fields that some lines lack stay absent', async () => {
    const { rows } = await readText(
      lines([
        { task_id: 1, reward: 1, name: 'a' },
        { task_id: 1, reward: 1 },
        { task_id: 1, name: 'a' },
      ]),
    );
    expect(rows.map(({ role, reward }) => [role, reward])).toEqual([
      ['a', 1],
      ['all_groups', 1],
      ['a', null],
    ]);
  });

  it('case 97: advantages in a file are not read, but computed from rewards and groups', async () => {
    const read = await readText(
      lines([
        { task_id: 'a', reward: 1, advantage: 7 },
        { task_id: 'a', reward: 0, advantage: null },
        { task_id: 'a', reward: 0 },
      ]),
    );
    expect(await advantages(read)).toEqual({
      'a:all_groups': [1.4142105623794592, -0.7071052811897295, -0.7071052811897295],
    });
  });

  it('case 98: an unknown format is refused with the fields that it has', async () => {
    const { problems } = await readText('{"messages": [], "score": 1}\n');
    expect(problems[0]?.message).toBe(
      'no known rollout format has these fields: "messages", "score"; docs/formats.md lists what is read, and a plain file has task_id (or group_id) and reward',
    );
  });

  it('case 100: a field that holds JSON or its text leaves the record the same', async () => {
    const { rows, problems } = await readText(
      lines([
        { task_id: 'a', reward: 1, extra_info: '{"reward":0}' },
        { task_id: 'a', reward: 1, extra_info: { reward: 0 } },
      ]),
    );
    expect(rows.map(({ group, role, reward }) => [group, role, reward])).toEqual([
      ['a', 'all_groups', 1],
      ['a', 'all_groups', 1],
    ]);
    expect(problems).toEqual([]);
  });

  it('case 101: 1e400 is flagged, large ids keep their digits, -0 keeps its sign', async () => {
    const text =
      '{"task_id": 12345678901234567890, "reward": 1e400}\n{"task_id": 12345678901234567891, "reward": -0}\n';
    const read = await readText(text);
    expect(read.rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['12345678901234567890', Number.POSITIVE_INFINITY],
      ['12345678901234567891', -0],
    ]);
    expect(read.found).toEqual(['1: non-finite-reward']);
    const source = { name: 'a.jsonl', chunks: [toBytes(text)] };
    const tasks: unknown[] = [];
    for await (const { task } of openRollouts(source, { onProblem: () => {} })) tasks.push(task);
    expect(tasks).toEqual(['12345678901234567890', '12345678901234567891']);
  });
});
