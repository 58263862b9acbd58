import { refuse } from '../errors/refuse.ts';

export interface DistillOptions {
  /** Lower bound of an advantage. */
  readonly clipMin: number;
  /** Upper bound of an advantage; NaN becomes this, as in the original. */
  readonly clipMax: number;
  /** Weight of the difference. Default 1. */
  readonly coef?: number;
  /** Above 0: each advantage also carries the discounted ones after it. Default 0. */
  readonly discount?: number;
}

/**
 * Per-token advantages of on-policy distillation: how much likelier the teacher finds each sampled token than the
 * student does, coef · (teacher − student), optionally summed backwards with a discount, then clipped. The longer
 * sequence is cut to the shorter.
 *
 * Source: rLLM's `compute_distill_reverse_kl`.
 *
 * @param teacherLogprobs - one a token
 * @param studentLogprobs - one a token
 * @throws UpperhandError `invalid-argument` when a bound or a log-probability is no number
 * @example
 * computeDistillReverseKl([-1, -2], [-1.5, -1], { clipMin: -5, clipMax: 5 }); // Float64Array [0.5, -1]
 */
export function computeDistillReverseKl(
  teacherLogprobs: ArrayLike<number>,
  studentLogprobs: ArrayLike<number>,
  { clipMin, clipMax, coef = 1, discount = 0 }: DistillOptions,
): Float64Array {
  for (const [name, value] of Object.entries({ clipMin, clipMax, coef, discount })) {
    if (typeof value !== 'number') refuse(name, 'a number', value);
  }
  checkLogprobs('teacherLogprobs', teacherLogprobs);
  checkLogprobs('studentLogprobs', studentLogprobs);
  const length = Math.min(teacherLogprobs.length, studentLogprobs.length);
  const advantages = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    advantages[i] = coef * ((teacherLogprobs[i] as number) - (studentLogprobs[i] as number));
  }
  if (discount > 0) {
    for (let i = length - 2; i >= 0; i--) {
      advantages[i] = (advantages[i] as number) + discount * (advantages[i + 1] as number);
    }
  }
  for (let i = 0; i < length; i++) {
    const advantage = advantages[i] as number;
    const capped = advantage < clipMax ? advantage : clipMax;
    advantages[i] = capped > clipMin ? capped : clipMin;
  }
  return advantages;
}

function checkLogprobs(name: string, values: ArrayLike<unknown>): void {
  if (typeof values !== 'object' || values === null || !Number.isInteger(values.length))
    refuse(name, 'an array of numbers', values);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number') refuse(`${name}[${i}]`, 'a number', value);
  }
}
