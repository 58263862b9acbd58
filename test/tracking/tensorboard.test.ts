import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crc32c } from '../../ts/tracking/tensorboard/crc32c.ts';
import { versionEvent } from '../../ts/tracking/tensorboard/event.ts';
import { frameRecord } from '../../ts/tracking/tensorboard/frame-record.ts';
import { histogramOf } from '../../ts/tracking/tensorboard/histogram.ts';
import { varintField } from '../../ts/tracking/tensorboard/protobuf.ts';
import { sampleText } from '../../ts/tracking/tensorboard/sample-text.ts';
import { TensorBoardTracker } from '../../ts/tracking/tensorboard/tensorboard-tracker.ts';
import { createEpisode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { replaceFs } from '../support/replace-fs.ts';
import { readEvents } from './read-events.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('the format of event files', () => {
  // RFC 3720, appendix B.4, and the check value of CRC-32C.
  it.each<[string, readonly number[], number]>([
    ['32 bytes of zeroes', Array(32).fill(0), 0x8a9136aa],
    ['32 bytes of ones', Array(32).fill(255), 0x62a8ab43],
    ['32 ascending bytes', range(32), 0x46dd794e],
    ['32 descending bytes', range(32).reverse(), 0x113fdb5c],
    ['the digits', [...'123456789'].map((digit) => digit.charCodeAt(0)), 0xe3069283],
    ['nothing', [], 0],
  ])('CRC-32C of %s', (_, bytes, expected) => {
    expect(crc32c(Uint8Array.from(bytes))).toBe(expected);
  });

  it('frames a record as TensorFlow does', () => {
    // The checksums are those of TensorBoard's own masked_crc32c.
    expect(hex(frameRecord(versionEvent(1.5)))).toBe(
      '1800000000000000a37f4b2209000000000000f83f1a0d627261696e2e4576656e743a322a28646c',
    );
  });

  it('writes whole numbers up to 2^53 - 1 as varints', () => {
    expect(hex(varintField(2, 0))).toBe('1000');
    expect(hex(varintField(2, 300))).toBe('10ac02');
    expect(hex(varintField(2, 2 ** 53 - 1))).toBe('10ffffffffffffff0f');
  });
});

describe('histogramOf', () => {
  it('counts values in thirty buckets of one width', () => {
    const histogram = histogramOf([0, 1, 2, 30, 30]);
    expect(histogram).toMatchObject({ min: 0, max: 30, count: 5, sum: 63, sumOfSquares: 1805 });
    expect(histogram?.limits).toHaveLength(30);
    expect(histogram?.limits.map((limit) => Math.round(limit))).toEqual(
      range(30).map((i) => i + 1),
    );
    expect(histogram?.counts).toEqual([1, 1, 1, ...Array(26).fill(0), 2]);
  });

  it('has one bucket for one value, and nothing for none', () => {
    expect(histogramOf([0.5, 0.5])).toMatchObject({
      min: 0.5,
      max: 0.5,
      limits: [0.5],
      counts: [2],
    });
    expect(histogramOf([])).toBeNull();
  });

  it('puts every finite value in a bucket, however far apart they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        (values) => {
          const { min, max, limits, counts } = histogramOf(values) as NonNullable<
            ReturnType<typeof histogramOf>
          >;
          expect(counts.reduce((a, b) => a + b)).toBe(values.length);
          expect(limits).toHaveLength(counts.length);
          expect(limits.every((limit, i) => limit >= (limits[i - 1] ?? min))).toBe(true);
          expect(limits.at(-1)).toBe(max);
        },
      ),
    );
  });
});

describe('TensorBoardTracker', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'upperhand-tensorboard-')), 'tensorboard');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  const none = { episodes: [], groups: [] };
  const solver = (reward: number | null, advantages: (number | number[] | null)[]) =>
    createTrajectory({
      name: 'solver',
      reward,
      steps: advantages.map((advantage) =>
        createStep({ advantage, responseIds: Array.isArray(advantage) ? [1, 2] : [] }),
      ),
    });

  it('writes each metric as a scalar, with step and time', async () => {
    const tracker = new TensorBoardTracker(folder, { now: () => 1_700_000_000_250 });
    const metrics = { 'reward/solver/mean': 0.5, 'val/x/pass@1': NaN, 'batch/n': -3 };
    await tracker.log(metrics, { step: 1, ...none });
    await tracker.log({ 'batch/n': 1e300 }, { step: 70_000, ...none });
    // Before it is finished: they are there after each step.
    const events = readEvents(folder);
    expect(events.map(({ version }) => version)).toEqual(['brain.Event:2', undefined, undefined]);
    expect(events[1]).toMatchObject({ seconds: 1_700_000_000.25, step: 1, scalars: metrics });
    expect(events[2]).toMatchObject({ step: 70_000, scalars: { 'batch/n': Infinity } });
    await tracker.finish();
    expect(readdirSync(folder)).toEqual([
      `events.out.tfevents.1700000000.${hostname()}.${process.pid}.0`,
    ]);
  });

  it('makes nothing before the first step, and ends when nothing was written', async () => {
    await new TensorBoardTracker(folder).finish();
    expect(readdirSync(join(folder, '..'))).toEqual([]);
  });

  it('writes rewards and advantages of each role as histograms', async () => {
    const groups = [
      createTrajectoryGroup({
        groupId: 't:solver',
        trajectories: [solver(1, [0.5, 0.5]), solver(0, [[-0.25, NaN]]), solver(null, [null])],
      }),
      createTrajectoryGroup({ groupId: 't:judge', trajectories: [solver(Infinity, [])] }),
      createTrajectoryGroup({ groupId: 'u:solver', trajectories: [solver(0.5, [0])] }),
    ];
    await new TensorBoardTracker(folder).log({}, { step: 2, episodes: [], groups });
    const { histograms, scalars } = readEvents(folder)[1] as ReturnType<typeof readEvents>[0];
    expect(Object.keys(histograms)).toEqual([
      'reward/solver/histogram',
      'advantage/solver/histogram',
    ]);
    expect(histograms['reward/solver/histogram']?.numbers).toEqual([0, 1, 3, 1.5, 1.25]);
    expect(histograms['advantage/solver/histogram']?.numbers).toEqual([
      -0.25, 0.5, 4, 0.75, 0.5625,
    ]);
    expect(scalars).toEqual({
      'advantage/solver/histogram_non_finite': 1,
      'reward/judge/histogram_non_finite': 1,
    });
  });

  it('writes some rollouts as text, evenly spaced', async () => {
    const episodes = range(8).map((i) => createEpisode({ id: `t${i}:0` }));
    const tracker = new TensorBoardTracker(folder, { samples: 2 });
    await tracker.log({}, { step: 1, episodes, groups: [] });
    await tracker.log({}, { step: 2, episodes: episodes.slice(7), groups: [] });
    const [, first, second] = readEvents(folder);
    expect(Object.keys(first?.texts ?? {})).toEqual(['rollouts/1', 'rollouts/2']);
    expect(Object.values(first?.texts ?? {})).toEqual([
      '**t0:0**: not correct',
      '**t4:0**: not correct',
    ]);
    expect(second?.texts).toEqual({ 'rollouts/1': '**t7:0**: not correct' });
  });

  it('begins another file when the run is resumed, and says from which step on', async () => {
    const now = () => 1_700_000_000_000;
    const before = new TensorBoardTracker(folder, { now });
    await before.log({ x: 1 }, { step: 8, ...none });
    const after = new TensorBoardTracker(folder, { now });
    await after.resumeFrom(7);
    await after.log({ x: 2 }, { step: 8, ...none });
    const anew = new TensorBoardTracker(folder, { now });
    await anew.resumeFrom(0);
    const names = readdirSync(folder).sort();
    expect(names.map((name) => name.split('.').at(-1))).toEqual(['0', '1', '2']);
    const starts = readEvents(folder).filter(({ sessionStatus }) => sessionStatus === 1);
    expect(starts.map(({ step }) => step)).toEqual([8, 0]);
  });

  it('begins another file after one that could not be written to', async () => {
    const tracker = new TensorBoardTracker(folder);
    writeFileSync(folder, 'in the way');
    await expect(tracker.log({ x: 1 }, { step: 1, ...none })).rejects.toThrow();
    rmSync(folder);
    await tracker.log({ x: 2 }, { step: 2, ...none });
    expect(readEvents(folder).map(({ scalars }) => scalars)).toEqual([{}, { x: 2 }]);
    expect(readFileSync(join(folder, readdirSync(folder)[0] as string)).length).toBeGreaterThan(40);
  });

  it('leaves no file without events when the disk is full', async () => {
    const writeFile: typeof fs.writeFile = async (path, _, options) => {
      await fs.writeFile(path, '', options);
      throw new Error('no space left');
    };
    await replaceFs({ writeFile }, async () => {
      const logged = new TensorBoardTracker(folder).log({ x: 1 }, { step: 1, ...none });
      await expect(logged).rejects.toThrow('no space left');
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes one file in the order of the steps, also when nobody waits', async () => {
    const tracker = new TensorBoardTracker(folder);
    await Promise.all([1, 2, 3].map((step) => tracker.log({}, { step, ...none })));
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readEvents(folder).map(({ step }) => step)).toEqual([0, 1, 2, 3]);
  });

  it.each([Number.NaN, -1, 1.5, '1'])(
    'refuses the step %s, before it makes a file',
    async (step) => {
      const tracker = new TensorBoardTracker(folder);
      const message = /step must be a whole number, 0 or more/;
      await expect(tracker.log({}, { step: step as number, ...none })).rejects.toThrow(message);
      await expect(tracker.resumeFrom(step as number)).rejects.toThrow(message);
      expect(existsSync(folder)).toBe(false);
    },
  );

  it.each<[object, RegExp]>([
    [{ sample: 1 }, /samples\?/],
    [{ samples: -1 }, /samples must be a whole number, 0 or more, got -1/],
    [{ samples: '3' }, /samples must be a whole number/],
  ])('refuses the options %j', (options, message) => {
    expect(() => new TensorBoardTracker(folder, options)).toThrow(message);
  });
});

describe('sampleText', () => {
  it('tells what was said, in blocks that Markdown leaves alone', () => {
    const episode = createEpisode({
      id: 'a_b*:0',
      isCorrect: true,
      terminationReason: 'env_done',
      trajectories: [
        createTrajectory({
          name: 'solver',
          reward: 0.5,
          steps: [
            createStep({
              chatCompletions: [
                { role: 'user', content: 'Hi\n<b>' },
                { role: 'assistant', content: [{ type: 'text' }], tool_calls: [1] },
              ],
            }),
          ],
        }),
        createTrajectory({
          name: 'judge',
          steps: [createStep({ modelResponse: 'x'.repeat(5000) })],
        }),
      ],
    });
    expect(sampleText(episode).split('\n\n')).toEqual([
      '**a\\_b\\*:0**: correct, ended by env_done',
      '**solver**, reward 0.5, steps: 1',
      '*user*',
      '    Hi\n    <b>',
      '*assistant*',
      '    [{"type": "text"}]\n    {"tool_calls": [1]}',
      '**judge**, reward none, steps: 1',
      '*step 1*',
      `    ${'x'.repeat(4000)}… (5000 characters)`,
    ]);
  });
});
