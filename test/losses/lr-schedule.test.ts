import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { computeScheduleLrMultiplier } from '../../ts/losses/lr-schedule.ts';
import type { LrSchedule } from '../../ts/types/algorithm-config.ts';

interface Recorded {
  lr_schedule: LrSchedule;
  warmup_steps: number;
  warmup_steps_ratio: number;
  step: number;
  total_steps: number;
  multiplier: number;
}

const recorded: Recorded[] = readFileSync(
  join(import.meta.dirname, 'golden/lr-schedule.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

const schedule = (lrSchedule: LrSchedule, warmupSteps = -1, warmupStepsRatio = 0) => ({
  lrSchedule,
  warmupSteps,
  warmupStepsRatio,
});

describe('computeScheduleLrMultiplier', () => {
  it('gives the 912 numbers that rLLM gave', () => {
    expect(recorded).toHaveLength(912);
    for (const { lr_schedule, warmup_steps, warmup_steps_ratio, ...rest } of recorded) {
      const { step, total_steps: totalSteps, multiplier } = rest;
      const given = schedule(lr_schedule, warmup_steps, warmup_steps_ratio);
      const ours = computeScheduleLrMultiplier(given, { step, totalSteps });
      // The cosine of another library may differ in its last bit.
      const off = lr_schedule === 'cosine' ? 2e-16 : 0;
      expect([given, step, totalSteps, Math.abs(ours - multiplier) <= off]).toEqual([
        given,
        step,
        totalSteps,
        true,
      ]);
    }
  });

  it.each(['linear', 'cosine'] as const)('stays at 0 past the end with %s', (lrSchedule) => {
    for (const step of [10, 11, 15, 1000])
      expect(computeScheduleLrMultiplier(schedule(lrSchedule, 4), { step, totalSteps: 10 })).toBe(
        0,
      );
  });

  it('begins without a warm-up at 1, with one at 0', () => {
    const first = { step: 0, totalSteps: 10 };
    for (const lrSchedule of ['constant', 'linear', 'cosine'] as const) {
      expect(computeScheduleLrMultiplier(schedule(lrSchedule), first)).toBe(1);
      expect(computeScheduleLrMultiplier(schedule(lrSchedule, 3), first)).toBe(0);
    }
  });

  it('does without the total where it does not matter', () => {
    const unknown = { step: 3, totalSteps: null };
    expect(computeScheduleLrMultiplier(schedule('constant'), unknown)).toBe(1);
    expect(computeScheduleLrMultiplier(schedule('constant', 6, 0.5), unknown)).toBe(0.5);
    for (const needy of [schedule('linear', 2), schedule('cosine'), schedule('constant', -1, 0.1)])
      expect(() => computeScheduleLrMultiplier(needy, unknown)).toThrow(
        `totalSteps must be a number for schedule ${needy.lrSchedule} and its warm-up, got null`,
      );
  });

  it.each([
    [
      schedule('step' as never),
      { step: 0, totalSteps: 1 },
      'lrSchedule must be one of constant, linear, cosine, got "step"',
    ],
    [
      schedule('toString' as never),
      { step: 0, totalSteps: 1 },
      'lrSchedule must be one of constant',
    ],
    [schedule('linear'), { step: -1, totalSteps: 1 }, 'step must be an integer ≥ 0, got -1'],
    [schedule('linear'), { step: 0.5, totalSteps: 1 }, 'step must be an integer ≥ 0, got 0.5'],
    [
      schedule('linear', Number.NaN),
      { step: 0, totalSteps: 1 },
      'warmupSteps must be a finite number, got NaN',
    ],
    [
      schedule('linear', -1, Number.NaN),
      { step: 0, totalSteps: 1 },
      'warmupStepsRatio must be a finite number ≥ 0, got NaN',
    ],
    [
      schedule('constant', -1, -0.1),
      { step: 0, totalSteps: 1 },
      'warmupStepsRatio must be a finite number ≥ 0, got -0.1',
    ],
    [
      schedule('linear'),
      { step: 0, totalSteps: Number.NaN },
      'totalSteps must be an integer ≥ 0, got NaN',
    ],
  ])('refuses %#', (given, at, message) => {
    expect(() => computeScheduleLrMultiplier(given, at)).toThrow(message);
  });
});
