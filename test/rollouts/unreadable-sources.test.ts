import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';
import { readRollouts, toTrajectoryGroups } from '../../ts/rollouts/index.ts';
import { type RolloutSource, readErrorText } from '../../ts/rollouts/source.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { toBytes } from './read.ts';

const good = '{"task_id": "t", "reward": 1}\n';
const { folder, file } = temporaryFiles();
afterEach(() => {
  vi.restoreAllMocks();
});

async function errorOf(sources: RolloutSource | readonly RolloutSource[]): Promise<UpperhandError> {
  try {
    await toTrajectoryGroups(readRollouts(sources, { onProblem: () => {} }));
  } catch (error) {
    if (error instanceof UpperhandError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a source that cannot be read', () => {
  const none = join(folder, 'none.jsonl');
  const nothing = mkdtempSync(join(folder, 'nothing-'));
  const kinds: [string, () => string, string][] = [
    ['is not there', () => none, 'there is no such file'],
    ['is a folder of nothing', () => nothing, 'is a folder without rollout files'],
    ['is empty', () => file('empty.jsonl', ''), 'holds no records'],
    [
      'is packed and cut off',
      () => file('a.jsonl', Uint8Array.of(0x1f, 0x8b, 8)),
      'reading failed: unexpected end of file',
    ],
    ['is another CSV', () => file('a.csv', 'a,b\n1,2\n'), 'its first line must name the columns'],
    [
      'holds no rollout',
      () => file('other.jsonl', '{"a": 1}\n{"b": 2}\n'),
      'all of its 2 records had to be skipped; line 1: unknown-format: ',
    ],
    [
      'holds one record that is none',
      () => file('one.jsonl', '<PLACEHOLDER ROW>\n'),
      'its one record had to be skipped; line 1: placeholder: ',
    ],
  ];
  it.each(kinds)('that %s throws when it is iterated', async (_, path, reason) => {
    const error = await errorOf([file('good.jsonl', good), path()]);
    expect(error.code).toBe('rollout-file');
    expect(error.message).toContain(`${path()}: ${reason}`);
  });

  const fetched =
    'there is no such file; addresses are not fetched: pass { name, chunks: response.body }';
  it.each([
    ['https://example.org/a.jsonl', fetched],
    ['http://example.org/a.jsonl', fetched],
    ['s3://bucket/a.jsonl', fetched],
    ['hf://datasets/mine/a.jsonl', fetched],
    ['hf:mine/a.jsonl', fetched],
    [
      'file:///no/such/a.jsonl',
      'there is no such file; a file: URL is given as a path or as new URL',
    ],
    ['a:b.jsonl', /: there is no such file$/],
    ['C:\\a.jsonl', /: there is no such file$/],
  ])('that is the text %s is told to be no file, and what to pass', async (path, reason) => {
    const { message } = await errorOf(path);
    expect(message).toMatch(reason);
    expect(message.startsWith(`${path}: `)).toBe(true);
  });

  it('is a file where one is called so', () => {
    const forbidden = Object.assign(new Error('no'), { code: 'EACCES' });
    expect(readErrorText(forbidden, 'hf:mine.jsonl')).toBe('no permission to read it');
  });

  it('throws only when rows are asked for, and counts it', async () => {
    const rollouts = readRollouts([file('good.jsonl', good), none]);
    const rows: number[] = [];
    const reading = (async () => {
      for await (const { line } of rollouts) rows.push(line);
    })();
    await expect(reading).rejects.toThrow(`${none}: there is no such file`);
    expect(rows).toEqual([1]);
    expect(rollouts.counts).toMatchObject({ files: 2, refusedFiles: 1, rollouts: 1 });
  });

  it('throws with its own error when it fails on the way', async () => {
    const cause = new Error('the network went away');
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield toBytes(good);
      throw cause;
    }
    const error = await errorOf({ name: 'stream', chunks: chunks() });
    expect(error).toMatchObject({ code: 'rollout-file', cause });
    expect(error.message).toBe('stream: reading failed: the network went away');
  });

  it('is passed over where that is wanted', async () => {
    const found: string[] = [];
    const rollouts = readRollouts([none, file('good.jsonl', good)], {
      skipUnreadableSources: true,
      onProblem: ({ source, kind }) => found.push(`${source}: ${kind}`),
    });
    expect(await toTrajectoryGroups(rollouts)).toHaveLength(1);
    expect(found).toEqual([`${none}: unreadable`]);
  });
});

describe('skipped records', () => {
  it('are told without onProblem: the first of each kind of a reader', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const text = `${good}broken\n{"task_id": "t"}\nbroken again\n`;
    for (let i = 0; i < 2; i++) {
      const rollouts = readRollouts({ name: 'mine', chunks: [toBytes(text)] });
      await toTrajectoryGroups(rollouts);
      expect(rollouts.counts).toMatchObject({ records: 4, rollouts: 2, skipped: 2 });
    }
    const more = '(more of this kind are only counted; pass onProblem to see all)';
    const said = [
      [
        `upperhand: mine:2: malformed-json: not valid JSON: "broken"; the record is skipped ${more}`,
      ],
      [
        `upperhand: mine:3: missing-reward: has no reward, which is not 0; it gets no advantage ${more}`,
      ],
    ];
    expect(warn.mock.calls).toEqual([...said, ...said]);
  });
});
