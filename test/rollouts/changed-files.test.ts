// Files that others write to while they are read.

import { appendFileSync, existsSync, renameSync, truncateSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { RolloutRow } from '../../ts/rollouts/row.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { readInBlocks } from './projection/read-in-blocks.ts';
import { type Read, readAll } from './read.ts';

const { file } = temporaryFiles();

const ROWS = 2000;
const numbers = Array.from({ length: ROWS }, (_, i) => i);
/** Together more than is read ahead. */
const lineOf = (i: number): string =>
  `{"task_id": "${String(i).padStart(6, '0')}", "reward": 1, "text": "${'x'.repeat(1000)}"}\n`;
const lines = numbers.map(lineOf).join('');

/** Does something to a file when its second piece is read, for whatever it was opened. */
function atSecond(change: () => void): () => void {
  let pieces = 0;
  return () => {
    if (++pieces === 2) change();
  };
}

/** Reads a file that is cut meanwhile. */
function readCut(path: string): Promise<Read> {
  return readAll(path, { onBytes: atSecond(() => truncateSync(path, 100)) });
}

describe('a file that becomes shorter while it is read', () => {
  const table = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'task_id', data: numbers.map(String) },
        { name: 'reward', data: numbers },
      ],
      rowGroupSize: 500,
    }),
  );
  const files: [string, string | Uint8Array][] = [
    ['rollouts.jsonl', lines],
    ['rollouts.json', `[${lines.trimEnd().replaceAll('\n', ',\n')}]`],
    [
      'rollouts.csv',
      `task_id,reward,text\n${numbers.map((i) => `${i},1,${'x'.repeat(1000)}\n`).join('')}`,
    ],
    ['0001.yaml', lines.replaceAll('{', '- {')],
    ['rollouts.jsonl.gz', gzipSync(lines, { level: 0 })],
    ['rollouts.parquet', table],
  ];

  it.each(files)('is no file that was read, but for what was before: %s', async (name, content) => {
    const { problems, counts } = await readCut(file(name, content));
    expect(problems).toEqual([
      expect.objectContaining({
        line: null,
        kind: 'unreadable',
        message: expect.stringMatching(
          /^reading failed: the file became shorter while it was read: of its \d+ bytes those from \d+ on are gone$/,
        ),
        skipped: true,
      }),
    ]);
    expect(counts).toMatchObject({ files: 1, refusedFiles: 1 });
  });

  it('gives the lines that were read before', async () => {
    const { rows } = await readCut(file('some.jsonl', lines));
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.length).toBeLessThan(ROWS);
  });

  it.each([0, 2])('is told where it is read in blocks, with %i threads', async (threads) => {
    const path = file('blocks.jsonl', lines);
    const onBytes = atSecond(() => truncateSync(path, 100));
    await expect(readInBlocks(path, 1 << 16, threads, { onBytes })).rejects.toThrow(
      /became shorter while it was read: of its 2094000 bytes those from \d+ on are gone$/,
    );
  });

  it.each([0, 2])(
    'gives all blocks before, with %i threads that hand over none',
    async (threads) => {
      const path = file('some-blocks.jsonl', lines);
      const blockBytes = 1 << 14;
      const rows: RolloutRow[] = [];
      const onBytes = atSecond(() => truncateSync(path, 15 * blockBytes));
      const options = { onBytes, rows, worker: './vain-worker.mjs' };
      await expect(readInBlocks(path, blockBytes, threads, options)).rejects.toThrow('shorter');
      // The last line of the block before has no end any more.
      expect(rows).toHaveLength(Math.ceil((14 * blockBytes) / lineOf(0).length));
    },
  );
});

describe('a file in whose place another one comes', () => {
  it('is read to its end, by threads too', async () => {
    const path = file('here.jsonl', lines);
    const other = file('other.jsonl', lines.replaceAll('"reward": 1', '"reward": 0'));
    // Threads begin after the first block.
    const replace = (): void => {
      if (existsSync(other)) renameSync(other, path);
    };
    const { rows, found } = await readInBlocks(path, 1 << 14, 2, { onBytes: replace });
    expect([rows.length, found]).toEqual([ROWS, []]);
    expect(rows.every(({ reward }) => reward === 1)).toBe(true);
  });
});

describe('a file that grows while it is read', () => {
  const more = lineOf(ROWS);

  it('is read to its end', async () => {
    const path = file('grows.jsonl', lines);
    const { rows, found } = await readAll(path, {
      onBytes: atSecond(() => appendFileSync(path, more)),
    });
    expect([rows.length, found]).toEqual([ROWS + 1, []]);
  });

  it('is read to its end in blocks', async () => {
    const path = file('grows-in-blocks.jsonl', lines);
    const grow = atSecond(() => appendFileSync(path, more));
    const { rows, found } = await readInBlocks(path, 1 << 16, 0, { onBytes: grow });
    expect([rows.length, found]).toEqual([ROWS + 1, []]);
  });
});
