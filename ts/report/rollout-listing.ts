import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import { lengthOf } from './length-of.ts';
import type { RolloutListing } from './report-data.ts';

export const FAILED = 1;
export const TRUNCATED = 2;

export interface Listing {
  readonly list: RolloutListing;
  /** The number in the listing of each row of the survey; -1 where it is not listed. */
  readonly ids: Int32Array;
}

/** The numbers of some groups and their rollouts, in columns. */
export function listRolloutsOf(
  survey: DetailedSurvey,
  listed: readonly number[],
  estimators: readonly string[],
  advantages: readonly Float64Array[],
): Listing {
  const { groupTable: groups, rolloutTable: table } = survey;
  const { columns } = table;
  const rows = listed.flatMap((g) => [
    ...groups.rows.subarray(groups.starts[g], groups.starts[g + 1]),
  ]);
  const ids = new Int32Array(columns.length).fill(-1);
  rows.forEach((row, id) => {
    ids[row] = id;
  });
  const endings = new Names();
  const sources = new Names();
  const places = rows.map((row) => table.place(row));
  const list: RolloutListing = {
    estimators,
    sources: sources.names,
    endings: endings.names,
    roles: columns.roles.map(({ role }) => role),
    groups: {
      task: listed.map((g) => groups.name(g)),
      role: listed.map((g) => columns.groupRoles.get(g)),
      set: listed.map((g) => groups.set(g)),
      signal: listed.map((g) => groups.signal(g)),
      mean: listed.map((g) => groups.means[g] as number),
      std: listed.map((g) => groups.stds[g] as number),
      size: listed.map((g) => groups.sizes[g] as number),
      length: listed.map((g) => meanLength(survey, g)),
    },
    rollouts: {
      reward: rows.map((row) => table.reward(row)),
      length: rows.map((row) => lengthOf(table, row)),
      index: rows.map((row) => table.rolloutIndex(row)),
      ending: rows.map((row) => endings.numberOf(table.ending(row))),
      flags: rows.map(
        (row) => (table.failed(row) ? FAILED : 0) | (table.truncated(row) ? TRUNCATED : 0),
      ),
      source: places.map(({ source }) => sources.numberOf(source)),
      line: places.map(({ line }) => line ?? 0),
      item: places.map(({ item }) => item ?? 0),
      advantages: advantages.map((of) =>
        rows.map((row) => (table.reward(row) === null ? null : (of[row] as number))),
      ),
    },
  };
  return { list, ids };
}

function meanLength({ groupTable, rolloutTable }: DetailedSurvey, g: number): number {
  let [sum, count] = [0, 0];
  const end = groupTable.starts[g + 1] as number;
  for (let at = groupTable.starts[g] as number; at < end; at++) {
    const length = lengthOf(rolloutTable, groupTable.rows[at] as number);
    if (length === null) continue;
    sum += length;
    count++;
  }
  return sum / count;
}

class Names {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** -1 for none. */
  numberOf(name: string | null): number {
    if (name === null) return -1;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}
