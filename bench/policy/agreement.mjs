import { Ours } from './ours.mjs';
import { batchLists, sampledTokens, task, trainedTokens } from './task.mjs';

/** Numbers may differ by this, relative to the largest of those that they are compared with. */
const TOLERANCE = 1e-4;

/** Whether contenders compute the same, before anything is timed. */
export class Agreement {
  /** By contender, the largest differences. */
  found = {};
  #expected;
  #untrained;

  constructor(expected, untrained) {
    this.#expected = expected;
    this.#untrained = untrained;
  }

  /**
   * @param ours - takes its first steps here
   * @param made - the same policy itself, for its gradient
   */
  static async with(ours, made) {
    const lists = batchLists(0);
    const tokens = Uint32Array.from(lists.flat());
    const offsets = Uint32Array.from({ length: lists.length + 1 }, (_, i) => i * task.length);
    made.forwardBackward(
      { tokens, offsets },
      { dLogprobs: new Float32Array(tokens.length).fill(-1 / trainedTokens) },
    );
    const gradient = made.gradient();
    const expected = { gradient, tensors: made.tensors, losses: await ours.train(task.batches) };
    return new Agreement(expected, await Ours.create());
  }

  /**
   * The gradient of the first parameters, the log-probabilities of tokens sampled with them, and the losses of the first
   * steps.
   *
   * @throws Error where something is too far away
   */
  async check(name, rival) {
    const { gradient, tensors, losses } = this.#expected;
    const sampled = (await rival.call(['sample', 1])).results;
    const answers = [...sampled.subarray(0, sampledTokens)];
    const logprobs = sampled.subarray(sampledTokens);
    const slopes = (await rival.call(['gradient', 0])).results;
    const own = (await rival.call(['train', task.batches])).results;
    const distances = {
      losses: distance(losses, own),
      gradient: Math.max(
        ...tensors.map(({ offset, shape }) => {
          const end = offset + shape.reduce((a, b) => a * b);
          return distance(gradient.subarray(offset, end), slopes.subarray(offset, end));
        }),
      ),
      sampled: distance(await this.#untrained.scores(answers), logprobs),
    };
    for (const [what, far] of Object.entries(distances))
      if (!(far <= TOLERANCE))
        throw new Error(
          `${name} computes something else: ${what} differ by ${far.toExponential(1)}`,
        );
    this.found[name] = distances;
    process.stderr.write(`${name} computes the same: ${renderDistances(distances)}\n`);
  }
}

export function renderDistances({ losses, gradient, sampled }) {
  const [a, b, c] = [losses, gradient, sampled].map((x) => (x === 0 ? '0' : x.toExponential(0)));
  return `losses of ${task.batches} steps within ${a}, gradient ${b}, log-probabilities of sampled tokens ${c}`;
}

/** The largest difference, over the largest number expected. */
function distance(expected, actual) {
  if (actual.length !== expected.length)
    throw new Error(`${actual.length} numbers, not ${expected.length}`);
  let [most, far] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    most = Math.max(most, Math.abs(expected[i]));
    far = Math.max(far, Math.abs(actual[i] - expected[i]));
  }
  return far / most;
}
