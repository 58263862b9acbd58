import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { type RolloutFormat, readId, readReward } from '../../ts/rollouts/index.ts';
import { readText, toBytes } from './read.ts';

/** Records of `{task, reward}` in anything. */
const anything: RolloutFormat = {
  name: 'anything',
  title: 'anything',
  containers: ['jsonl', 'csv', 'yaml', 'parquet'],
  describe: { group: '', role: '', reward: '', rolloutIndex: '' },
  detect: (record) => record.has('task'),
  read: (record) => ({
    group: readId(record, 'task') ?? '',
    role: 'solver',
    reward: readReward(record.get('reward')),
    rolloutIndex: null,
  }),
};

describe('YAML', () => {
  const options = { name: '0003.yaml', format: anything };

  it('is read as Python writes it', async () => {
    const text =
      '- {reward: .nan, task: "\\U0001F642"}\n- reward: -.inf\n  task: \'yes\'\n- {reward: 1.0e-05, task: a}\n';
    const { rows, found } = await readText(text, options);
    expect(rows.map(({ line, group, reward }) => [line, group, reward])).toEqual([
      [1, '🙂', Number.NaN],
      [2, 'yes', Number.NEGATIVE_INFINITY],
      [3, 'a', 1e-5],
    ]);
    expect(found).toEqual(['1: non-finite-reward', '2: non-finite-reward']);
  });

  it('of one object is one record, and of nothing none', async () => {
    expect((await readText('task: a\nreward: 1\n', options)).rows).toHaveLength(1);
    expect((await readText('# nothing\n', options)).found).toEqual(['null: empty-file']);
    expect((await readText('- 1\n- {task: a}\n', options)).found).toEqual([
      '1: malformed-json',
      '2: missing-reward',
    ]);
  });

  it('that is none, too long or a bomb of aliases is refused', async () => {
    expect((await readText('- {task: a\n', options)).found).toEqual(['null: malformed-yaml']);
    expect((await readText('- a: 1\n', { ...options, maxRecordBytes: 3 })).found).toEqual([
      'null: line-too-long',
    ]);
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let i = 98; i < 106; i++) {
      const before = `*${String.fromCharCode(i - 1)}`;
      const name = String.fromCharCode(i);
      bomb.push(`${name}: &${name} [${Array(9).fill(before).join(', ')}]`);
    }
    expect((await readText(bomb.join('\n'), options)).found).toEqual(['null: malformed-yaml']);
  });

  it('is not guessed of lines of JSON under such a name', async () => {
    const json = { ...anything, containers: ['jsonl'] as const };
    const { rows } = await readText('{"task": "a"}\n{"task": "b"}\n', { ...options, format: json });
    expect(rows.map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('JSON documents', () => {
  it('are held as a whole, so they may be too long', async () => {
    const text = `[\n${'{"task_id": "t", "reward": 1},\n'.repeat(100)}{"task_id": "t"}]\n`;
    expect((await readText(text)).rows).toHaveLength(101);
    const { problems } = await readText(text, { maxRecordBytes: 1000 });
    expect(problems).toMatchObject([
      {
        kind: 'line-too-long',
        message: 'the document, which has to be read as a whole, is longer than 1000 bytes',
      },
    ]);
  });

  it('keep the digits of long ids, NaN and damaged bytes apart', async () => {
    const text =
      '[\n{"task_id": 12345678901234567890, "reward": NaN},\n{"task_id": "\u00e9", "reward": 1}\n]';
    const { rows, found } = await readText(text);
    expect(rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['12345678901234567890', Number.NaN],
      ['é', 1],
    ]);
    expect(found).toEqual(['1: non-finite-reward']);
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    expect((await readText(bytes)).found).toEqual([
      '1: invalid-utf8',
      '1: non-finite-reward',
      '2: invalid-group',
    ]);
  });
});

describe('Parquet', () => {
  it('has integers of 64 bits as ids, digit for digit, and nulls', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'task', data: [7n, 1234567890123456789n], type: 'INT64' },
          { name: 'reward', data: [1.5, null], type: 'DOUBLE', nullable: true },
        ],
      }),
    );
    const { rows, found } = await readText(bytes, { name: 'x', format: anything });
    expect(rows.map(({ line, group, reward }) => [line, group, reward])).toEqual([
      [1, '7', 1.5],
      [2, '1234567890123456789', null],
    ]);
    expect(found).toEqual(['2: missing-reward']);
  });

  it('of unknown columns says which they are, once for each row', async () => {
    const columnData = [{ name: 'a', data: [1, 2], type: 'DOUBLE' as const }];
    const { problems } = await readText(new Uint8Array(parquetWriteBuffer({ columnData })));
    expect(problems).toMatchObject(
      [1, 2].map((line) => ({
        line,
        kind: 'unknown-format',
        message: expect.stringContaining('"a"'),
      })),
    );
  });

  it('that is damaged never fails in another way', async () => {
    const columnData = [{ name: 'task', data: ['a', 'b', 'c'], type: 'STRING' as const }];
    const good = new Uint8Array(parquetWriteBuffer({ columnData }));
    for (let at = 4; at < good.length; at += 2) {
      const bytes = good.slice();
      bytes[at] = (bytes[at] as number) ^ 0x55;
      const { counts } = await readText(bytes, { format: anything });
      expect(counts.records).toBe(counts.rollouts + counts.skipped);
    }
    await readText(toBytes('PAR1PAR1'));
  });
});
