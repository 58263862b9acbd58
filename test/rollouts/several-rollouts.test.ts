// What formats may do with a record, by formats made for it.

import { describe, expect, it } from 'vitest';
import {
  detectFormat,
  openRollouts,
  type RolloutFormat,
  type RowFields,
  readEach,
  readReward,
  readRollouts,
  refuseRecord,
  splitInPath,
  stepInPath,
  toTrajectoryGroups,
} from '../../ts/rollouts/index.ts';
import { makeZip } from './make-zip.ts';
import { readAll, readText, toBytes } from './read.ts';

const describes = { group: '', role: '', reward: '', rolloutIndex: '' };

/** `{"rewards": [..]}` is a record of several rollouts of one task. */
const several: RolloutFormat = {
  name: 'several',
  title: 'several rollouts a record',
  containers: ['jsonl'],
  describe: describes,
  detect: (record) => record.has('rewards'),
  read: (record, file) =>
    readEach(record.get('rewards') as unknown[], (reward, i): RowFields => {
      const [step, split] = [stepInPath(file), splitInPath(file)];
      return {
        group: 't',
        role: 'solver',
        reward: readReward(reward),
        rolloutIndex: String(i),
        ...(step !== undefined && { step }),
        ...(split !== undefined && { split }),
      };
    }),
  details: (record) =>
    (record.get('rewards') as unknown[]).map((reward) => ({
      steps: [{ modelResponse: `got ${reward}` }],
      metadata: { told: true },
    })),
};

function source(name: string, text: string): { name: string; chunks: Uint8Array[] } {
  return { name, chunks: [toBytes(text)] };
}

describe('a record of several rollouts', () => {
  it('gives a row for each that can be read, and reports the others', async () => {
    const { rows, found, counts } = await readText(
      '{"rewards": [1, "x", null]}\n{"rewards": []}\n',
      { format: several },
    );
    expect(rows.map(({ line, item, reward }) => [line, item, reward])).toEqual([
      [1, 0, 1],
      [1, 2, null],
    ]);
    expect(found).toEqual(['1: invalid-reward', '1: missing-reward', '2: not-a-rollout']);
    expect(counts).toMatchObject({ records: 4, rollouts: 2, skipped: 2, missingRewards: 1 });
  });

  it('is as many episodes, or one where its format says so', async () => {
    const text = '{"rewards": [1, "x", 0]}\n';
    const episodes = async (format: RolloutFormat): Promise<unknown[]> => {
      const held: unknown[] = [];
      const reader = openRollouts(source('x', text), { format, onProblem: () => {} });
      for await (const { id, trajectories } of reader) {
        held.push([id, trajectories.map(({ steps }) => steps[0]?.modelResponse)]);
      }
      return held;
    };
    expect(await episodes(several)).toEqual([
      ['t:0', ['got 1']],
      ['t:2', ['got 0']],
    ]);
    expect(await episodes({ ...several, oneEpisode: true })).toEqual([['t:0', ['got 1', 'got 0']]]);
  });
});

describe('rollouts of different steps and splits', () => {
  const names = ['a/step_3/train/x', 'a/step_3/eval/x', 'a/global_step_4/x', 'a/x'];
  const sources = names.map((name) => source(name, '{"rewards": [1, 0]}\n'));

  it('are never compared', async () => {
    const { rows, found } = await readAll(sources, { format: several });
    expect(found).toEqual([]);
    const groups = await toTrajectoryGroups(rows);
    expect(groups.map(({ groupId, trajectories }) => [groupId, trajectories.length])).toEqual([
      ['step 3 · train/t:solver', 2],
      ['step 3 · eval/t:solver', 2],
      ['step 4/t:solver', 2],
      ['t:solver', 2],
    ]);
    expect(rows[2]).toMatchObject({ step: 3, split: 'eval', set: 'step 3 · eval' });
  });

  it('are kept apart by source too where that is wanted', async () => {
    const { rows } = await readAll(sources, { format: several, separateSources: true });
    expect(rows[0]?.set).toBe('a/step_3/train/x · step 3 · train');
    expect(rows.at(-1)?.set).toBe('a/x');
  });
});

describe('a rollout that occurs twice', () => {
  const text = '{"rewards": [1, 0]}\n{"rewards": [0.5]}\n';

  it('is kept, or skipped where its writer writes rollouts again', async () => {
    const kept = await readText(text, { format: several });
    expect([kept.rows.length, kept.found]).toEqual([3, ['2: repeated-rollout']]);
    const { rows, problems, counts } = await readText(text, {
      format: { ...several, repeats: 'skip' },
    });
    expect(rows.map(({ reward }) => reward)).toEqual([1, 0]);
    expect(problems).toMatchObject([
      {
        line: 2,
        kind: 'repeated-rollout',
        message: expect.stringMatching(/was there before \(line 1\); the first is kept$/),
        skipped: true,
      },
    ]);
    expect(counts).toMatchObject({ records: 3, rollouts: 2, skipped: 1, doubles: 1 });
  });

  it('is another where step or split are', async () => {
    const sources = ['step_1/x', 'step_2/x'].map((name) => source(name, text));
    const { found } = await readAll(sources, { format: { ...several, repeats: 'skip' } });
    expect(found).toEqual(['2: repeated-rollout', '2: repeated-rollout']);
  });
});

describe('strict', () => {
  const strict = { strict: true, onProblem: () => {} };

  it('throws at the first record that cannot be read, with its place', async () => {
    const reader = readRollouts(
      source('x.jsonl', '{"task_id": "t", "reward": 1}\n{"reward": 1}\nbroken\n'),
      strict,
    );
    const lines: number[] = [];
    const reading = (async () => {
      for await (const { line } of reader) lines.push(line);
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'rollout-file',
      message: expect.stringMatching(/^x\.jsonl: line 2: missing-group: /),
    });
    expect(reader.counts).toMatchObject({ records: 2, skipped: 1 });
  });

  it('does not throw for what is there in another record, or is read all the same', async () => {
    const format: RolloutFormat = { ...several, repeats: 'skip' };
    const text = '{"rewards": [1, null]}\n{"rewards": [1]}\n';
    const { rows } = await readText(text, { format, strict: true });
    expect(rows).toHaveLength(2);
  });
});

describe('detectFormat', () => {
  it('says what a source is, of an archive its first file with records', async () => {
    const plain = '{"task_id": "t", "reward": 1}\n';
    expect(await detectFormat(source('x', plain))).toEqual({
      source: 'x',
      format: 'jsonl',
      version: null,
      container: 'jsonl',
      fields: ['task_id', 'reward'],
    });
    const archive = makeZip([
      { name: 'metadata.json', content: '{}' },
      { name: 'a.csv', content: 'reward,task_id\n1,t\n' },
    ]);
    expect(await detectFormat(archive)).toEqual({
      source: '<bytes>/a.csv',
      format: 'csv',
      version: null,
      container: 'csv',
      fields: ['reward', 'task_id'],
    });
    const verl = '{"input": "", "output": "", "score": 1, "uid": "a_0_0"}\n';
    expect(await detectFormat(source('7.jsonl', verl))).toMatchObject({
      format: 'verl',
      version: 'v1',
    });
  });

  it('lists the fields of what nobody knows', async () => {
    expect(await detectFormat(source('x', '{"a": 1, "b": 2}\nbroken\n'))).toMatchObject({
      format: null,
      fields: ['a', 'b'],
    });
  });

  it('throws for what holds no records', async () => {
    await expect(detectFormat(source('x', ''))).rejects.toThrow('x: holds no records');
    await expect(detectFormat(source('x', 'broken\n'))).rejects.toThrow('malformed-json');
  });
});

it('content that is refused skips all rollouts of its record', async () => {
  const broken: RolloutFormat = { ...several, details: () => refuseRecord('not-a-rollout', 'no') };
  const reader = openRollouts(source('x', '{"rewards": [1, 0]}\n'), {
    format: broken,
    skipUnreadableSources: true,
    onProblem: () => {},
  });
  for await (const _ of reader) throw new Error('no episode was expected');
  expect(reader.counts).toMatchObject({ records: 2, rollouts: 0, skipped: 2 });
});
