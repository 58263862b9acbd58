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

describe('bad input', () => {
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
      [[0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0], 'UTF-32'],
      [[0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b], 'UTF-32'],
      [[0x7b, 0, 0, 0, 0x22, 0, 0, 0], 'UTF-32'],
      [[0, 0, 0, 0x7b, 0, 0, 0, 0x22], 'UTF-32'],
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
