import { createHash } from 'node:crypto';
import type { SpecEstimator } from '../../../ts/estimators/define-estimator.ts';
import { getAdvEstimator } from '../../../ts/estimators/registry.ts';
import { splitmix64Doubles } from '../../../ts/kernels/conformance/splitmix64.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { decodeNumber, decodeNumbers } from '../decode.ts';
import type { Topic } from '../topic.ts';

interface Expected {
  readonly error?: unknown;
  readonly sha256_of_big_endian_doubles: string;
  readonly first: unknown;
  readonly last: unknown;
  readonly mean: unknown;
  readonly std: unknown;
}

/** Thousands of generated rewards: the hash of all advantages. */
export const large: Topic = {
  name: 'large',

  run(record, kernels) {
    const { seed, n, span } = record.gen as { seed: string; n: number; span: number };
    const offsets = [0];
    for (const size of record.sizes as number[]) offsets.push((offsets.at(-1) as number) + size);
    const rewards = GroupedRewards.fromFlat(splitmix64Doubles(BigInt(seed), n, span), offsets);
    const expected: Record<string, unknown> = {};
    const actual: Record<string, unknown> = {};
    for (const [name, encoded] of Object.entries(record.expect as Record<string, Expected>)) {
      const first = encoded.error ? [] : decodeNumbers(encoded.first);
      const last = encoded.error ? [] : decodeNumbers(encoded.last);
      expected[name] = encoded.error
        ? { error: true }
        : {
            hash: encoded.sha256_of_big_endian_doubles,
            first,
            last,
            mean: decodeNumber(encoded.mean),
            std: decodeNumber(encoded.std),
          };
      const [estimator = '', centre] = name.split('/');
      const { values } = (getAdvEstimator(estimator) as SpecEstimator)(rewards, {
        kernels,
        normAdvByStdInGrpo: centre === undefined,
      }).advantages;
      const { mean, std } = kernels.summarize(values);
      actual[name] = {
        hash: hashOf(values),
        first: Array.from(values.slice(0, first.length)),
        last: Array.from(values.slice(values.length - last.length)),
        mean,
        std,
      };
    }
    return { expected, actual };
  },

  // No groups at all: the original has nothing to unpack or to concatenate.
  rule(record) {
    if ((record.sizes as number[]).length > 0) return null;
    const nothing = {
      hash: hashOf(new Float64Array()),
      first: [],
      last: [],
      mean: Number.NaN,
      std: Number.NaN,
    };
    const names = Object.keys(record.expect as object);
    return { reason: 'Z2', expected: Object.fromEntries(names.map((name) => [name, nothing])) };
  },
};

function hashOf(values: Float64Array): string {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => {
    bytes.writeDoubleBE(value, 8 * i);
  });
  return createHash('sha256').update(bytes).digest('hex');
}
