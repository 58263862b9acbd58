import type { TrainerState } from '../../trainer/trainer-state.ts';
import type { LocalBatch, LocalRow } from './local-batch.ts';
import type { DatumScores } from './scores.ts';

/**
 * How far the policy that is updated is from the one that sampled, over the tokens of answers.
 *
 * Source: rLLM's `compute_kl_and_entropy_metrics`, with its keys.
 */
export function samplingMetrics({ rows, logprobs }: LocalBatch): Record<string, number> {
  const sampled = trainedOf(rows, (row) => row.rolloutLogprobs);
  if (sampled.length === 0) return { 'train/tokens': 0 };
  const own = trainedOf(rows, (_, i) => logprobs[i] as ArrayLike<number>);
  const distances = sampled.map((logprob, i) => Math.abs(logprob - (own[i] as number)));
  const entropy = -mean(sampled);
  return {
    'train/tokens': sampled.length,
    'train/kl_sample_train_v1': mean(distances),
    'train/kl_sample_train_v2': 0.5 * mean(distances.map((distance) => distance ** 2)),
    'train/entropy': entropy,
    'train/perplexity': Math.exp(entropy),
  };
}

/** Means over the distributions of answers, where they were asked for: entropy, and KL to the reference. */
export function distributionMetrics(
  rows: readonly LocalRow[],
  { entropies, kl }: DatumScores,
): Record<string, number> {
  return {
    ...(entropies && {
      'train/full_entropy': mean(trainedOf(rows, (_, i) => entropies[i] as Float32Array)),
    }),
    ...(kl && { 'train/reference_kl': mean(trainedOf(rows, (_, i) => kl[i] as Float32Array)) }),
  };
}

/** Where the run stands, and what its stages took. */
export function progressMetrics(
  { globalStep, epoch, totalSteps, timingDict }: TrainerState,
  learningRate: number,
): Record<string, number> {
  return {
    'progress/batch': globalStep,
    'progress/epoch': epoch,
    'progress/lr': learningRate,
    ...(totalSteps > 0 && { 'progress/done_frac': globalStep / totalSteps }),
    ...Object.fromEntries(Object.entries(timingDict).map(([name, s]) => [`time/${name}`, s])),
  };
}

function trainedOf(
  rows: readonly LocalRow[],
  valuesOf: (row: LocalRow, i: number) => ArrayLike<number>,
): number[] {
  const trained: number[] = [];
  rows.forEach((row, i) => {
    const values = valuesOf(row, i);
    row.mask.forEach((isTrained, t) => {
      if (isTrained === 1) trained.push(values[t] as number);
    });
  });
  return trained;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
