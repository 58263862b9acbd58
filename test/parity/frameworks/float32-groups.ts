import type { Difference } from './claim.ts';
import { largest } from './compare-fields.ts';
import { isSingle, leaves } from './float32.ts';
import type { FrameworkRecord } from './records.ts';

/** How far off float32 leaves a residual: a few units in the last place of the largest reward of its group. */
const UNITS = 4 * 2 ** -24;

/**
 * Advantages (r − mean) / (std + ε) of float32 records whose groups are nearly constant beside the size of their rewards.
 * Mean and std are each off by at most δ, a few units in the last place of the group's largest reward, and so an advantage
 * a by at most δ (1 + |a|) / (std + ε). Nudged inputs do not show it where both members of a pair move alike.
 *
 * @param groups - the rewards of a record, in the order of its advantages
 */
export function residualsRoundInFloat32(
  groups: (record: FrameworkRecord) => Iterable<ArrayLike<number>>,
  epsilon: number,
): Difference {
  return {
    rule: 'float32 cancels in groups',
    because:
      'its float32 mean and std are off by a few units in the last place of the rewards, which nearly equal rewards magnify; ours computes in float64',
    applies: isSingle,
    within: (record, { advantages }) => {
      let next = 0;
      const bounds = Array.from(groups(record), (group) => {
        const rewards = Array.from(group);
        const largest = Math.max(...rewards.map(Math.abs));
        const mean = rewards.reduce((sum, r) => sum + r, 0) / rewards.length;
        const squares = rewards.reduce((sum, r) => sum + (r - mean) ** 2, 0);
        const std = Math.sqrt(squares / rewards.length);
        const factor = (UNITS * largest) / (std + epsilon);
        return rewards.map(() => {
          const ours = (advantages as ArrayLike<number>)[next++] as number;
          return factor * (1 + Math.abs(ours));
        });
      });
      return { advantages: bounds.flat() };
    },
  };
}

/**
 * Records whose squares of rewards are beyond float32: the std that the framework takes is infinite, and what it divides 0.
 *
 * @param fields - inputs that are squared
 * @param always - also where the batch is float64, for functions that take float32 whatever they get
 */
export function squaresOverflowFloat32(
  fields: readonly string[],
  { always = false }: { readonly always?: boolean } = {},
): Difference {
  return {
    rule: 'float32 overflows',
    because:
      'squares of the rewards overflow float32, so that its std is infinite and the advantages 0; ours computes in float64',
    applies: (record) =>
      (always || isSingle(record)) &&
      fields.some((field) => largest(record.inputs[field]) ** 2 > 3.4e38),
    // What is divided by infinity is 0.
    within: (_, ours) =>
      Object.fromEntries(
        Array.from(leaves(ours), ([path, values]) => [
          path,
          values.map((value) => 1.000001 * Math.abs(value)),
        ]),
      ),
  };
}
