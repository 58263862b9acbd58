import { describe, expect, it } from 'vitest';
import type { RolloutFormat, RowFields } from '../../ts/rollouts/index.ts';
import { type Read, readAll, readText, toBytes } from './read.ts';

/** Records are fields of rollouts as they are. */
const asFields: RolloutFormat = {
  name: 'fields',
  title: 'fields of rollouts',
  containers: ['jsonl'],
  describe: { group: '', role: '', reward: '', rolloutIndex: '' },
  detect: (record) => record.has('rolloutIndex'),
  read: (record) =>
    Object.fromEntries(
      record.names.map((name) => [name, record.get(name)]),
    ) as unknown as RowFields,
};

const one = { group: 'g', role: 'r', reward: 1, rolloutIndex: '0' };

function textOf(fields: readonly Partial<RowFields>[]): string {
  return fields.map((more) => `${JSON.stringify({ ...one, ...more })}\n`).join('');
}

function read(...fields: Partial<RowFields>[]): Promise<Read> {
  return readText(textOf(fields), { format: asFields });
}

describe('outputs of one rollout that stand together', () => {
  it('are one, the highest, wherever it stands', async () => {
    for (const [outputs, highest] of [
      [[0, 1, 2], 2],
      [[2, 0, 1], 0],
      [[1, 2, 0], 1],
      // Of two that are the same the later one.
      [[1, 1, 0], 1],
    ] as const) {
      const { rows, found, counts } = await read(
        ...outputs.map((output, i) => ({ output, reward: i })),
      );
      expect(rows.map(({ reward }) => reward)).toEqual([highest]);
      const skipped = [0, 1, 2].filter((i) => i !== highest);
      expect(found.toSorted()).toEqual(skipped.map((i) => `${i + 1}: earlier-output`));
      expect(counts).toMatchObject({ records: 3, rollouts: 1, skipped: 2, doubles: 2 });
    }
  });

  it('are told with their number, or as parts', async () => {
    const { problems } = await read(
      { output: 3 },
      { output: 1 },
      { output: 4, isPart: true },
      { output: 5 },
    );
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'is output 1 of a rollout whose last output is the rollout'],
      [1, 'is output 3 of a rollout whose last output is the rollout'],
      [3, 'is a part of a rollout, for which the last of its parts stands'],
    ]);
  });

  it.each<[string, Partial<RowFields>, Partial<RowFields>]>([
    ['their group', {}, { group: 'h' }],
    ['their role', {}, { role: 's' }],
    ['their index', {}, { rolloutIndex: '1' }],
    ['their step', { step: 1 }, { step: 2 }],
    ['their split', { split: 'train' }, { split: 'val' }],
    ['nothing, but have no index', { rolloutIndex: null }, { rolloutIndex: null }],
  ])('are several where they differ in %s', async (_, a, b) => {
    const { rows, found } = await read({ output: 0, ...a }, { output: 1, ...b });
    expect([rows.length, found]).toEqual([2, []]);
  });

  it('are several where one is no output', async () => {
    for (const fields of [
      [{ output: 0 }, {}],
      [{}, { output: 0 }],
    ]) {
      const { rows, found } = await read(...fields);
      expect([rows.length, found]).toEqual([2, ['2: repeated-rollout']]);
    }
  });

  it('come before what follows them', async () => {
    const { rows } = await read({ output: 0 }, { group: 'h' }, { output: 0, group: 'i' });
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('are no matter of two files', async () => {
    const chunks = [toBytes(textOf([{ output: 0 }]))];
    const { rows, found } = await readAll(
      ['a', 'b'].map((name) => ({ name, chunks })),
      { format: asFields },
    );
    expect([rows.length, found]).toEqual([2, ['1: repeated-rollout']]);
  });
});

describe('groups that had to be guessed', () => {
  it('are told once a file, and that they are of different sizes', async () => {
    const guess = { guessedGroup: true, rolloutIndex: null } as const;
    const even = await read(guess, guess, { ...guess, group: 'h' }, { ...guess, group: 'h' });
    expect(even.found).toEqual(['1: guessed']);
    const uneven = await read(guess, guess, { ...guess, group: 'h' });
    expect(uneven.found).toEqual(['1: guessed', 'null: uneven-groups']);
    expect(uneven.problems[1]?.message).toMatch(/ hold from 1 to 2 rollouts: /);
  });

  it.each<[string, Partial<RowFields>]>([
    ['group', { group: 'h' }],
    ['role', { role: 's' }],
    ['step', { step: 1 }],
    ['split', { split: 'val' }],
  ])('are others where the %s is another', async (_, other) => {
    const guess = { guessedGroup: true, rolloutIndex: null } as const;
    const { found } = await read(guess, { ...guess, ...other });
    expect(found).toEqual(['1: guessed']);
    const { found: uneven } = await read(guess, guess, { ...guess, ...other });
    expect(uneven).toEqual(['1: guessed', 'null: uneven-groups']);
  });

  it('are not those that an id names', async () => {
    const guess = { guessedGroup: true, rolloutIndex: null } as const;
    const { found } = await read(guess, { group: 'h' }, { group: 'h', rolloutIndex: '1' });
    expect(found).toEqual(['1: guessed']);
  });
});

describe('a row', () => {
  it('has the facts of its format, and what keeps its group apart', async () => {
    const facts = {
      step: 3,
      split: 'val',
      termination: 'timeout',
      truncated: true,
      failed: true,
      responseTokens: 4,
      responseChars: 5,
      weightVersion: 6,
      age: 7,
    } as const;
    const { rows } = await read(facts, { step: 3 }, { split: 'val' });
    expect(rows[0]).toMatchObject({ ...facts, set: 'step 3 · val' });
    expect(rows.map(({ set }) => set)).toEqual(['step 3 · val', 'step 3', 'val']);
    const apart = await readText(textOf([facts, {}]), {
      format: asFields,
      separateSources: true,
    });
    expect(apart.rows.map(({ set }) => set)).toEqual(['test.jsonl · step 3 · val', 'test.jsonl']);
  });
});
