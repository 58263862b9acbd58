import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { type RolloutReader, readRollouts, toTrajectoryGroups } from '../../ts/rollouts/index.ts';
import type { RolloutSource } from '../../ts/rollouts/source.ts';
import { readAll, toBytes } from './read.ts';

const text = '{"task_id": "t", "id": 1, "reward": 1}\n';
const folder = mkdtempSync(join(tmpdir(), 'upperhand-source-'));
const path = join(folder, 'a file.jsonl');
writeFileSync(path, text);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function* stream(...chunks: unknown[]): AsyncGenerator<Uint8Array> {
  yield* chunks as Uint8Array[];
}

async function count(reader: RolloutReader): Promise<number> {
  let rows = 0;
  for await (const _ of reader) rows++;
  return rows;
}

describe('sources', () => {
  const url = pathToFileURL(path);
  const csv = toBytes('task_id,reward\nt,1\n');
  const kinds: [string, RolloutSource, string][] = [
    ['paths', path, path],
    ['file: URLs', url, url.href],
    ['bytes', toBytes(text), '<bytes>'],
    ['buffers', Buffer.from(text), '<bytes>'],
    ['bytes of CSV', csv, '<bytes>'],
    ['bytes of another realm', runInNewContext(`Uint8Array.from([${csv}])`), '<bytes>'],
    ['bytes under a name', { name: 'mine', chunks: toBytes(text) }, 'mine'],
    ['pieces under a name', { name: 'mine', chunks: [toBytes(text)] }, 'mine'],
    ['functions that give them', { name: 'mine', chunks: () => stream(toBytes(text)) }, 'mine'],
    ['async iterables', { name: 'mine', chunks: stream(toBytes(text)) }, 'mine'],
  ];
  it.each(kinds)('may be %s', async (_, source, name) => {
    const { rows, found } = await readAll(source);
    expect(rows).toMatchObject([{ source: name, group: 't', reward: 1 }]);
    expect(found).toEqual([]);
  });

  it('of bytes have names of their own', async () => {
    const { rows } = await readAll([toBytes(text), toBytes(text)]);
    expect(rows.map(({ source }) => source)).toEqual(['<bytes 1>', '<bytes 2>']);
  });

  const what = 'must be a path, a file: URL, a Uint8Array or { name, chunks }, got';
  const chunks = 'must be a Uint8Array, an iterable of them or a web stream, got';
  const wrong: [unknown, string][] = [
    [undefined, `sources ${what} undefined`],
    [null, `sources ${what} null`],
    [7, `sources ${what} 7`],
    [['a', undefined], `sources[1] ${what} undefined`],
    [new Set(['a']), `sources ${what} an object`],
    [{ chunks: [] }, `sources ${what} an object`],
    [new URL('https://example.org/a.jsonl'), 'sources must be a file: URL (of what was fetched'],
    [{ name: 'a', chunks: text }, `sources.chunks ${chunks} "{`],
    [{ name: 'a' }, `sources.chunks ${chunks} undefined`],
    [{ name: 'a', chunks: null }, `sources.chunks ${chunks} null`],
    [{ name: 'a', chunks: [text] }, 'a: chunks must be Uint8Array, got "{'],
    [['a', 'b', 'a'], 'sources must be of different names, got "a"'],
  ];
  it.each(wrong)('are refused at once: %o', (source, message) => {
    let error: unknown;
    try {
      readRollouts(source as RolloutSource);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'invalid-argument' });
    expect(String(error)).toContain(message);
  });

  it('are refused where a stream gives text', async () => {
    const reader = readRollouts({ name: 'a', chunks: stream(text) });
    await expect(count(reader)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('a: chunks must be Uint8Array, got "{'),
    });
  });
});

describe('iterating twice', () => {
  it('reads files and bytes again, and counts anew', async () => {
    const sources = [
      path,
      { name: 'b', chunks: [toBytes(text)] },
      { name: 'c', chunks: () => stream(toBytes(text)) },
    ];
    const reader = readRollouts(sources, { separateSources: true });
    for (let i = 0; i < 2; i++) {
      expect(await count(reader)).toBe(3);
      expect(reader.counts).toMatchObject({ files: 3, records: 3, rollouts: 3, problems: {} });
    }
    expect(await toTrajectoryGroups(reader)).toHaveLength(3);
  });

  it('throws where a stream was used up', async () => {
    const sources = [path, { name: 'the stream', chunks: stream(toBytes(text)) }];
    const reader = readRollouts(sources, { separateSources: true });
    expect(await count(reader)).toBe(2);
    await expect(toTrajectoryGroups(reader)).rejects.toThrow(
      'the rollouts were iterated before, and the stream is a stream, which can be read once',
    );
    expect(reader.counts.rollouts).toBe(2);
  });
});
