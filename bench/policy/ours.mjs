import { LocalPolicy } from 'upperhand/local';
import { batchLists, prompts, task, trainedTokens } from './task.mjs';

const { lists, length, promptLength, newTokens, adam } = task;

/** The WebAssembly policy as users call it, in this thread. */
export class Ours {
  #policy;
  #batches = Array.from({ length: task.batches }, (_, batch) =>
    batchLists(batch).map((tokens) => ({ tokens })),
  );
  /** Of the mean negative log-probability. */
  #derivatives = {
    dLogprobs: new Float32Array(lists * length).fill(-1 / trainedTokens),
  };

  static async create() {
    const { config, seed } = task;
    return new Ours(await LocalPolicy.create({ config, seed, workers: 0 }));
  }

  constructor(policy) {
    this.#policy = policy;
  }

  parameters() {
    return this.#policy.parameters();
  }

  /** Steps on the first so many batches, and on the first again after the last; losses before each. */
  async train(count) {
    const losses = [];
    for (let step = 0; step < count; step++) {
      const datums = this.#batches[step % task.batches];
      const { logprobs } = await this.#policy.forwardBackward(datums, this.#derivatives);
      await this.#policy.optimStep(adam);
      losses.push(meanLoss(logprobs));
    }
    return losses;
  }

  /** Tokens and log-probabilities of an answer to each prompt. */
  async sample(seed) {
    const requests = Array.from({ length: lists }, (_, i) => ({
      prompt: [...prompts.subarray(i * promptLength, (i + 1) * promptLength)],
      key: [BigInt(seed), BigInt(i), 0n],
      maxTokens: newTokens,
    }));
    const samples = await this.#policy.sample(requests);
    return [...samples.flatMap(({ tokens }) => tokens), ...samples.flatMap((s) => s.logprobs)];
  }

  /** Log-probabilities of answers that somebody drew, one after the other. */
  async scores(answers) {
    const datums = Array.from({ length: lists }, (_, i) => ({
      tokens: [
        ...prompts.subarray(i * promptLength, (i + 1) * promptLength),
        ...answers.slice(i * newTokens, (i + 1) * newTokens),
      ],
    }));
    const { logprobs } = await this.#policy.forward(datums);
    return logprobs.flatMap((row) => [...row.slice(promptLength)]);
  }

  close() {
    return this.#policy.close();
  }
}

function meanLoss(logprobs) {
  let sum = 0;
  for (const row of logprobs) for (const logprob of row) sum += logprob;
  return -sum / trainedTokens;
}
