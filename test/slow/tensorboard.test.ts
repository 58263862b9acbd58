// What the tracker `tensorboard` writes, read back by TensorBoard itself (the package of that name for Python).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import { TensorBoardTracker } from '../../ts/tracking/tensorboard/tensorboard-tracker.ts';
import { createEpisode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';

const VERSION = '2.21.0';
const work = mkdtempSync(join(tmpdir(), 'upperhand-tensorboard-'));
const folder = join(work, 'events');
const python = join(work, 'venv', process.platform === 'win32' ? 'Scripts/python' : 'bin/python');
const reader = fileURLToPath(new URL('read-tensorboard.py', import.meta.url));

function start(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

interface Read {
  readonly scalars: Readonly<Record<string, [step: number, seconds: number, value: number][]>>;
  readonly histograms: Readonly<Record<string, [step: number, Record<string, unknown>][]>>;
  readonly plugins: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, [step: number, text: string][]>>;
  readonly buckets: Readonly<Record<string, [step: number, [number, number, number][]][]>>;
}

const read = (from = folder): Read => readJsonValues(start(python, reader, from)).values[0] as Read;

const firstSecond = 1_700_000_000;
const rewards = (step: number) => [0, 1, 0.1 * step, -2.5];
const metricsOf = (step: number) => ({
  'reward/solver/mean': 0.1 * step,
  'val/x/pass@1': step % 2 === 0 ? NaN : 1,
  'batch/groups': 8,
});

/** A run of so many steps, one each second. */
async function run(steps: readonly number[], from: number, second: number): Promise<void> {
  let now = 1000 * second;
  const tracker = new TensorBoardTracker(folder, {
    now: () => {
      now += 1000;
      return now;
    },
  });
  await tracker.resumeFrom(from);
  for (const step of steps) {
    const trajectories = rewards(step).map((reward) =>
      createTrajectory({
        name: 'solver',
        reward,
        steps: [createStep({ advantage: reward - 0.5, modelResponse: `é😀 <b>${step}</b>` })],
      }),
    );
    await tracker.log(metricsOf(step), {
      step,
      episodes: trajectories.map((trajectory, i) =>
        createEpisode({ id: `t:${i}`, isCorrect: i === 1, trajectories: [trajectory] }),
      ),
      groups: [createTrajectoryGroup({ groupId: 't:solver', trajectories })],
    });
  }
  await tracker.finish();
}

beforeAll(() => {
  start('python3', '-m', 'venv', join(work, 'venv'));
  start(python, '-m', 'pip', 'install', '--quiet', `tensorboard==${VERSION}`);
});

afterAll(() => rmSync(work, { recursive: true }));

describe(`TensorBoard ${VERSION}`, () => {
  it('reads scalars, histograms and texts as they were given', async () => {
    await run([1, 2, 3], 0, firstSecond);
    const { scalars, histograms, plugins, texts, buckets } = read();
    const steps = [1, 2, 3];
    for (const tag of ['reward/solver/mean', 'val/x/pass@1', 'batch/groups'] as const) {
      // The first second is that of the beginning.
      const expected = steps.map((n) => [n, firstSecond + n + 1, Math.fround(metricsOf(n)[tag])]);
      expect(scalars[tag]).toEqual(expected);
    }
    expect(Object.keys(scalars)).toHaveLength(3);
    expect(plugins).toEqual({
      'reward/solver/mean': 'scalars',
      'val/x/pass@1': 'scalars',
      'batch/groups': 'scalars',
      'reward/solver/histogram': 'histograms',
      'advantage/solver/histogram': 'histograms',
      'rollouts/1': 'text',
      'rollouts/2': 'text',
      'rollouts/3': 'text',
    });

    const values = { 'reward/solver/histogram': 0, 'advantage/solver/histogram': -0.5 };
    for (const [tag, shift] of Object.entries(values)) {
      expect(histograms[tag]?.map(([step]) => step)).toEqual(steps);
      for (const [step, histogram] of histograms[tag] ?? []) {
        const numbers = rewards(step).map((reward) => reward + shift);
        expect(histogram).toMatchObject({
          min: Math.min(...numbers),
          max: Math.max(...numbers),
          num: 4,
          sum: numbers.reduce((a, b) => a + b),
          sum_squares: numbers.reduce((a, b) => a + b * b, 0),
        });
      }
      for (const [step, of] of buckets[tag] ?? []) {
        const numbers = rewards(step).map((reward) => reward + shift);
        // As its page has them, a little wider for the 32-bit floats that it makes of their ends.
        for (const [left, right, count] of of) {
          const slack = 1e-6;
          const inside = numbers.filter((x) => x >= left - slack && x <= right + slack).length;
          expect(count).toBeLessThanOrEqual(inside);
        }
        expect(of.reduce((sum, [, , count]) => sum + count, 0)).toBe(4);
      }
    }

    expect(texts['rollouts/2']?.map(([step]) => step)).toEqual(steps);
    expect(texts['rollouts/2']?.[0]?.[1]).toBe(
      '**t:1**: correct\n\n**solver**, reward 1, steps: 1\n\n*step 1*\n\n    é😀 <b>1</b>',
    );
  });

  it('forgets the steps after the one that a resumed run goes on from', async () => {
    await run([3, 4], 2, firstSecond + 100);
    const { scalars, histograms, texts } = read();
    const steps = [1, 2, 3, 4];
    const mean = scalars['reward/solver/mean'] ?? [];
    expect(mean.map(([step]) => step)).toEqual(steps);
    expect(mean[2]?.[1]).toBe(firstSecond + 102);
    expect(histograms['reward/solver/histogram']?.map(([step]) => step)).toEqual(steps);
    expect(texts['rollouts/1']?.map(([step]) => step)).toEqual(steps);
  });

  it('forgets an earlier run in the same folder', async () => {
    await run([1], 0, firstSecond + 200);
    const mean = read().scalars['reward/solver/mean'];
    expect(mean?.map(([step, seconds]) => [step, seconds])).toEqual([[1, firstSecond + 202]]);
  });
});
