import { describe, expect, it } from 'vitest';
import type { TextStream } from '../../ts/cli/io.ts';
import { Reporter } from '../../ts/cli/reporter.ts';
import { RunStats } from '../../ts/cli/train/run-stats.ts';
import { barText, durationText, stepLine, validationLine } from '../../ts/cli/train/run-text.ts';
import { RunView } from '../../ts/cli/train/run-view.ts';
import type { TrainProgress } from '../../ts/trainer/train-progress.ts';

const place = { totalSteps: 4, epoch: 0 };

function episodes(step: number, done: number, mode: 'train' | 'val' = 'train'): TrainProgress {
  const numbers = { meanReward: 0.25, correct: 0.5, perSecond: 12.34 };
  return { type: 'episodes', mode, done, total: 8, ...numbers, step, ...place };
}

function stepDone(step: number): TrainProgress {
  return { type: 'step', seconds: 1, metrics: {}, step, ...place };
}

/** Numbers of a run of 4 steps whose clock the test turns. */
function clocked(): { stats: RunStats; wait: (milliseconds: number) => void } {
  let time = 1000;
  const stats = new RunStats(() => time);
  stats.add({ type: 'start', step: 0, ...place });
  const wait = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { stats, wait };
}

describe('RunStats', () => {
  it('tells the time left from what steps took so far', () => {
    const { stats, wait } = clocked();
    expect(stats.secondsLeft).toBeNull();
    wait(10_000);
    stats.add(episodes(1, 8));
    expect(stats.secondsLeft).toBeNull();
    stats.add(stepDone(1));
    expect(stats.secondsLeft).toBe(30);
    wait(4000);
    stats.add(episodes(2, 3));
    expect(stats.secondsLeft).toBe(26);
    wait(60_000);
    expect(stats.secondsLeft).toBe(0);
    stats.add(stepDone(2));
    expect(stats.secondsLeft).toBe(74);
  });

  it('counts the steps of this run alone after a resume', () => {
    let time = 0;
    const stats = new RunStats(() => time);
    stats.add({ type: 'start', step: 2, ...place });
    time = 5000;
    stats.add(stepDone(3));
    expect(stats.secondsLeft).toBe(5);
  });

  it('knows no time left when the number of steps is not known', () => {
    const stats = new RunStats(() => 0);
    stats.add({ type: 'start', step: 0, totalSteps: 0, epoch: 0 });
    stats.add({ ...stepDone(1), totalSteps: 0 });
    expect(stats.secondsLeft).toBeNull();
    expect(stepLine(stats)).toBe('step 1: no reward, 0.0 rollouts/s');
  });

  it('keeps what training came to apart from validations', () => {
    const { stats } = clocked();
    stats.add(episodes(1, 8));
    stats.add({ ...episodes(1, 2, 'val'), meanReward: 1 } as TrainProgress);
    expect(stats.reward).toBe(1);
    expect(stats.trained).toEqual({ reward: 0.25, passAt1: 0.5 });
  });
});

describe('what a run is shown as', () => {
  it('is a bar with its numbers on a terminal', () => {
    const { stats, wait } = clocked();
    wait(2500);
    stats.add(stepDone(1));
    stats.add(episodes(2, 3));
    expect(barText(stats, 100)).toBe(
      'step 2/4 █████░░░░░░░░░░░░░░░  rollouts 3/8  reward 0.250  pass@1 0.500  12 rollouts/s  8s left',
    );
    stats.add(episodes(2, 1, 'val'));
    expect(barText(stats, 100)).toContain('  validation 1/8  ');
  });

  it('has every number on a terminal of 80 columns, and never more than there is room for', () => {
    const { stats, wait } = clocked();
    const many = { totalSteps: 1200 };
    stats.add({ type: 'start', step: 118, epoch: 0, ...many });
    wait(3_400);
    stats.add({ ...stepDone(119), ...many });
    stats.add({ ...episodes(120, 512), total: 512, perSecond: 9.5, ...many } as TrainProgress);
    expect(barText(stats, 79)).toBe(
      'step 120/1200  rollouts 512/512  reward 0.250  pass@1 0.500  9.5/s  1h01m left',
    );
    for (let room = 0; room <= 200; room++)
      expect(barText(stats, room).length).toBeLessThanOrEqual(room);
  });

  it('is a line a step elsewhere', () => {
    const { stats, wait } = clocked();
    stats.add(episodes(1, 8));
    wait(90_000);
    stats.add(stepDone(1));
    expect(stepLine(stats)).toBe('step 1/4: reward 0.250, pass@1 0.500, 12 rollouts/s, 4m30s left');
  });

  it('has every pass@k of a validation, else the mean rewards', () => {
    const metrics = {
      'val/reward/solver/mean': 0.5,
      'val/reward/solver/max': 1,
      'time/testing': 3,
    };
    expect(validationLine(0, metrics)).toBe('validation before training: reward/solver/mean 0.500');
    const passes = { ...metrics, 'val/math/pass@1': 0.25, 'val/math/pass@4': 0.75 };
    expect(validationLine(3, passes)).toBe(
      'validation after step 3: math/pass@1 0.250, math/pass@4 0.750',
    );
    expect(validationLine(3, {})).toBe('validation after step 3: no rollout has a reward');
  });

  it.each([
    [0, '0s'],
    [59.4, '59s'],
    [59.6, '1m00s'],
    [250, '4m10s'],
    [3720, '1h02m'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe('RunView', () => {
  function view(isTTY: boolean, json = false) {
    let time = 0;
    const stdout = collect(isTTY);
    const stderr = collect(isTTY);
    const io = { stdin: nothing(), stdout: stdout.stream, stderr: stderr.stream, env: {} };
    const shown = new RunView(io, new Reporter({ ...io, env: { NO_COLOR: '1' } }), {
      json,
      now: () => time,
    });
    return {
      view: shown,
      out: stdout.text,
      err: stderr.text,
      wait: (milliseconds: number): void => {
        time += milliseconds;
      },
    };
  }

  it('draws the bar at most ten times a second, and takes it away for what is printed', () => {
    const { view: shown, out, err, wait } = view(true);
    shown.progress({ type: 'start', step: 0, ...place });
    for (let done = 1; done <= 8; done++) {
      wait(50);
      shown.progress(episodes(1, done));
    }
    expect(err().match(/rollouts \d\/8/g)).toEqual([
      'rollouts 2/8',
      'rollouts 4/8',
      'rollouts 6/8',
      'rollouts 8/8',
    ]);
    shown.print('a line');
    expect(err().endsWith('\r\u001b[K')).toBe(true);
    expect(out()).toBe('a line\n');
  });

  it('prints the first warnings of a kind, and counts the others', () => {
    const { view: shown, err } = view(false);
    for (let i = 1; i <= 5; i++) shown.warning({ kind: 'episodes-failed', message: `number ${i}` });
    expect(err()).toBe('warning: number 1\nwarning: number 2\nwarning: number 3\n');
    const state = { globalStep: 3 } as never;
    const none = {
      metrics: {},
      valMetrics: null,
      untracked: {},
      resumedFrom: null,
      checkpoint: null,
    };
    const result = { steps: 3, epochs: 1, ...none, runFolder: 'x', state };
    shown.result({ ...result, stopReason: 'aborted' });
    expect(err().endsWith('episodes-failed: 2 more warnings, 5 in all\n')).toBe(true);
  });

  it('writes JSON and nothing else to stdout', () => {
    const { view: shown, out, err } = view(false, true);
    shown.progress({ type: 'start', step: 0, ...place });
    shown.progress(episodes(1, 8));
    shown.progress({ ...stepDone(1), metrics: { loss: Number.NaN } } as TrainProgress);
    shown.warning({ kind: 'episodes-failed', message: 'one failed' });
    shown.print('a print');
    expect(
      out()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { type: 'start', step: 0, ...place },
      { type: 'step', seconds: 1, metrics: { loss: 'NaN' }, step: 1, ...place },
      { type: 'warning', kind: 'episodes-failed', message: 'one failed' },
    ]);
    expect(err()).toBe('warning: one failed\na print\n');
  });
});

function collect(isTTY: boolean): { stream: TextStream; text: () => string } {
  let text = '';
  const stream: TextStream = {
    isTTY,
    columns: 100,
    write(piece) {
      text += piece;
    },
  };
  return { stream, text: () => text };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
