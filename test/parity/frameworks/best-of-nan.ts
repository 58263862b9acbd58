import type { Difference } from './claim.ts';
import { padded, rowSums } from './padded.ts';
import type { FrameworkRecord } from './records.ts';

/** GRPO pass@k of groups with a reward that is no finite number, as verl has it and those that took it over. */
export const bestOfNaN: Difference = {
  rule: 'best of NaN',
  because:
    'NaN and infinity make the best member NaN and leave the others 0; ours divides all by the std of the group, which is NaN',
  applies: (record) => !sums(record).every(Number.isFinite),
  within: (record) => {
    const { group } = record.inputs as { group: string[] };
    const rewards = sums(record);
    const bounds = group.map((key) =>
      group.some((other, i) => other === key && !Number.isFinite(rewards[i])) ? Infinity : 0,
    );
    return { advantages: bounds, returns: bounds };
  },
};

function sums(record: FrameworkRecord): Float64Array {
  const batch = padded(record);
  return rowSums(batch, batch.input('rewards'));
}
