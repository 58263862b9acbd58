import { describe, expect, it } from 'vitest';
import { readAll, readText, toBytes } from './read.ts';

const good = '{"task_id": "t", "reward": 1}';

describe('bad input', () => {
  it('invalid UTF-8 in a group key is refused, since two keys could become one', async () => {
    const bytes = [...toBytes('{"task_id": "'), 0xe9, ...toBytes('", "reward": 0}\n')];
    const read = await readText(Uint8Array.from(bytes));
    expect(read.found).toEqual(['1: invalid-utf8', '1: invalid-group']);
  });

  it('`__proto__` keys are no way to fields', async () => {
    const read = await readText(
      [
        '{"__proto__": {"reward": 1, "task_id": "evil"}, "task_id": "__proto__", "name": "constructor"}',
        '{"constructor": 1, "task_id": "toString", "reward": 0.5}',
      ].join('\n'),
    );
    expect(read.rows.map(({ group, role, reward }) => [group, role, reward])).toEqual([
      ['__proto__', 'constructor', null],
      ['toString', 'all_groups', 0.5],
    ]);
    expect(({} as { reward?: unknown }).reward).toBeUndefined();
  });

  it('the same rollout twice is reported with the first place, and kept', async () => {
    const line = '{"task_id": "t", "rollout_idx": 3, "reward": 1}\n';
    const read = await readAll([
      { name: 'a', chunks: [toBytes(`${good}\n${line}`)] },
      { name: 'b', chunks: [toBytes(`${line}${line.replace('"t"', '"u"')}`)] },
    ]);
    expect(read.rows).toHaveLength(4);
    expect(read.problems).toMatchObject([
      {
        source: 'b',
        line: 1,
        kind: 'repeated-rollout',
        message:
          'rollout "3" of group "t", role "all_groups", was there before (a, line 2); both are kept',
        skipped: false,
      },
    ]);
  });

  it('the same rollout in two sources that are kept apart is none', async () => {
    const line = toBytes('{"task_id": "t", "rollout_idx": 3, "reward": 1}\n');
    const sources = ['a', 'b'].map((name) => ({ name, chunks: [line] }));
    expect((await readAll(sources, { separateSources: true })).found).toEqual([]);
  });

  it('long ids keep their digits on a line of many records, which is read once', async () => {
    const ids = Array.from(
      { length: 30_000 },
      (_, i) => `900719925474099${String(i).padStart(5, '0')}`,
    );
    // Read again for each record, the line would be 30 gigabytes, and outlast the test's time.
    const { rows } = await readText(ids.map((id) => `{"task_id": ${id}, "reward": 1}`).join(''));
    expect(rows.map(({ group }) => group)).toEqual(ids);
  });

  it('an `id` that is the task again is no index', async () => {
    const line = '{"task_id": "t", "id": "t", "reward": 1}\n';
    expect((await readText(line + line)).found).toEqual([]);
  });

  it('an index that happens to be the number of its task is one', async () => {
    const line = '{"task_id": 2, "rollout_idx": 2, "reward": 1}\n';
    const { rows, found } = await readText(line + line);
    expect(rows.map(({ rolloutIndex }) => rolloutIndex)).toEqual(['2', '2']);
    expect(found).toEqual(['2: repeated-rollout']);
  });

  it('an index that is no id is noted, and its record kept', async () => {
    const read = await readText(
      [
        '{"task_id": "t", "id": {"n": 1}, "reward": 1}',
        '{"task_id": "t", "rollout_idx": [2], "reward": 0}',
        '{"responses_create_params": {}, "_ng_task_index": 1, "_ng_rollout_index": true, "reward": 1}',
      ].join('\n'),
    );
    expect(read.rows.map(({ reward, rolloutIndex }) => [reward, rolloutIndex])).toEqual([
      [1, null],
      [0, null],
      [1, null],
    ]);
    expect(read.found).toEqual([
      '1: odd-index',
      '2: odd-index',
      '3: mixed-formats',
      '3: odd-index',
    ]);
    expect(read.problems[0]).toMatchObject({
      message: 'id must be text or a number, got an object; it is passed over',
      skipped: false,
    });
    expect(read.counts).toMatchObject({ rollouts: 3, skipped: 0 });
  });

  it('equal lines without an index are not taken for the same rollout', async () => {
    expect((await readText(`${good}\n${good}\n`)).found).toEqual([]);
  });

  it('a record without a task, or with an odd one, is refused', async () => {
    const read = await readText(
      [
        good,
        '{"reward": 1}',
        '{"task_id": {}, "reward": 1}',
        '{"task_id": NaN, "reward": 1}',
        '{"task_id": "t", "name": 7, "reward": 1}',
      ].join('\n'),
    );
    expect(read.found).toEqual([
      '2: missing-group',
      '3: invalid-group',
      '4: invalid-group',
      '5: invalid-role',
    ]);
  });

  it('an empty id is a missing one, in JSON as in CSV', async () => {
    const json = await readText(
      [
        '{"task_id": "", "reward": 1}',
        '{"task_id": "", "group_id": "", "reward": 1}',
        '{"task_id": "t", "group_id": "", "id": "", "reward": 1}',
        '{"task_id": "t", "id": "", "reward": 1}',
      ].join('\n'),
    );
    expect(json.problems.map(({ line, kind, message }) => [line, kind, message])).toEqual(
      [1, 2].map((line) => [
        line,
        'missing-group',
        'has neither a task_id nor a group_id; an empty one is none',
      ]),
    );
    const csv = await readText('task_id,group_id,id,reward\n,,,1\n"",,,1\nt,,,1\nt,"",,1\n', {
      name: 'x.csv',
    });
    expect(csv.found).toEqual(['2: missing-group', '3: missing-group']);
    const rows = ({ rows }: typeof csv): unknown[] =>
      rows.map(({ group, rolloutIndex }) => [group, rolloutIndex]);
    expect(rows(csv)).toEqual(rows(json));
    const nemo = '{"responses_create_params": {"input": "a"}, "_ng_task_index": "", "reward": 1}';
    expect((await readText(nemo)).found).toEqual(['1: guessed']);
  });
});
