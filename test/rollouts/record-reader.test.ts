import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nemoGym } from '../../ts/rollouts/formats/nemo-gym.ts';
import { plainCsv } from '../../ts/rollouts/formats/plain-csv.ts';
import { trl } from '../../ts/rollouts/formats/trl.ts';
import {
  openRollouts,
  type RolloutFormat,
  type RowFields,
  readEach,
  readReward,
} from '../../ts/rollouts/index.ts';
import { readRowPieces } from '../../ts/rollouts/read-rollouts.ts';
import type { ReadOptions } from '../../ts/rollouts/reader-options.ts';
import type { Found } from '../../ts/rollouts/reading-context.ts';
import type { RolloutSource } from '../../ts/rollouts/source.ts';
import { readAll, readText, toBytes } from './read.ts';

const gym =
  '{"responses_create_params": {}, "reward": 1, "_ng_task_index": 0, "_ng_rollout_index": 0, "agent_ref": {"name": "a"}}\n';
const plain = '{"task_id": "t", "reward": 1}\n';

function source(text: string | Uint8Array, name = 'test.jsonl'): RolloutSource {
  return { name, chunks: [toBytes(text)] };
}

/** A format of `{task_id, …}`, with more to it. */
function formatOf(more: Partial<RolloutFormat> = {}): RolloutFormat {
  return {
    name: 'mine',
    title: 'mine',
    containers: ['jsonl', 'csv', 'parquet'],
    describe: { group: '', role: '', reward: '', rolloutIndex: '' },
    detect: (record) => record.has('task_id'),
    read: (record): RowFields => ({
      group: String(record.get('task_id')),
      role: String(record.get('name') ?? 'solver'),
      reward: readReward(record.get('reward')),
      rolloutIndex: record.has('index') ? String(record.get('index')) : null,
    }),
    ...more,
  };
}

async function findAll(text: string, options: ReadOptions): Promise<Found[]> {
  const all: Found[] = [];
  const reader = readRowPieces(source(text), {
    skipUnreadableSources: true,
    onProblem: () => {},
    ...options,
  });
  for await (const piece of reader) all.push(...piece);
  return all;
}

describe('the version of a file', () => {
  let asked = 0;
  const counting = {
    version(): string {
      asked++;
      return `v${asked}`;
    },
  };

  it.each<[string, Partial<RolloutFormat>, string]>([
    ['in full', formatOf(counting), plain],
    ['from a tape', { ...nemoGym, ...counting }, gym],
  ])(
    'is that of its first record that can be read, where they are read %s',
    async (_, format, line) => {
      asked = 0;
      const found = await findAll(`broken\n${line.repeat(3)}`, { format: format as RolloutFormat });
      expect(found.map(({ version }) => version)).toEqual(['v1', 'v1', 'v1']);
    },
  );

  it('is of each format in it', async () => {
    const [verl0, verl1] = [
      '{"input": "", "output": "", "score": 1, "gts": "a"}\n',
      '{"input": "", "output": "", "score": 1, "uid": "a_0_0"}\n',
    ];
    const found = await findAll(verl0 + verl1 + plain + verl1, {});
    expect(found.map(({ format, version }) => [format.name, version])).toEqual([
      ['verl', 'v0'],
      ['verl', 'v0'],
      ['jsonl', null],
      ['verl', 'v1'],
    ]);
  });
});

describe('a format', () => {
  it('is told which record of its file one is, be those before it simple or none', async () => {
    const numbers: number[] = [];
    const format: RolloutFormat = {
      ...nemoGym,
      read(record, file, number) {
        numbers.push(number);
        return nemoGym.read(record, file, number);
      },
    };
    const other = gym.replace('"reward": 1', '"reward": null');
    const found = await findAll(`${gym}${gym}broken\n${gym}${other}`, { format });
    expect(numbers).toEqual([0, 4]);
    expect(found.map(({ record }) => record)).toEqual([1, 2, 4, 5]);
  });

  it('shares one object among the files of a reading, where content is wanted', async () => {
    const seen: unknown[] = [];
    const format = formatOf({
      read(record, file) {
        seen.push(file.reading);
        return formatOf().read(record, file, 0);
      },
      details: () => ({ steps: [] }),
    });
    const sources = [source(plain, 'a'), source(plain, 'b')];
    await readAll(sources, { format });
    expect(seen).toEqual([undefined, undefined]);
    const reader = openRollouts(sources, { format });
    for (let i = 0; i < 2; i++) for await (const _ of reader);
    expect(seen[2]).toBeTypeOf('object');
    expect(seen[3]).toBe(seen[2]);
    expect(seen[5]).toBe(seen[4]);
    expect(seen[4]).not.toBe(seen[2]);
  });

  it('is asked for facts only where they are wanted', async () => {
    for (const [format, text] of [
      [formatOf(), plain],
      [nemoGym, gym + gym],
    ] as const) {
      let asked = 0;
      const asking = { ...format, facts: () => ({ responseChars: ++asked }) };
      const { rows } = await readText(text, { format: asking });
      expect(rows.map(({ responseChars }) => responseChars)).toEqual(rows.map((_, i) => i + 1));
      asked = 0;
      await readText(text, { format: asking, facts: false });
      expect(asked).toBe(0);
    }
  });

  it('that has a fault ends the reading', async () => {
    const error = new TypeError('a fault');
    const format = formatOf({
      read: () => {
        throw error;
      },
    });
    await expect(readText(plain, { format })).rejects.toBe(error);
  });
});

describe('bytes that are no UTF-8', () => {
  const damagedText = (text: string): Uint8Array =>
    toBytes(text).map((byte) => (byte === 0x7e ? 0xe9 : byte));

  it.each(['task_id', 'name', 'index'])('refuse a rollout whose %s holds them', async (name) => {
    const record = { task_id: 't', name: 'solver', index: 'i', reward: 1, text: '' };
    const text = JSON.stringify({ ...record, [name]: 'a~' });
    const { found } = await readText(damagedText(text), { format: formatOf() });
    expect(found).toEqual(['1: invalid-utf8', '1: invalid-group']);
  });

  it('refuse none for what stands for them where there are none', async () => {
    const { rows, found } = await readText('{"task_id": "a\ufffd", "reward": 1}\n');
    expect([rows[0]?.group, found]).toEqual(['a\ufffd', []]);
  });
});

describe('a table', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const texts = ['p', 'p', 'p'];

  it.each<[string, RolloutFormat, string | Uint8Array]>([
    ['x.csv', plainCsv, 'task_id,reward\nt,1\nt,0\nt,1\n'],
    [
      'x.parquet',
      trl,
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'prompt', data: texts },
            { name: 'completion', data: texts },
            { name: 'advantage', data: [0, 0, 0] },
          ],
        }),
      ),
    ],
  ])('is recognised once, by its columns: %s', async (name, format, content) => {
    const detect = vi.spyOn(format, 'detect');
    const { rows } = await readText(content, { name });
    expect(rows).toHaveLength(3);
    expect(detect).toHaveBeenCalledOnce();
  });
});

describe('a source of nothing but skipped records', () => {
  const parts =
    '{"scope": {"iteration": 0, "group_idx": 0, "traj_idx": 0}, "kind": "sample", "samples": []}\n';
  const options = { skipUnreadableSources: false };

  it('is none that cannot be read where they are parts of rollouts elsewhere', async () => {
    const { rows, found } = await readText(parts, options);
    expect([rows, found]).toEqual([[], ['1: rollout-part']]);
    await expect(readText(`${parts}{"a": 1}\n`, options)).rejects.toThrow(
      'all of its 2 records had to be skipped; line 1: rollout-part',
    );
  });

  it('is none where simple ones follow', async () => {
    const first = gym.replace('"_ng_task_index": 0', '"_ng_task_index": {}');
    const { rows, found } = await readText(first + gym, options);
    expect([rows.length, found]).toEqual([1, ['1: invalid-group']]);
  });
});

describe('content', () => {
  const several = formatOf({
    read: (record) =>
      readEach(record.get('rewards') as unknown[], (reward, i) => ({
        group: 't',
        role: 'solver',
        reward: readReward(reward),
        rolloutIndex: String(i),
      })),
  });

  it('that is refused or wrong skips its rollout alone', async () => {
    const found: string[] = [];
    const format: RolloutFormat = {
      ...several,
      details: (record) =>
        readEach(record.get('rewards') as unknown[], (reward) => {
          if (reward === 0) readReward('no content');
          return { steps: [{ responseIds: [1], logprobs: reward === 2 ? [1, 2] : [1] }] };
        }),
    };
    const reader = openRollouts(source('{"rewards": [1, 2, 3, 0]}\n'), {
      format,
      onProblem: ({ kind }) => found.push(kind),
    });
    const rewards: unknown[] = [];
    for await (const { trajectories } of reader) rewards.push(trajectories[0]?.reward);
    expect([rewards, found]).toEqual([
      [1, 3],
      ['invalid-content', 'invalid-reward'],
    ]);
  });

  it('ends the reading where its format has a fault', async () => {
    const error = new TypeError('a fault');
    const format = formatOf({
      details: () => {
        throw error;
      },
    });
    const reader = openRollouts(source(plain), { format, onProblem: () => {} });
    const reading = (async () => {
      for await (const _ of reader);
    })();
    await expect(reading).rejects.toBe(error);
  });
});
