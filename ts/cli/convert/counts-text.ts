import type { RolloutCounts } from '../../rollouts/counts.ts';
import { printable } from '../printable.ts';
import type { Target } from './targets.ts';

/** What was read and written, for people; each number is there also when it is 0. */
export function countsText(
  counts: Readonly<RolloutCounts>,
  { rollouts, episodes, name }: Target,
  unwritten: number,
): string {
  const { files, refusedFiles, sideFiles, records, skipped, doubles } = counts;
  const written = `${count(rollouts, 'rollout')} in ${count(episodes, 'episode')}`;
  return [
    `read: ${count(records, 'record')} of ${count(files, 'file')}, ${count(counts.rollouts, 'rollout')}`,
    `skipped: ${skipped}, of which ${doubles} are there in another record; ${count(refusedFiles, 'file')} not read to the end, ${count(sideFiles, 'file')} passed over`,
    rollouts === 0
      ? `written: nothing; ${unwritten} not written`
      : `written: ${written} to ${printable(name)}; ${unwritten} not written`,
  ].join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
