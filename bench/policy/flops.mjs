import { sampledTokens, task, trainedTokens } from './task.mjs';

const { layers, width, feedForward, vocabulary } = task.config;

/** Weights that every row is multiplied with. */
const weights = layers * (4 * width * width + 2 * width * feedForward) + width * vocabulary;

/**
 * Of the matrix products alone, a multiply and an add each: two for each weight and row forward, and twice as many
 * backward (by the input, by the weight). Attention has as many rows to look back on as there are before a row; scores and
 * sums of values take 2 · width each for one.
 */
export const trainingFlops = 3 * trainedTokens * forwardFlops((task.length - 1 + 1) / 2);

/** Prompts once, and then every sampled token but the last, each over all that are before it. */
export const samplingFlops = (() => {
  const { lists, promptLength, newTokens } = task;
  const prompt = lists * promptLength * forwardFlops((promptLength + 1) / 2);
  const looksBack = promptLength + newTokens / 2;
  return prompt + (sampledTokens - lists) * forwardFlops(looksBack);
})();

export const flopFormula = `training: 3 · ${trainedTokens} rows · (2 · ${weights} weights + ${layers} · 4 · ${width} · ${task.length / 2} positions looked back on)`;

function forwardFlops(positions) {
  return 2 * weights + layers * 4 * width * positions;
}
