import { quartiles } from '../lib/clock.mjs';
import { round3 } from '../lib/rounds.mjs';
import { samplingFlops, trainingFlops } from './flops.mjs';
import { sampledTokens, trainedTokens } from './task.mjs';

/**
 * What the rounds' times come to: for training, sampling and large products each contender's time and speed, and how many
 * times as fast ours was in the same round (quartiles).
 */
export function compare(times, ours, { steps, size }) {
  const kinds = {
    training: ['train', steps, { tokens: trainedTokens, flops: trainingFlops }],
    sampling: ['sample', 1, { tokens: sampledTokens, flops: samplingFlops }],
    products: ['product', 1, { flops: 2 * size ** 3 }],
  };
  const results = {};
  for (const [kind, [call, repeats, work]] of Object.entries(kinds)) {
    const own = times.get(`${call} ${ours}`);
    const found = {};
    for (const [name, all] of times) {
      if (!name.startsWith(`${call} `)) continue;
      const [, ns] = quartiles(all.map((each) => each / repeats));
      found[name.slice(call.length + 1)] = {
        ms: round3(ns / 1e6),
        ...(work.tokens && { tokensPerSecond: Math.round(work.tokens / (ns / 1e9)) }),
        gflops: round3(work.flops / ns),
        oursAsFast: quartiles(all.map((each, round) => each / own[round])).map(round3),
      };
    }
    results[kind] = found;
  }
  const [train, sample] = ['train', 'sample'].map((call) => times.get(`${call} ${ours}`));
  const perToken = (ns, tokens) => ns / tokens;
  results.sampledToTrained = quartiles(
    train.map(
      (ns, round) => perToken(ns, steps * trainedTokens) / perToken(sample[round], sampledTokens),
    ),
  ).map(round3);
  return { ...results, productSize: size };
}
