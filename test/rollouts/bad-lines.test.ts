import { describe, expect, it } from 'vitest';
import { readText, rewards, toBytes } from './read.ts';

const good = '{"task_id": "t", "reward": 1}';

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
});
