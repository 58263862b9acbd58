import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRollouts } from '../../ts/rollouts/read-rollouts.ts';
import { checkRatio, TIGHT_BYTES, TIGHT_RATIO } from '../../ts/rollouts/unpack/packing.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { makeZip } from './make-zip.ts';
import { cut, readAll, readText, toBytes } from './read.ts';

const text = '{"task_id": "t", "reward": 1}\n{"task_id": "t", "reward": 0}\n';
const csv = 'task_id,reward\nt,1\nt,0\n';
const { file } = temporaryFiles();

function unbase64(packed: string): Uint8Array {
  return new Uint8Array(Buffer.from(packed, 'base64'));
}

/** The two lines of `text`, forty times, as the zstd tool packs them; and one line of task "u". */
const zstd = unbase64(
  'KLUv/WBgCMUCALJGDhSQKRkOtVTLvrru3P3KyrlvMi5NCSXZtm3btm3btm3btm3btm1L0mEgCMcUgEGmCMygIDAcDGQSAVCoEfAL+3fwpQMRIAT/P0LAD90tIKCQVrUAsgo=',
);
const zstdToo = unbase64('KLUv/SAe8QAAeyJ0YXNrX2lkIjogInUiLCAicmV3YXJkIjogMX0K');

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('packed files', () => {
  it('of gzip are read like others, under any name and in pieces of any size', async () => {
    const plain = await readText(text);
    for (const name of ['test.jsonl', 'test.jsonl.gz', 'x']) {
      const packed = new Uint8Array(gzipSync(text));
      const { rows, problems, counts } = await readAll({ name, chunks: cut(packed, [7]) });
      expect(rows).toEqual(plain.rows.map((row) => ({ ...row, source: name })));
      expect([problems, counts]).toEqual([[], plain.counts]);
    }
  });

  it('of gzip may have several members, and CSV in them', async () => {
    const packed = joined(gzipSync(text), gzipSync(text));
    expect((await readText(packed)).rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    const read = await readText(new Uint8Array(gzipSync(csv)), { name: 'scores.csv.gz' });
    expect(read.rows).toHaveLength(2);
  });

  it('of Zstandard are read, with all their frames', async () => {
    const { rows, counts } = await readText(joined(zstd, zstdToo), { name: 'a.jsonl.zst' });
    expect(rows.map(({ group }) => group)).toEqual([...Array(80).fill('t'), 'u']);
    expect(counts).toMatchObject({ files: 1, records: 81, rollouts: 81 });
  });

  it('of Zstandard may begin with a frame that is to be skipped, as pzstd writes them', async () => {
    for (const first of [0x50, 0x5f]) {
      const sizes = [zstd, zstdToo].map((frame) => {
        return new Uint8Array([first, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, frame.length, 0, 0, 0]);
      }) as [Uint8Array, Uint8Array];
      const packed = joined(sizes[0], zstd, sizes[1], zstdToo);
      for (const size of [5, packed.length]) {
        const { rows, found } = await readAll({ name: 'a.zst', chunks: cut(packed, [size]) });
        expect(rows.map(({ group }) => group)).toEqual([...Array(80).fill('t'), 'u']);
        expect(found).toEqual([]);
      }
    }
  });

  it('of Zstandard with other bytes behind them are read up to those, which are reported', async () => {
    for (const other of ['garbage', '\0'.repeat(100)]) {
      const packed = joined(zstd, toBytes(other));
      const { rows, found, counts } = await readText(packed, { name: 'a.zst' });
      expect([rows.length, found]).toEqual([80, ['null: unreadable']]);
      expect(counts).toMatchObject({ refusedFiles: 1, records: 80 });
    }
  });

  it('may be packed twice', async () => {
    const twice = new Uint8Array(gzipSync(gzipSync(text)));
    expect((await readText(twice)).rows).toHaveLength(2);
  });

  it('that were cut off are reported, and what came before is kept', async () => {
    const long = text.repeat(20_000);
    for (const packed of [new Uint8Array(gzipSync(long)), zstd]) {
      const { problems, counts } = await readText(packed.subarray(0, packed.length - 9));
      expect(problems.filter(({ kind }) => kind === 'unreadable')).toHaveLength(1);
      expect(counts.records).toBe(counts.rollouts + counts.skipped);
    }
    const { counts } = await readText(new Uint8Array(gzipSync(long)).subarray(0, -9));
    expect(counts.rollouts).toBeGreaterThan(30_000);
  });

  it('that pack more tightly than anything that people write are not read to their end', () => {
    expect(() => checkRatio(1, TIGHT_BYTES)).not.toThrow();
    expect(() => checkRatio(TIGHT_BYTES, 100 * TIGHT_BYTES)).not.toThrow();
    expect(() => checkRatio(TIGHT_BYTES / TIGHT_RATIO, TIGHT_BYTES + 1)).toThrow(
      'over 300 times as many',
    );
  });
});

describe('zip archives', () => {
  const archive = makeZip([
    { name: 'logs/', content: '', stored: true },
    { name: 'logs/a.jsonl', content: text },
    { name: 'logs/b.csv', content: csv, stored: true },
    { name: 'logs/metadata.json', content: '{}' },
    { name: 'logs/c.jsonl.gz', content: new Uint8Array(gzipSync(text)) },
    { name: 'readme.md', content: 'about' },
  ]);

  it('give each of their files as a source of its own, and pass over what lies beside rollouts', async () => {
    const path = file('all.zip', archive);
    const { rows, problems, counts } = await readAll(path);
    expect(rows.map(({ source, line }) => [source.slice(path.length), line])).toEqual([
      ['/logs/a.jsonl', 1],
      ['/logs/a.jsonl', 2],
      ['/logs/b.csv', 2],
      ['/logs/b.csv', 3],
      ['/logs/c.jsonl.gz', 1],
      ['/logs/c.jsonl.gz', 2],
    ]);
    expect(counts).toMatchObject({ files: 3, sideFiles: 2, refusedFiles: 0, rollouts: 6 });
    expect(problems.map(({ source, message, skipped }) => [source, message, skipped])).toEqual([
      [path, 'logs/metadata.json is passed over: the settings of a run', false],
      [path, 'readme.md is passed over: no kind of file that holds rollouts', false],
    ]);
  });

  it('are read from streams too', async () => {
    const { rows } = await readAll({ name: 'all', chunks: cut(archive, [100]) });
    expect(rows).toHaveLength(6);
    const limited = await readText(archive, { maxRecordBytes: 200 });
    expect(limited.found).toEqual(['null: line-too-long']);
  });

  it('tell of a damaged file in them, and read the others', async () => {
    const bytes = new Uint8Array(archive);
    const at = Buffer.from(bytes).indexOf('t,1');
    bytes[at + 2] = 0x32;
    const { rows, problems } = await readText(bytes, { name: 'z' });
    expect(rows).toHaveLength(6);
    expect(problems.filter(({ kind }) => kind === 'unreadable')).toMatchObject([
      { source: 'z/logs/b.csv', message: 'reading failed: it is damaged: its checksum differs' },
    ]);
  });

  it('without rollouts, or cut off, are refused', async () => {
    const nothing = await readText(makeZip([{ name: 'readme.md', content: 'about' }]));
    expect(nothing.found).toEqual(['null: side-file', 'null: empty-file']);
    expect(nothing.counts).toMatchObject({ files: 1, refusedFiles: 1 });
    const cutOff = await readText(archive.subarray(0, 300));
    expect(cutOff.problems).toMatchObject([
      { kind: 'unreadable', message: expect.stringContaining('its list of members is missing') },
    ]);
  });

  it('of torch.save are refused with the way to export them', async () => {
    const saved = makeZip([{ name: 'archive/data.pkl', content: 'x', stored: true }]);
    const { problems } = await readText(saved, { name: '8.pt' });
    expect(problems).toMatchObject([
      { kind: 'not-text', message: expect.stringContaining('torch.load') },
    ]);
  });

  it('never fail on bytes of any kind', async () => {
    for (let at = 0; at < archive.length; at += 3) {
      const bytes = new Uint8Array(archive);
      bytes[at] = (bytes[at] as number) ^ 0xff;
      const { counts } = await readText(bytes);
      expect(counts.records).toBe(counts.rollouts + counts.skipped);
    }
    await readText(toBytes('PK\x05\x06'));
  });
});

describe('what stands behind the last member of a gzip file', () => {
  const packed = new Uint8Array(gzipSync(text));
  const junk = toBytes('no gzip');

  it('is reported with its place, and all before it is read', async () => {
    for (const size of [1, 7, packed.length, 1000]) {
      const chunks = cut(joined(packed, packed, junk), [size]);
      const { rows, problems, counts } = await readAll({ name: 'a', chunks });
      expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
      const offset = 2 * packed.length;
      expect(problems).toEqual([
        {
          source: 'a',
          line: null,
          offset,
          kind: 'trailing-bytes',
          message: `the last 7 packed bytes, from byte ${offset} on, are no gzip and left out; all before was unpacked`,
          skipped: true,
        },
      ]);
      expect(counts).toMatchObject({ records: 4, rollouts: 4, skipped: 0, refusedFiles: 1 });
    }
  });

  it('ends the reading where files must be whole, after the rows', async () => {
    const rows: unknown[] = [];
    const reader = readRollouts({ name: 'a', chunks: [joined(packed, junk)] });
    const reading = (async () => {
      for await (const row of reader) rows.push(row);
    })();
    await expect(reading).rejects.toThrow('a: the last 7 packed bytes');
    expect(rows).toHaveLength(2);
  });

  it('is padding where it is all zeros, which is noted and no loss', async () => {
    const { rows, problems, counts } = await readText(joined(packed, new Uint8Array(1 << 17)));
    expect(rows).toHaveLength(2);
    expect(problems).toMatchObject([
      { kind: 'trailing-bytes', offset: packed.length, skipped: false },
    ]);
    expect(counts).toMatchObject({ refusedFiles: 0, problems: { 'trailing-bytes': 1 } });
  });

  it('may be another packing, inside of one that is sound', async () => {
    const inner = joined(packed, junk);
    const { rows, problems } = await readText(joined(new Uint8Array(gzipSync(inner)), junk));
    expect(rows).toHaveLength(2);
    expect(problems.map(({ kind }) => kind)).toEqual(['trailing-bytes', 'trailing-bytes']);
  });

  it('counts the file once, whatever else it is refused for', async () => {
    const pointer = gzipSync('version https://git-lfs.github.com/spec/v1\n');
    const twice = gzipSync(joined(packed, junk));
    for (const file of [pointer, gzipSync(''), twice]) {
      const { problems, counts } = await readText(joined(file, junk));
      expect([problems.length, counts.refusedFiles]).toEqual([2, 1]);
    }
  });

  it('is a damaged member where it begins as one', async () => {
    const damaged = new Uint8Array(gzipSync(text));
    const at = damaged.length - 6;
    damaged[at] = (damaged[at] as number) ^ 1;
    const { rows, found } = await readText(joined(packed, damaged));
    expect(rows).toHaveLength(4);
    expect(found).toEqual(['null: unreadable']);
    for (const length of [1, 2, 9]) {
      const cutOff = await readText(joined(packed, packed.subarray(0, length)));
      expect([cutOff.rows.length, cutOff.found]).toEqual([2, ['null: unreadable']]);
    }
  });
});
