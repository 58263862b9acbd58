import { median, quartiles } from '../lib/clock.mjs';
import { round3 } from '../lib/rounds.mjs';
import { samplingFlops, trainingFlops } from './flops.mjs';
import { BURN, OWN_NATIVE } from './rivals.mjs';
import { sampledTokens, trainedTokens } from './task.mjs';

/**
 * What the rounds' times come to: for training, sampling and large products each contender's time and speed, and how many
 * times as fast ours was in the same round (quartiles). All but `ms` is by processor time where that is known.
 *
 * @param clock - nanoseconds of the rounds by call and contender
 * @param processor - likewise, or null
 */
export function compare({ clock, processor }, ours, { steps, size }) {
  const times = processor ?? clock;
  const kinds = {
    training: ['train', steps, { tokens: trainedTokens, flops: trainingFlops }],
    sampling: ['sample', 1, { tokens: sampledTokens, flops: samplingFlops }],
    products: ['product', 1, { flops: 2 * size ** 3 }],
  };
  const results = {};
  for (const [kind, [call, repeats, work]] of Object.entries(kinds)) {
    const found = {};
    for (const [key, all] of times) {
      if (!key.startsWith(`${call} `)) continue;
      const name = key.slice(call.length + 1);
      const each = median(all) / repeats;
      found[name] = {
        ms: round3(median(clock.get(key)) / repeats / 1e6),
        ...(processor && { processorMs: round3(each / 1e6) }),
        ...(work.tokens && { tokensPerSecond: Math.round(work.tokens / (each / 1e9)) }),
        gflops: round3(work.flops / each),
        oursAsFast: asFast(times, call, ours, name),
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
  const burn = againstBurn(times, ours);
  return { ...results, burn, timedBy: processor ? 'processor' : 'clock', productSize: size };
}

/** How many times as fast `one` was as `other` in the same round; null when somebody took no part. */
function asFast(times, call, one, other) {
  const [own, theirs] = [one, other].map((name) => times.get(`${call} ${name}`));
  return own && theirs ? quartiles(theirs.map((ns, round) => ns / own[round])).map(round3) : null;
}

/** Like for like, both in WebAssembly and both natively, and across. */
function againstBurn(times, ours) {
  const pairs = {
    'both in WebAssembly': [ours, BURN.webAssembly],
    'both natively': [OWN_NATIVE, BURN.native],
    'ours in WebAssembly, burn-flex natively': [ours, BURN.native],
  };
  return Object.fromEntries(
    Object.entries(pairs)
      .map(([how, [one, other]]) => [
        how,
        {
          training: asFast(times, 'train', one, other),
          sampling: asFast(times, 'sample', one, other),
        },
      ])
      .filter(([, { training }]) => training),
  );
}
