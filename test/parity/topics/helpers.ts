import {
  calculateGrpoAdvantagesPerGroup,
  calculateRlooAdvantagesPerGroup,
  type GroupAdvantages,
} from '../../../ts/estimators/per-group.ts';
import { decodeArray, decodeNumber, decodeNumbers } from '../decode.ts';
import type { Topic } from '../topic.ts';

interface Helped {
  readonly kind: 'pair' | 'array';
  readonly advantages: unknown;
  readonly same?: boolean;
}

/** The two per-group helpers. */
export const helpers: Topic = {
  name: 'helpers',

  run(record, kernels) {
    const rewards = decodeArray(record.rewards);
    const epsilon = decodeNumber(record.episilon);
    const actual = {
      grpo_std: shape(calculateGrpoAdvantagesPerGroup(rewards, { epsilon, kernels })),
      grpo_centre: shape(
        calculateGrpoAdvantagesPerGroup(rewards, { normAdvByStdInGrpo: false, epsilon, kernels }),
      ),
      rloo: shape(calculateRlooAdvantagesPerGroup(rewards, { kernels })),
    };
    return { expected: expectedOf(record.expect), actual };
  },

  // The seed's RLOO helper returns a bare array for one reward or none, which its caller cannot unpack.
  rule(record) {
    if (record.version !== 'seed' || decodeArray(record.rewards).length > 1) return null;
    const { rloo, ...rest } = expectedOf(record.expect);
    const values = decodeArray(record.rewards).map(Number);
    return {
      reason: 'Z21',
      expected: { ...rest, rloo: { advantages: values, pair: true, same: true } },
    };
  },
};

function shape({ advantages, returns }: GroupAdvantages): unknown {
  return { advantages: Array.from(advantages), pair: true, same: advantages === returns };
}

function expectedOf(expect: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(expect as Record<string, Helped>).map(([call, { kind, advantages, same }]) => [
      call,
      { advantages: decodeNumbers(advantages), pair: kind === 'pair', same: same ?? false },
    ]),
  );
}
