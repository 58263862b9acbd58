import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { checkLength } from '../../losses/token-input.ts';
import type { Datum, MicroBatch } from './datum.ts';
import type { LossDerivatives } from './wasm/policy-exports.ts';

/** Derivatives of a loss, for all tokens of all datums, one datum after the other; first tokens have 0. */
export interface Derivatives {
  readonly dLogprobs: ArrayLike<number>;
  /** By the entropy of each token's distribution. */
  readonly dEntropies?: ArrayLike<number>;
  /** By KL(policy ‖ reference) of each token's distribution. */
  readonly dKl?: ArrayLike<number>;
}

const DERIVATIVE_NAMES: OptionNames<Derivatives> = { dLogprobs: true, dEntropies: true, dKl: true };

/** The part of each micro-batch. */
export function derivativesOf(
  datums: readonly Datum[],
  batches: readonly MicroBatch[],
  derivatives: Derivatives,
): LossDerivatives[] {
  checkOptions(derivatives, DERIVATIVE_NAMES);
  const { dLogprobs, dEntropies, dKl } = derivatives;
  const starts = [0];
  for (const { tokens } of datums) starts.push((starts.at(-1) as number) + tokens.length);
  const total = starts.at(-1) as number;
  const gather = (name: string, values: ArrayLike<number>): Float32Array[] => {
    checkLength(name, values, total);
    for (let i = 0; i < total; i++)
      if (!Number.isFinite(Math.fround(values[i] as number)))
        refuse(`${name}[${i}]`, 'a number that a float32 holds', values[i]);
    return batches.map(({ members, sequences: { tokens, offsets } }) => {
      const part = new Float32Array(tokens.length);
      members.forEach((i, k) => {
        const [from, to] = [starts[i] as number, starts[i + 1] as number];
        for (let t = from; t < to; t++)
          part[(offsets[k] as number) + t - from] = values[t] as number;
      });
      return part;
    });
  };
  const byLogprob = gather('dLogprobs', dLogprobs);
  const byEntropy = dEntropies && gather('dEntropies', dEntropies);
  const byKl = dKl && gather('dKl', dKl);
  return batches.map((_, b) => ({
    dLogprobs: byLogprob[b] as Float32Array,
    ...(byEntropy && { dEntropies: byEntropy[b] as Float32Array }),
    ...(byKl && { dKl: byKl[b] as Float32Array }),
  }));
}
