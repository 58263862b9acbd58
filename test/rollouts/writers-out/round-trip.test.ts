import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  EpisodeFile,
  episodeLine,
  openRollouts,
  writeEpisodes,
} from '../../../ts/rollouts/index.ts';
import type { RolloutSource } from '../../../ts/rollouts/source.ts';
import { LEFT_OUT } from '../../../ts/rollouts/writers/line-fields.ts';
import { pythonJson } from '../../../ts/tracking/python-json.ts';
import { createEpisode, type Episode } from '../../../ts/types/episode.ts';
import { createStep } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { cut, readAll, toBytes } from '../read.ts';
import { arbitraryEpisode } from './arbitrary-episode.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-writers-'));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

/** What is read of a source that has no fault. */
async function read(source: RolloutSource): Promise<Episode[]> {
  const episodes: Episode[] = [];
  const reader = openRollouts(source, { strict: true, onProblem: () => {} });
  for await (const episode of reader) episodes.push(episode);
  return episodes;
}

describe('episodes that were written', () => {
  it('come back bit for bit from a file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryEpisode, { minLength: 1, maxLength: 3 }), async (list) => {
        const path = join(folder, `${files++}.jsonl`);
        const file = await EpisodeFile.open(path);
        await file.write(list);
        await file.close();
        deepStrictEqual(await read(path), list);
      }),
      { numRuns: 60 },
    );
  });

  it('come back bit for bit from a web stream, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryEpisode, { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 3 }),
        async (list, sizes) => {
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
          const bytes = new Response(readable).bytes();
          expect(await writeEpisodes(list, writable, { step: 3, split: 'val' })).toBe(list.length);
          const chunks = cut(await bytes, sizes);
          const told = list.map((episode) => ({ step: 3, split: 'val', ...episode }));
          const found = await read({ name: 'episodes.jsonl', chunks });
          deepStrictEqual(found, told);
          expect(found.map((one) => episodeLine(one)).join('')).toBe(
            list.map((one) => episodeLine(one, { step: 3, split: 'val' })).join(''),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tell their group, step and split, and what they hold of the end and of tokens', async () => {
    const step = createStep({ responseIds: [5, 6], weightVersion: 4 });
    const trajectories = [
      createTrajectory({ name: 'solver', reward: 1, steps: [step, step] }),
      createTrajectory({ name: 'judge', reward: null }),
    ];
    const episode = createEpisode({
      id: 'a:b:0',
      terminationReason: 'max_turns_exceeded',
      trajectories,
    });
    const line = episodeLine(episode, { step: 3, split: 'train' });
    const { rows, found } = await readAll({ name: 'episodes.jsonl', chunks: toBytes(line) });
    expect(rows).toMatchObject([
      {
        set: 'step 3 · train',
        group: 'a:b',
        rolloutIndex: '0',
        role: 'solver',
        reward: 1,
        termination: 'max_turns_exceeded',
        truncated: true,
        responseTokens: 4,
        weightVersion: 4,
      },
      { role: 'judge', reward: null },
    ]);
    expect(found).toEqual(['1: missing-reward']);
  });

  it('have the role of a trajectory whose name was left out when they are written again', async () => {
    const line = '{"upperhand":1,"id":"t:0","trajectories":[{"reward":1,"steps":[]}]}\n';
    const source = { name: 'hand-written.jsonl', chunks: toBytes(line) };
    const [episode] = (await read(source)) as [Episode];
    const written = { name: 'written.jsonl', chunks: toBytes(episodeLine(episode)) };
    for (const one of [source, written]) {
      const { rows } = await readAll(one);
      expect(rows.map(({ role }) => role)).toEqual(['default_traj_name']);
    }
  });

  it('of a later version are refused, and so is a record that is none', async () => {
    const line = episodeLine(createEpisode({ id: 't:0', trajectories: [createTrajectory()] }));
    const later = line.replace('"upperhand":1', '"upperhand":2');
    const odd = [
      line.replace('"trajectories":[', '"trajectories":[7,'),
      line.replace('"id":', '"isCorrect":"no","id":'),
      line.replace('"uid":', '"extra":1,"uid":'),
      episodeLine(createEpisode({ id: 'u:0', terminationReason: 'error' })),
      line.replace('"upperhand":1', '"upperhand":1,"step":-1'),
    ];
    const problems: string[] = [];
    const reader = openRollouts(
      { name: 'episodes.jsonl', chunks: toBytes([later, ...odd].join('')) },
      { onProblem: ({ line: at, kind, message }) => problems.push(`${at}: ${kind}: ${message}`) },
    );
    for await (const { id } of reader) expect(id).toBe('t:0');
    expect(problems.filter((one) => !one.includes('missing-reward'))).toEqual([
      '1: unknown-format: is of version 2, and this upperhand reads version 1; a later one may read it',
      '2: not-a-rollout: has a trajectory that is no object',
      '3: invalid-content: Episode.isCorrect must be a boolean, got "no"',
      '4: invalid-content: Trajectory has no field "extra"; it has uid, name, task, steps, reward, signals, metadata',
      '5: not-a-rollout: is an episode without any trajectory, ended by error',
      '6: invalid-content: step must be a whole number, 0 or more, or a text, got -1',
    ]);
    expect(reader.counts).toMatchObject({ records: 7, rollouts: 1, skipped: 6 });
  });
});

describe('writeEpisodes', () => {
  it('aborts the stream where an episode is none, and throws what the stream throws', async () => {
    const aborted: unknown[] = [];
    const stream = new WritableStream({ abort: (reason) => void aborted.push(reason) });
    const bad = { ...createEpisode({ id: 't:1' }), isCorrect: 'yes' } as never;
    await expect(writeEpisodes([createEpisode({ id: 't:0' }), bad], stream)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    expect(aborted).toMatchObject([{ code: 'invalid-argument' }]);
    expect(stream.locked).toBe(false);
    const full = new WritableStream({
      write() {
        throw new Error('the disk is full');
      },
    });
    await expect(writeEpisodes([createEpisode({ id: 't:0' })], full)).rejects.toThrow(
      'disk is full',
    );
  });

  it('waits for each piece, so that what waits does not grow', async () => {
    let [waiting, most] = [0, 0];
    const slow = new WritableStream<Uint8Array>({
      async write() {
        waiting--;
        await Promise.resolve();
      },
    });
    function* many(): Generator<Episode> {
      for (let i = 0; i < 50; i++) {
        most = Math.max(most, ++waiting);
        yield createEpisode({ id: `t:${i}`, task: 'x'.repeat(1 << 16) });
      }
    }
    expect(await writeEpisodes(many(), slow)).toBe(50);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('episodeLine', () => {
  it('is one line, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEpisode, async (episode) => {
        const line = episodeLine(episode);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });

  it('leaves out what reading makes again, and nothing else', () => {
    const empty = createTrajectory({ uid: 'u', name: 'solver', steps: [createStep()] });
    expect(episodeLine(createEpisode({ id: 't:0', trajectories: [empty] }))).toBe(
      '{"upperhand":1,"id":"t:0","trajectories":[{"uid":"u","name":"solver","steps":[{}],"reward":null}]}\n',
    );
    const step = createStep({ reward: -0, mcReturn: -0, metadata: { a: {} }, observation: '' });
    const trajectory = createTrajectory({ uid: 'u', signals: { a: 0 }, task: 0, steps: [step] });
    const metrics = new Map([['turns', 0]]) as unknown as Record<string, unknown>;
    const kept = createEpisode({ id: 't:1', isCorrect: true, trajectories: [trajectory], metrics });
    expect(episodeLine(kept)).toBe(
      '{"upperhand":1,"id":"t:1","isCorrect":true,"trajectories":[{"uid":"u","name":"default_traj_name",' +
        '"task":0,"steps":[{"observation":"","metadata":{"a":{}},"reward":-0.0,"mcReturn":-0.0}],"reward":null,' +
        '"signals":{"a":0}}],"metrics":{"turns":0}}\n',
    );
  });

  it('leaves out what types have by default', () => {
    const made = {
      episode: createEpisode(),
      trajectory: createTrajectory(),
      step: createStep(),
    };
    expect(made).toMatchObject(LEFT_OUT);
    expect(Object.keys(LEFT_OUT.step).sort()).toEqual(Object.keys(made.step).sort());
  });

  it('reads lines with all of their fields, as they were written before', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEpisode, async (episode) => {
        const whole = { upperhand: 1, ...episode };
        const line = pythonJson(whole, { ensureAscii: false, compact: true });
        const found = await read({ name: 'episodes.jsonl', chunks: toBytes(`${line}\n`) });
        deepStrictEqual(found, [episode]);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses what could not be read again', () => {
    const bad = { ...createStep({ responseIds: [1] }), logprobs: [-1, -2] };
    const trajectory = { ...createTrajectory(), steps: [bad] };
    const episode = { ...createEpisode({ id: 't:0' }), trajectories: [trajectory] };
    expect(() => episodeLine(episode)).toThrow(
      'episode "t:0", trajectory 0: Step.logprobs must be as long as responseIds (1)',
    );
    expect(() => episodeLine({ ...episode, id: 7 } as never)).toThrow('Episode.id');
    expect(() => episodeLine(createEpisode(), { steps: 1 } as never)).toThrow('unknown option');
    expect(() => episodeLine(createEpisode(), { step: -1 })).toThrow('step must be');
    let deep: unknown = 1;
    for (let i = 0; i < 1e5; i++) deep = [deep];
    expect(() => episodeLine(createEpisode({ task: deep }))).toThrow('nested less deeply');
  });
});
