import { expect } from 'vitest';
import { aggregationWeights } from '../../../ts/losses/aggregation.ts';
import type { LossFn } from '../../../ts/losses/loss-fn.ts';
import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import type { LossName } from '../../../ts/losses/registry.ts';
import { runLoss } from '../../../ts/losses/run-loss.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import type { FlatTokens } from '../../../ts/losses/token-input.ts';
import type { FrameworkRecord } from '../../parity/frameworks/records.ts';

/** A record as a call of ours, and what must come. */
export interface LossReplay {
  readonly loss: LossName | LossFn;
  readonly tokens: FlatTokens;
  readonly options: LossOptions;
  /** What the framework multiplies its result by, and we leave to the caller: for several processes, for steps. */
  readonly times?: number;
  readonly expected: {
    readonly loss: number;
    readonly gradient: Float64Array;
    readonly metrics?: Readonly<Record<string, number>>;
  };
  readonly tolerance: number;
}

/** A record of numbers of tokens: estimates, weights. */
export interface TokensReplay {
  readonly actual: Float64Array;
  readonly expected: Float64Array;
  readonly tolerance: number;
}

/** A text: why the record is not ours to meet. */
export type Replay = LossReplay | TokensReplay | string;

/** How a framework's records become calls. */
export interface Framework {
  readonly file: string;
  readonly functions: Readonly<Record<string, (record: FrameworkRecord) => Replay>>;
}

/**
 * Checks one record, and tells what it was:
 *
 *     same      the numbers are the framework's
 *     refused   a trained token has no finite log-probability: the framework computes on, we refuse
 *     empty     no token is trained: NaN there, 0 here
 *     leak      NaN there, in the loss or its gradient, from a token that is not trained
 *     not finite   NaN or infinite there, of single tokens
 *     a reason  not replayed
 */
export function check(framework: Framework, record: FrameworkRecord): string {
  const replay = framework.functions[record.function]?.(record) as Replay;
  if (typeof replay === 'string') return replay;
  if ('actual' in replay) {
    const { actual, expected, tolerance } = replay;
    if (!expected.every(Number.isFinite)) return 'not finite';
    // A difference of exp(−d) and 1 + d keeps the rounding error of numbers near 1.
    near(
      actual,
      expected,
      tolerance,
      expected.reduce((most, x) => Math.max(most, Math.abs(x)), 1),
    );
    return 'same';
  }
  const { loss, tokens, options, times = 1, expected, tolerance } = replay;
  const mask = Array.from(tokens.mask as ArrayLike<number>);
  const fields = [tokens.logprobs, tokens.oldLogprobs, tokens.refLogprobs, tokens.rolloutLogprobs];
  if (fields.some((field) => field && mask.some((on, i) => on && !Number.isFinite(field[i])))) {
    expect(() => runLoss(loss, tokens, options)).toThrow(/must be a finite number, got/);
    return 'refused';
  }
  const batch = TokenBatch.from(tokens);
  const ours = runLoss(loss, batch, options);
  if (Number.isNaN(expected.loss) && batch.numTrained === 0) {
    expect(ours.loss).toBe(0);
    return 'empty';
  }
  if (Number.isNaN(expected.loss) || expected.gradient.some(Number.isNaN)) return 'leak';
  // The scale of what is added up, which rounding errors are relative to.
  const weights = aggregationWeights(options.aggregation ?? 'token-mean', batch, options);
  const scale = weights.reduce((total, weight, i) => {
    const term = (batch.advantages?.[i] ?? 1) * Math.max(1, -(batch.logprobs[i] as number));
    return total + Math.abs(times * weight * term) + Math.abs(expected.gradient[i] as number);
  }, Math.abs(expected.loss));
  near([times * ours.loss], [expected.loss], tolerance, scale);
  near(
    ours.dLogprobs.map((slope) => times * slope),
    expected.gradient,
    tolerance,
    scale,
  );
  for (const [name, value] of Object.entries(expected.metrics ?? {}))
    if (batch.numTrained > 0)
      near([ours.metrics[name] as number], [value], Math.max(tolerance, 1e-6), Math.abs(value) + 1);
  return 'same';
}

function near(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  scale: number,
): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++) {
    const [a, e] = [actual[i] as number, expected[i] as number];
    if (!(Math.abs(a - e) <= tolerance * scale))
      expect({ at: i, scale, value: a }).toEqual({ at: i, scale, value: e });
  }
}
