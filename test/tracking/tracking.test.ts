import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Warning } from '../../ts/errors/warning.ts';
import type { TrackedStep, Tracker } from '../../ts/tracking/tracker.ts';
import { Tracking, type TrackingOptions } from '../../ts/tracking/tracking.ts';
import { replaceFs } from '../support/replace-fs.ts';

let warnings: Warning[];
let lines: string[];
beforeEach(() => {
  warnings = [];
  lines = [];
});

const at = (step: number): TrackedStep => ({ step, episodes: [], groups: [] });
const open = (options: TrackingOptions = {}) =>
  new Tracking({
    print: (line) => lines.push(line),
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });

/** Keeps what it is given. */
function recorder(more: Partial<Tracker> = {}): Tracker & { readonly calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    log: (metrics, { step }) => void calls.push([step, metrics]),
    resumeFrom: (step) => void calls.push(`resume ${step}`),
    finish: () => void calls.push('finish'),
    ...more,
  };
}

describe('Tracking', () => {
  it('prints a line a step: numbers only, in their order', async () => {
    const tracking = open();
    const metrics = { 'b/x': 0.1, a: -0, nan: NaN, n: 1e21, text: 'x', flag: true };
    await tracking.log(metrics as never, at(3));
    await tracking.log({}, at(4));
    expect(lines).toEqual(['step:3 - b/x:0.1 - a:-0 - nan:NaN - n:1e+21', 'step:4']);
  });

  it('prints to the console unless told otherwise', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await new Tracking().log({ x: 1 }, at(1));
    expect(log.mock.calls).toEqual([['step:1 - x:1']]);
    log.mockRestore();
  });

  it('gives every step to all trackers, each with a copy of its own', async () => {
    const greedy = recorder({
      log(metrics) {
        delete (metrics as Record<string, number>).x;
      },
    });
    const mine = recorder();
    const tracking = open({ trackers: [greedy, mine] });
    const metrics = { x: 1 };
    await tracking.resumeFrom(4);
    await tracking.log(metrics, at(5));
    await tracking.finish();
    await tracking.finish();
    expect(mine.calls).toEqual(['resume 4', [5, { x: 1 }], 'finish']);
    expect(metrics).toEqual({ x: 1 });
    expect(lines).toEqual(['step:5 - x:1']);
  });

  it('tells the most that any tracker has of a step; nothing where none knows', async () => {
    const fail = () => Promise.reject(new Error('no disk'));
    const knows = (count: number | null) => recorder({ loggedBefore: async () => count });
    expect(await open({ trackers: [recorder()] }).loggedBefore(3)).toBeNull();
    expect(await open({ trackers: [knows(null), knows(2), knows(1)] }).loggedBefore(3)).toBe(2);
    const failing = recorder({ loggedBefore: fail });
    expect(await open({ trackers: [failing, knows(0)] }).loggedBefore(3)).toBe(0);
    expect(warnings).toMatchObject([{ kind: 'tracker-failed' }]);
  });

  it('needs no more of a tracker than log', async () => {
    const tracking = open({ logger: [], trackers: [{ log() {} }] });
    await tracking.resumeFrom(0);
    await tracking.log({}, at(1));
    await tracking.finish();
    expect(warnings).toEqual([]);
  });

  it.each<[string, Tracker['log']]>([
    [
      'throws',
      () => {
        throw new Error('no disk');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no disk'))],
  ])('goes on, and says once that a tracker %s', async (_, log) => {
    const mine = recorder();
    const tracking = open({ trackers: [recorder({ name: 'theirs', log }), mine] });
    await tracking.log({ x: 1 }, at(1));
    await tracking.log({ x: 2 }, at(2));
    await tracking.finish();
    expect(mine.calls).toHaveLength(3);
    expect(lines).toHaveLength(2);
    expect(warnings).toEqual([
      {
        kind: 'tracker-failed',
        message:
          'the tracker "theirs": logging step 1 failed: no disk. Training goes on; what else it does not take is only counted',
        places: ['theirs'],
      },
    ]);
    expect(tracking.lost).toEqual({ theirs: 2 });
  });

  it('survives what is thrown in resuming and finishing, whatever it is', async () => {
    const fail = () => {
      throw undefined;
    };
    const tracking = open({ trackers: [recorder({ resumeFrom: fail, finish: fail })] });
    await tracking.resumeFrom(1);
    await tracking.finish();
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^the tracker "trackers\[0\]": going on from step 1 failed: undefined\./,
      ),
    ]);
    expect(tracking.lost).toEqual({});
  });

  it.each([Object.create(null), Symbol('x'), 7n])(
    'survives what has no text: %#',
    async (thrown) => {
      const log = (): never => {
        throw thrown;
      };
      const tracking = open({ trackers: [recorder({ name: 'theirs', log })] });
      await tracking.log({}, at(1));
      await tracking.log({}, at(2));
      expect(warnings).toHaveLength(1);
      expect(tracking.lost).toEqual({ theirs: 2 });
    },
  );

  it('makes the next call, also when the one who is warned throws', async () => {
    const calls: number[] = [];
    const mine = recorder({
      log(_, { step }) {
        calls.push(step);
        throw new Error('no disk');
      },
    });
    const onWarning = (): never => {
      throw new Error('strict');
    };
    const tracking = open({ trackers: [mine], onWarning });
    await expect(tracking.log({}, at(1))).rejects.toThrow('strict');
    await tracking.log({}, at(2));
    expect(calls).toEqual([1, 2]);
  });

  it('gives metrics as they were when they were logged', async () => {
    const mine = recorder();
    const tracking = open({ trackers: [mine] });
    const metrics = { x: 1 };
    const logged = tracking.log(metrics, at(1));
    metrics.x = 2;
    await logged;
    expect(mine.calls).toEqual([[1, { x: 1 }]]);
  });

  it('calls a tracker for one step after the other, also when nobody waits', async () => {
    const seen: string[] = [];
    const slow = recorder({
      async log(_, { step }) {
        seen.push(`begin ${step}`);
        await Promise.resolve();
        seen.push(`end ${step}`);
      },
      finish: () => void seen.push('finish'),
    });
    const tracking = open({ trackers: [slow] });
    void tracking.log({}, at(1));
    void tracking.log({}, at(2));
    await tracking.finish();
    expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'finish']);
  });

  it('takes nothing any more once it is finished, and counts that', async () => {
    const mine = recorder({ name: 'mine' });
    const tracking = open({ trackers: [mine] });
    await tracking.finish();
    await tracking.log({}, at(1));
    expect(mine.calls).toEqual(['finish']);
    expect(tracking.lost).toEqual({ console: 1, mine: 1 });
  });

  it('takes lost steps of trackers of one name together', async () => {
    const log = () => Promise.reject(new Error('x'));
    const twins = [recorder({ name: 'twin', log }), recorder({ name: 'twin', log })];
    const tracking = open({ logger: [], trackers: twins });
    await tracking.log({}, at(1));
    expect(tracking.lost).toEqual({ twin: 2 });
  });

  describe('with a tracker that hangs', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('waits as long as was said, then leaves it out until it answers', async () => {
      const asked: number[] = [];
      const answers: (() => void)[] = [];
      const hanging = recorder({
        name: 'hanging',
        log(_, { step }) {
          asked.push(step);
          if (step > 1) return;
          return new Promise((resolve) => void answers.push(resolve));
        },
      });
      const tracking = open({ trackers: [hanging], timeout: 5 });
      const first = tracking.log({}, at(1));
      await vi.advanceTimersByTimeAsync(4999);
      expect(warnings).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await first;
      expect(warnings[0]?.message).toBe(
        'the tracker "hanging": logging step 1 took longer than 5 s, and it is left out until that ends. Training goes on; what else it does not take is only counted',
      );
      await tracking.log({}, at(2));
      expect(asked).toEqual([1]);
      answers[0]?.();
      await vi.advanceTimersByTimeAsync(0);
      await tracking.log({}, at(3));
      expect(asked).toEqual([1, 3]);
      expect(tracking.lost).toEqual({ hanging: 2 });
      expect(vi.getTimerCount()).toBe(0);
    });

    it.each([Infinity, 1e9])('waits for %d s, longer than timers hold', async (timeout) => {
      const log = () => new Promise<void>((resolve) => void setTimeout(resolve, 1e9));
      const tracking = open({ trackers: [recorder({ log })], timeout });
      const logged = tracking.log({}, at(1));
      await vi.advanceTimersByTimeAsync(1e9);
      await logged;
      expect(warnings).toEqual([]);
    });

    it('does not wait for ever at the end, either', async () => {
      const tracking = open({ trackers: [recorder({ finish: () => new Promise(() => {}) })] });
      const finished = tracking.finish();
      await vi.advanceTimersByTimeAsync(30_000);
      await finished;
      expect(warnings[0]?.message).toMatch(/finishing took longer than 30 s/);
    });
  });

  describe('in the folder of a run', () => {
    let runFolder: string;
    beforeEach(() => {
      runFolder = mkdtempSync(join(tmpdir(), 'upperhand-tracking-'));
    });
    afterEach(() => rmSync(runFolder, { recursive: true }));

    it('writes metrics.jsonl and TensorBoard files', async () => {
      const tracking = open({ logger: ['file', 'tensorboard', 'file'], runFolder });
      await tracking.resumeFrom(0);
      await tracking.log({ x: 0.5 }, at(1));
      await tracking.finish();
      expect(readFileSync(join(runFolder, 'metrics.jsonl'), 'utf8')).toBe(
        '{"step": 1, "data": {"x": 0.5}}\n',
      );
      expect(readdirSync(join(runFolder, 'tensorboard'))).toHaveLength(1);
      expect(lines).toEqual([]);
      expect(warnings).toEqual([]);
    });

    it('takes the names of rLLM that are not written here, and says once what is instead', async () => {
      const logger = ['wandb', 'mlflow', 'swanlab', 'vemlp_wandb', 'clearml', 'trackio', 'ui'];
      const tracking = open({ logger, runFolder, projectName: "Ann's" });
      expect(warnings.map(({ kind, places }) => [kind, places])).toEqual([
        ['tracker-replaced', logger],
      ]);
      const { message } = warnings[0] as Warning;
      const folder = `${runFolder}/tensorboard`;
      const metrics = `${runFolder}/metrics.jsonl`;
      for (const part of [
        `"wandb" by "tensorboard" and "file", to be brought there with run.log(line["data"], step=line["step"]) for each line of ${metrics}, or, up to wandb 0.29.0, \`wandb sync --project 'Ann'\\''s' ${folder}\``,
        `"mlflow" by "file", to be brought there with mlflow.log_metrics(line["data"], step=line["step"]) for each line of ${metrics}`,
        `\`swanlab convert --type tensorboard --project 'Ann'\\''s' --tb-log-dir ${folder}\``,
        `trackio.import_tf_events("${folder}", project="Ann's", name="default")`,
        '"clearml" by "file"',
        '"ui" by "file"',
      ])
        expect(message).toContain(part);
      await tracking.log({ x: 1 }, at(1));
      await tracking.finish();
      expect(readdirSync(runFolder).sort()).toEqual(['metrics.jsonl', 'tensorboard']);
    });

    it("takes rLLM's old name of wandb", () => {
      open({ logger: 'tracking', runFolder });
      expect(warnings[0]?.message).toContain('"tracking" by "tensorboard" and "file"');
    });

    it('goes on when files cannot be written', async () => {
      const tracking = open({
        logger: ['console', 'file'],
        runFolder: join(runFolder, 'no\0name'),
      });
      await tracking.log({ x: 1 }, at(1));
      await tracking.log({ x: 1 }, at(2));
      expect(lines).toHaveLength(2);
      expect(warnings.map(({ places }) => places)).toEqual([['file']]);
      expect(existsSync(join(runFolder, 'metrics.jsonl'))).toBe(false);
    });
  });

  it('says once that there are no files in a browser', async () => {
    const tracking = new Tracking({
      logger: ['console', 'file'],
      runFolder: 'run',
      print: (line) => lines.push(line),
      onWarning: (warning) => warnings.push(warning),
    });
    await replaceFs(null, async () => {
      await tracking.log({ x: 1 }, at(1));
      await tracking.log({ x: 2 }, at(2));
    });
    expect(lines).toHaveLength(2);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('writing metrics.jsonl needs files, which Node, Deno and Bun have'),
    ]);
  });

  it.each<[object, RegExp]>([
    [{ logger: 'tensorbord' }, /there is no tracker "tensorbord"\. Did you mean "tensorboard"\?/],
    [{ logger: ['console', 'WandB'] }, /Did you mean "wandb"\?/],
    [
      { logger: ['prometheus'] },
      /no tracker "prometheus"\. Known are console, file, .*, ui; any object/,
    ],
    [{ logger: ['toString'] }, /no tracker "toString"/],
    [{ logger: [7] }, /trainer\.logger must be names of trackers, got 7/],
    [{ logger: 7 }, /trainer\.logger must be names of trackers, got 7/],
    [{ logger: 'file' }, /the tracker "file" writes files; runFolder must say where to/],
    [{ logger: 'wandb' }, /the tracker "tensorboard" writes files/],
    [{ trackers: [{}] }, /trackers\[0\] must be an object with log\(metrics, step\)/],
    [{ trackers: [{ log() {}, finish: 1 }] }, /trackers\[0\]\.finish must be a function/],
    [{ trackers: {} }, /trackers must be an array/],
    [{ logger: 'file', runFolder: '' }, /runFolder must be a path, got ""/],
    [{ timeout: 0 }, /timeout must be seconds above 0/],
    [{ loger: 'file' }, /did you mean logger\?/],
  ])('refuses %j, and warns of nothing', (options, message) => {
    expect(() => open(options)).toThrow(message);
    expect(warnings).toEqual([]);
  });

  it('refuses to go on from what is no step', async () => {
    await expect(open().resumeFrom(-1)).rejects.toThrow(/step must be a whole number/);
  });
});
