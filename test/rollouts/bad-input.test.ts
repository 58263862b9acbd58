import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAll, readText, toBytes } from './read.ts';

const good = '{"task_id": "t", "reward": 1}';
const folder = mkdtempSync(join(tmpdir(), 'upperhand-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Line and reward of each row. */
function rewards({ rows }: Awaited<ReturnType<typeof readText>>): [number, number | null][] {
  return rows.map(({ line, reward }) => [line, reward]);
}

describe('bad input', () => {
  it('bare NaN and Infinity are read outside strings, and reported', async () => {
    const read = await readText(
      [
        '{"task_id": "t", "reward": NaN, "note": "NaN"}',
        '{"task_id": "NaN", "reward": -Infinity}',
        '{"task_id": "t", "reward": 0, "logprobs": [NaN, Infinity]}',
      ].join('\n'),
    );
    expect(read.rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['t', Number.NaN],
      ['NaN', Number.NEGATIVE_INFINITY],
      ['t', 0],
    ]);
    expect(read.found).toEqual(['1: non-finite-reward', '2: non-finite-reward']);
  });

  it('a torn last line is reported, and all before it is read', async () => {
    const read = await readText(`${good}\n${good}\n{"task_id": "t", "rew`);
    expect(read.rows).toHaveLength(2);
    expect(read.problems).toEqual([
      {
        source: 'test.jsonl',
        line: 3,
        offset: 60,
        kind: 'torn-record',
        message: 'the file ends in the middle of a record: "{\\"task_id\\": \\"t\\", \\"rew"',
        skipped: true,
      },
    ]);
  });

  it('a torn line in the middle is malformed', async () => {
    expect((await readText(`{"task_id": "t", "rew\n${good}\n`)).found).toEqual([
      '1: malformed-json',
    ]);
  });

  it('two objects on one line are both read', async () => {
    const read = await readText(`${good}{"task_id": "t", "reward": 0}\n${good}\n`);
    expect(rewards(read)).toEqual([
      [1, 1],
      [1, 0],
      [2, 1],
    ]);
    expect(read.found).toEqual(['1: glued-records']);
  });

  it('a byte order mark, CRLF and U+2028 inside strings are harmless', async () => {
    const read = await readText(`\ufeff{"task_id": "a\u2028b\u0085c", "reward": 1}\r\n${good}\r\n`);
    expect(read.rows.map(({ group }) => group)).toEqual(['a\u2028b\u0085c', 't']);
    expect(read.problems).toEqual([]);
  });

  it('invalid UTF-8 is reported with its byte, and the reward is kept', async () => {
    const line = [
      ...toBytes(`${good}\n{"task_id": "t", "text": "caf`),
      0xe9,
      ...toBytes('", "reward": 0}\n'),
    ];
    const read = await readText(Uint8Array.from(line));
    expect(rewards(read)).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(read.problems).toMatchObject([
      { line: 2, offset: 59, kind: 'invalid-utf8', skipped: false },
    ]);
    expect(line[59]).toBe(0xe9);
  });

  it('invalid UTF-8 in a group key is refused, since two keys could become one', async () => {
    const bytes = [...toBytes('{"task_id": "'), 0xe9, ...toBytes('", "reward": 0}\n')];
    const read = await readText(Uint8Array.from(bytes));
    expect(read.found).toEqual(['1: invalid-utf8', '1: invalid-group']);
  });

  it('lone surrogates stay what they are', async () => {
    const read = await readText(
      '{"task_id": "\\ud800", "reward": 1}\n{"task_id": "\\udc00", "reward": 0}\n',
    );
    expect(read.rows.map(({ group }) => group)).toEqual(['\ud800', '\udc00']);
  });

  it('blank lines are counted, placeholder lines reported', async () => {
    const read = await readText(`\n${good}\n \t\r\n<PLACEHOLDER ROW>\n\n`);
    expect(read.counts).toMatchObject({ records: 2, rollouts: 1, skipped: 1, blank: 3 });
    expect(read.found).toEqual(['4: placeholder']);
  });

  it('a Git LFS pointer is named for what it is, once', async () => {
    const read = await readText(
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1\nsize 12345\n',
    );
    expect(read.problems).toMatchObject([{ line: null, kind: 'lfs-pointer', skipped: true }]);
    expect(read.counts).toMatchObject({ refusedFiles: 1, records: 0 });
  });

  it('packed files that are damaged are refused', async () => {
    for (const head of [[0x1f, 0x8b, 8], [0x28, 0xb5, 0x2f, 0xfd], [...toBytes('PK\x03\x04')]]) {
      const { problems, counts } = await readText(Uint8Array.from(head));
      expect(problems).toMatchObject([{ kind: 'unreadable', line: null, skipped: true }]);
      expect(counts).toMatchObject({ files: 1, refusedFiles: 1 });
    }
    const parquet = await readText(toBytes('PAR1 and nothing else'));
    expect(parquet.problems).toMatchObject([{ kind: 'malformed-parquet' }]);
  });

  it('binary files are named for what they are', async () => {
    const heads: [number[], string][] = [
      [[0xff, 0xfe, 0x7b, 0], 'UTF-16'],
      [[0x7b, 0, 0x22, 0], 'UTF-16'],
      [[0, 0x7b, 0, 0x22], 'UTF-16'],
      [[...toBytes('BZh91AY&SY')], 'bzip2'],
      [[0xfd, ...toBytes('7zXZ\0')], 'xz'],
      [[0x80, 5, 0x95], 'pickle'],
    ];
    for (const [head, name] of heads) {
      const { problems } = await readText(Uint8Array.from(head));
      expect(problems).toMatchObject([
        { kind: 'not-text', message: expect.stringContaining(name) },
      ]);
    }
  });

  it('a folder, a missing file and an empty file are no "0 rows"', async () => {
    const empty = join(folder, 'empty.jsonl');
    const blank = join(folder, 'blank.jsonl');
    const fine = join(folder, 'fine.jsonl');
    writeFileSync(empty, '');
    writeFileSync(blank, '\n\n');
    writeFileSync(fine, good);
    const nothing = join(folder, 'nothing');
    mkdirSync(nothing);
    const read = await readAll([nothing, join(folder, 'none.jsonl'), empty, blank, fine]);
    expect(read.problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['unreadable', 'is a folder without rollout files'],
      ['unreadable', 'there is no such file'],
      ['empty-file', 'holds no records'],
      ['empty-file', 'holds no records'],
    ]);
    expect(read.counts).toMatchObject({ files: 5, refusedFiles: 4, rollouts: 1 });
  });

  it('a source that fails on the way is reported, and what came before is kept', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield toBytes(`${good}\n`);
      throw new Error('the network went away');
    }
    const read = await readAll({ name: 'stream', chunks: chunks() });
    expect(read.rows).toHaveLength(1);
    expect(read.problems).toMatchObject([
      { kind: 'unreadable', message: 'reading failed: the network went away' },
    ]);
  });

  it('case 92: a line of 20 MB is read like any other', async () => {
    const long = `{"task_id": "t", "text": "${'é'.repeat(10_000_000)}", "reward": 0.5, "more": [${'1,'.repeat(50_000)}1]}`;
    const read = await readText(`${good}\n${long}\n${good}\n`);
    expect(rewards(read)).toEqual([
      [1, 1],
      [2, 0.5],
      [3, 1],
    ]);
    expect(read.problems).toEqual([]);
  });

  it('a long line with a fault is told like a short one', async () => {
    const text = 'a'.repeat(1_100_000);
    const read = await readText(
      `{"task_id": "t", "text": "${text}", "reward": 1}{"task_id": "t", "reward": 0}\n{"task_id": "t", "reward": "1", "text": "${text}"}\n{"task_id": "t" "text": "${text}"}\n`,
    );
    expect(rewards(read)).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect(read.found).toEqual(['1: glued-records', '2: invalid-reward', '3: malformed-json']);
  });

  it('a line longer than allowed is reported and passed over', async () => {
    const read = await readText(`${good}\n{"text": "${'a'.repeat(500)}"}\n${good}\n`, {
      maxRecordBytes: 100,
    });
    expect(read.rows).toHaveLength(2);
    expect(read.found).toEqual(['2: line-too-long']);
  });

  it('missing and null rewards are kept as missing', async () => {
    const read = await readText(`{"task_id": "t"}\n{"task_id": "t", "reward": null}\n${good}\n`);
    expect(rewards(read)).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ]);
    expect(read.found).toEqual(['1: missing-reward', '2: missing-reward']);
    expect(read.counts).toMatchObject({ missingRewards: 2, skipped: 0 });
  });

  it('boolean rewards are 1 and 0', async () => {
    const read = await readText(
      '{"task_id": 1, "reward": true}\n{"task_id": 1, "reward": false}\n',
    );
    expect(rewards(read)).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(read.problems).toEqual([]);
  });

  it('text, arrays and objects are no rewards, and the value is named', async () => {
    const read = await readText(
      ['"1"', '"True"', '[1]', '{"a": 1}'].map((r) => `{"task_id": 1, "reward": ${r}}`).join('\n'),
    );
    expect(read.problems.map(({ kind, message, skipped }) => [kind, message, skipped])).toEqual([
      ['invalid-reward', 'reward must be a number, a boolean or null, got "1"', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got "True"', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got an array of 1', true],
      ['invalid-reward', 'reward must be a number, a boolean or null, got an object', true],
    ]);
  });

  it('a reward of 1e400 is infinite, and reported', async () => {
    const read = await readText('{"task_id": 1, "reward": 1e400}\n{"task_id": 1, "reward": -0}\n');
    expect(rewards(read)).toEqual([
      [1, Number.POSITIVE_INFINITY],
      [2, -0],
    ]);
    expect(read.found).toEqual(['1: non-finite-reward']);
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

  it('a file of another kind is told by its fields', async () => {
    const read = await readText('{"prompt": "a", "score": 1}\n[1, 2]\n7\n');
    expect(read.problems.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'unknown-format',
        'no known rollout format has these fields: "prompt", "score"; docs/formats.md lists what is read, and a plain file has task_id (or group_id) and reward',
      ],
      [
        'malformed-json',
        "expected a JSON object, got an array; `jq -c '.[]'` writes one object a line",
      ],
      ['malformed-json', 'expected a JSON object, got a number'],
    ]);
  });

  it('a JSON document is one record, or one in each entry of an array', async () => {
    const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
    const one = { task_id: 't', reward: 1 };
    const cases: [string, number, string[]][] = [
      [pretty(one), 1, []],
      [pretty([one, one]), 2, []],
      [JSON.stringify([one, one]), 2, []],
      ['[{"task_id": 1, "reward": 1},\n{"task_id": 2, "reward": 1}]\n', 2, []],
      [pretty(one) + pretty(one), 2, []],
      [pretty([one, 7, {}]), 1, ['2: malformed-json', '3: missing-group']],
      [`[\n${good},\n`, 0, ['1: torn-record']],
    ];
    for (const [text, rollouts, found] of cases) {
      const read = await readText(text);
      expect([read.rows.length, read.found]).toEqual([rollouts, found]);
      expect(read.counts.records).toBe(rollouts + read.counts.skipped);
    }
  });

  it('a torn first line does not make a document of those that follow', async () => {
    const long = `{"task_id": "t", "reward": 1, "text": "${'x'.repeat(5000)}"}`;
    for (const torn of ['{"task_id": "t", "rew', '{"task_id": "t",', '{', '{"a":', '{"a": [']) {
      for (const next of torn.startsWith('{"a') ? [good, long] : [good]) {
        const read = await readText(`${torn}\n${next}\n${next}\n`);
        expect(rewards(read)).toEqual([
          [2, 1],
          [3, 1],
        ]);
        expect(read.found).toEqual(['1: malformed-json']);
      }
    }
  });

  it('an object of an array on lines of its own is part of a document', async () => {
    for (const text of [`{"a": [\n${good},\n${good}\n]}\n`, `{"a":\n${good}\n}\n`]) {
      const { counts } = await readText(text, { name: 'x.json' });
      expect([counts.records, counts.skipped]).toEqual([1, 1]);
    }
  });

  it('JSON lines under the name of a CSV file are told, and read when they are called what they are', async () => {
    for (const text of [`${good}\n`, `\ufeff ${good}`, '[1]']) {
      const { problems, rows } = await readText(text, { name: 'x.csv' });
      expect(rows).toEqual([]);
      expect(problems).toMatchObject([
        {
          kind: 'malformed-csv',
          line: null,
          message: 'holds JSON, not CSV; name it .jsonl, or give its format: jsonl or nemo-gym',
        },
      ]);
    }
    const { rows } = await readText(good, { name: 'x.csv', format: 'jsonl' });
    expect(rows).toHaveLength(1);
  });
});
