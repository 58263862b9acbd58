import type { MicroBatch } from './datum.ts';
import type { Scores } from './wasm/policy-exports.ts';

/** What is known about the tokens of datums: for each datum one entry a token; that of a first token is 0. In nats. */
export interface DatumScores {
  readonly logprobs: readonly Float32Array[];
  readonly entropies?: readonly Float32Array[];
  readonly kl?: readonly Float32Array[];
}

/** The scores of micro-batches, datum by datum. */
export function joinScores(
  datums: number,
  batches: readonly MicroBatch[],
  scores: readonly Scores[],
): DatumScores {
  const spread = (field: keyof Scores): Float32Array[] => {
    const all: Float32Array[] = new Array(datums);
    batches.forEach(({ members, sequences: { offsets } }, b) => {
      const values = (scores[b] as Scores)[field] as Float32Array;
      members.forEach((i, k) => {
        all[i] = values.subarray(offsets[k], offsets[k + 1]);
      });
    });
    return all;
  };
  const has = (field: keyof Scores): boolean => scores.some((each) => each[field] !== undefined);
  return {
    logprobs: spread('logprobs'),
    ...(has('entropies') && { entropies: spread('entropies') }),
    ...(has('kl') && { kl: spread('kl') }),
  };
}
