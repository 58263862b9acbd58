import type { FindingPlace } from './finding.ts';
import type { FindingTally } from './finding-tally.ts';
import type { GroupTable } from './group-table.ts';
import type { SurveyTable } from './survey-table.ts';

/**
 * What is to be said of groups.
 *
 * @param usualSizes - the size that most groups of each role have
 */
export function findInGroups(
  table: SurveyTable,
  groups: GroupTable,
  usualSizes: ReadonlyMap<string, number>,
  tally: FindingTally,
): void {
  for (let g = 0; g < groups.length; g++) {
    const place = () => table.place(groups.firstRow(g));
    const signal = groups.signal(g);
    if (groups.scored(g) === 1) tally.add('singletons', place);
    if (groups.sizes[g] !== usualSizes.get(groups.role(g))) {
      tally.add('uneven', () => withSize(place(), groups.sizes[g] as number));
    }
    // Groups with a reward that is not finite are told of by that reward.
    if (signal !== null && signal !== 'informative' && !Number.isNaN(groups.stds[g])) {
      tally.add(signal, place);
    }
    if (hasSeveralVersions(table, groups, g)) tally.add('mixed-versions', place);
  }
}

function withSize(place: FindingPlace, size: number): FindingPlace {
  return { ...place, message: `${size} ${size === 1 ? 'rollout' : 'rollouts'}` };
}

function hasSeveralVersions({ weightVersions }: SurveyTable, groups: GroupTable, g: number) {
  if (weightVersions.empty) return false;
  let first = Number.NaN;
  const end = groups.starts[g + 1] as number;
  for (let at = groups.starts[g] as number; at < end; at++) {
    const version = weightVersions.get(groups.rows[at] as number);
    if (version < first || version > first) return true;
    if (Number.isNaN(first)) first = version;
  }
  return false;
}
