import { getKernels } from '../../kernels/active-kernels.ts';
import type { RolloutCounts } from '../counts.ts';
import { toTrajectory } from '../episodes.ts';
import { openReader } from '../open-reader.ts';
import type { ReadOptions } from '../reader-options.ts';
import type { Found } from '../reading-context.ts';
import type { RolloutRow } from '../row.ts';
import type { RolloutSource } from '../source.ts';
import type { RolloutTrajectory } from '../trajectory-groups.ts';
import { GroupTable } from './group-table.ts';
import { SurveyTable } from './survey-table.ts';

/** A rollout with its content, and those that it is compared with. */
export interface FoundRollout {
  readonly row: RolloutRow;
  readonly trajectory: RolloutTrajectory;
  /** Of the whole group, in the order of the file, without those that are missing. */
  readonly groupRewards: readonly number[];
  /** Which of them is its own; -1 where it has none. */
  readonly groupPlace: number;
}

export interface FindOptions extends ReadOptions {
  readonly select?: (row: RolloutRow) => boolean;
  /** How many are kept with their content. Default 1. */
  readonly most?: number;
}

/**
 * Reads all of some sources with their content, and keeps the rollouts that are wanted.
 *
 * @param choices - each is asked of each row; those of the first count that any rollout is of
 * @returns the first ones in the order of the files, how many there are in all, which choice they are of, and what the reader met
 */
export async function findRollouts(
  sources: RolloutSource | readonly RolloutSource[],
  choices: readonly ((row: RolloutRow) => boolean)[],
  options: FindOptions = {},
): Promise<{
  readonly rollouts: FoundRollout[];
  readonly total: number;
  /** 0 where there are none. */
  readonly choice: number;
  readonly counts: Readonly<RolloutCounts>;
}> {
  const { select, most = 1, ...reading } = options;
  const table = new SurveyTable();
  const found = choices.map((isWanted) => new Finds(isWanted));
  const reader = openReader(sources, reading, 'unchecked', eachOf);
  for await (const { row, content } of reader) {
    if (select && !select(row)) continue;
    for (const finds of found) {
      if (!finds.isWanted(row)) continue;
      finds.total++;
      if (finds.kept.length < most) {
        finds.kept.push({ at: table.length, row, trajectory: toTrajectory(row, content) });
      }
    }
    table.add(row);
  }
  table.seal();
  const groups = new GroupTable(table.columns, getKernels());
  const choice = Math.max(
    found.findIndex(({ total }) => total > 0),
    0,
  );
  const { kept, total } = found[choice] ?? { kept: [], total: 0 };
  const rollouts = kept.map(({ at, row, trajectory }) => {
    const g = table.columns.groups.get(at);
    const rows = [...groups.rows.subarray(groups.starts[g], groups.starts[g + 1])];
    const scored = rows.filter((other) => table.reward(other) !== null);
    return {
      row,
      trajectory,
      groupRewards: [...groups.rewardsOf(g)],
      groupPlace: scored.indexOf(at),
    };
  });
  return { rollouts, total, choice, counts: reader.counts };
}

/** What one of the choices is. */
class Finds {
  total = 0;
  readonly kept: { at: number; row: RolloutRow; trajectory: RolloutTrajectory }[] = [];
  readonly isWanted: (row: RolloutRow) => boolean;

  constructor(isWanted: (row: RolloutRow) => boolean) {
    this.isWanted = isWanted;
  }
}

async function* eachOf(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<Found> {
  for await (const piece of found) yield* piece;
}
