import type {
  EmbeddedPolicy,
  Generated,
  PolicyConfig,
  SampleKeys,
  TokenSequences,
} from '../../../../ts/backends/local/wasm/policy-exports.ts';
import { createPolicy } from '../../../../ts/backends/local/wasm/policy-module.ts';

export const SMALL: PolicyConfig = {
  layers: 2,
  width: 16,
  heads: 2,
  feedForward: 32,
  context: 12,
  vocabulary: 9,
};

export const small = (seed = 1n): EmbeddedPolicy => createPolicy(SMALL, seed);

export function sequences(...lists: readonly (readonly number[])[]): TokenSequences {
  const offsets = Uint32Array.from(
    [0, ...lists.keys()].map((_, i) => lists.slice(0, i).flat().length),
  );
  return { tokens: Uint32Array.from(lists.flat()), offsets };
}

export function keysOf(prompts: number, samples: number, seed = 5n): SampleKeys {
  const keys: bigint[] = [];
  for (let prompt = 0n; prompt < prompts; prompt++)
    for (let sample = 0n; sample < samples; sample++) keys.push(seed, prompt, sample);
  return BigUint64Array.from(keys);
}

/** Each sample by itself. */
export function samplesOf({ tokens, offsets, logprobs, stopReasons }: Generated): object[] {
  return stopReasons.map((reason, i) => ({
    reason,
    tokens: [...tokens.slice(offsets[i], offsets[i + 1])],
    logprobs: [...logprobs.slice(offsets[i], offsets[i + 1])],
  }));
}
