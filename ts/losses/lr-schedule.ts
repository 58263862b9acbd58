import { refuse } from '../errors/refuse.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import { checkNumber } from './check-number.ts';

/** Where training stands. */
export interface LrStep {
  /** Updates made so far: 0 at the first. */
  readonly step: number;
  /** Updates of the whole run; null when nobody knows. */
  readonly totalSteps: number | null;
}

/**
 * What the learning rate is multiplied by at a step.
 *
 *     w = warmupSteps, where > 0, else trunc(totalSteps · warmupStepsRatio)
 *     step < w:  step / w                                    so the first update of a warm-up has none
 *     else, with s = step − w and T = max(totalSteps − w, 1):
 *       constant  1
 *       linear    1 − s / T
 *       cosine    ½ (1 + cos(π s / T))
 *
 * From the last step on it stays what it is there, 0 for linear and cosine, where rLLM's linear one turns negative and
 * its cosine rises again.
 *
 * Source: `compute_schedule_lr_multiplier` of rLLM's Tinker backend.
 *
 * @param schedule - the fields of an algorithm config
 * @throws UpperhandError `invalid-argument` for a schedule that there is not, for a step that is no integer ≥ 0, for
 *   `warmupSteps` that are not finite and a ratio that is not ≥ 0, and for unknown `totalSteps` where they matter: with
 *   linear, cosine and a ratio
 * @example
 * const schedule = { lrSchedule: 'cosine', warmupSteps: 2, warmupStepsRatio: 0 } as const;
 * [0, 1, 2, 6, 10].map((step) => computeScheduleLrMultiplier(schedule, { step, totalSteps: 10 })); // [0, 0.5, 1, 0.5, 0]
 */
export function computeScheduleLrMultiplier(
  schedule: Pick<AlgorithmConfig, 'lrSchedule' | 'warmupSteps' | 'warmupStepsRatio'>,
  { step, totalSteps }: LrStep,
): number {
  const { lrSchedule, warmupSteps, warmupStepsRatio } = schedule;
  checkCount('step', step);
  if (totalSteps !== null) checkCount('totalSteps', totalSteps);
  if (!Number.isFinite(warmupSteps)) refuse('warmupSteps', 'a finite number', warmupSteps);
  checkNumber('warmupStepsRatio', warmupStepsRatio, { min: 0, finite: true });
  const shape = Object.hasOwn(SHAPES, lrSchedule) ? SHAPES[lrSchedule] : undefined;
  if (shape === undefined)
    refuse('lrSchedule', `one of ${Object.keys(SHAPES).join(', ')}`, lrSchedule);
  const isKnownNeeded = lrSchedule !== 'constant' || (warmupSteps <= 0 && warmupStepsRatio > 0);
  if (totalSteps === null && isKnownNeeded)
    refuse('totalSteps', `a number for schedule ${lrSchedule} and its warm-up`, totalSteps);
  const total = totalSteps ?? 0;
  const warmup = Math.trunc(warmupSteps > 0 ? warmupSteps : total * warmupStepsRatio);
  if (step < warmup) return step / warmup;
  const rest = Math.max(total - warmup, 1);
  return shape(Math.min(step - warmup, rest), rest);
}

const SHAPES: Readonly<
  Record<AlgorithmConfig['lrSchedule'], (step: number, total: number) => number>
> = {
  constant: () => 1,
  linear: (step, total) => 1 - step / total,
  cosine: (step, total) => 0.5 * (1 + Math.cos((Math.PI * step) / total)),
};

function checkCount(name: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0) refuse(name, 'an integer ≥ 0', value);
}
