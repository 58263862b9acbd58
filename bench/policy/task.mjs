import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The net that all compute, and what they are given: the same for everybody, at every run. */
export const task = {
  config: { layers: 2, width: 64, heads: 4, feedForward: 256, context: 48, vocabulary: 40 },
  seed: 1,
  /** Batches that follow each other, again and again. */
  batches: 8,
  /** Token lists of a batch, and prompts. */
  lists: 64,
  /** Tokens of a list; the last is only predicted, so that each gives one row less. */
  length: 33,
  promptLength: 8,
  newTokens: 32,
  adam: { learningRate: 1e-3, beta1: 0.9, beta2: 0.95, eps: 1e-8, gradClipNorm: 1 },
};

/** Rows that a training step computes, and tokens that a call samples. */
export const trainedTokens = task.lists * (task.length - 1);
export const sampledTokens = task.lists * task.newTokens;

const { batches, lists, length, promptLength, config } = task;
const next = mulberry32(task.seed);

/** All batches one after the other. Half of the tokens follow from the one before, so that there is something to learn. */
export const tokens = chain(batches * lists, length);
export const prompts = chain(lists, promptLength);

/** The lists of a batch. */
export function batchLists(batch) {
  const all = tokens.subarray(batch * lists * length, (batch + 1) * lists * length);
  return Array.from({ length: lists }, (_, i) => [...all.subarray(i * length, (i + 1) * length)]);
}

/** Puts all of it into a folder, for other processes. `tensors` say what lies where among the parameters. */
export function writeTask(folder, { parameters, tensors }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'task.json'), JSON.stringify({ ...task, tensors }));
  writeFileSync(join(folder, 'parameters.f32'), parameters);
  writeFileSync(join(folder, 'tokens.u32'), tokens);
  writeFileSync(join(folder, 'prompts.u32'), prompts);
}

function chain(count, each) {
  let last = 0;
  return Uint32Array.from({ length: count * each }, (_, i) => {
    const follows = i % each > 0 && next() < 0.5;
    last = follows ? (7 * last + 3) % config.vocabulary : Math.floor(next() * config.vocabulary);
    return last;
  });
}

function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z ^= z + Math.imul(z ^ (z >>> 7), 61 | z);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}
