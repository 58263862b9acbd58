import type { FindingPlace } from '../rollouts/survey/finding.ts';
import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import { spread } from './spread.ts';

/** About so many bytes the numbers of a listed rollout take, and so many more for each estimator. */
const ROW_BYTES = 60;
const ESTIMATOR_BYTES = 20;
/** Less text than this of a rollout is of no use. */
const LEAST_TEXT = 1000;

export interface ChosenGroups {
  /** Groups whose numbers are listed, ascending. */
  readonly listed: readonly number[];
  /** Those of them whose texts are there, too. */
  readonly withTexts: ReadonlySet<number>;
  /** Rows of the survey where findings are, by place. */
  readonly findingRows: ReadonlyMap<string, number>;
}

/** Which groups a report of so many bytes has room for: those with findings first, then evenly picked ones. */
export function chooseGroups(
  survey: DetailedSurvey,
  estimators: number,
  maxBytes: number,
): ChosenGroups {
  const findingRows = rowsOfFindings(survey);
  const { columns } = survey.rolloutTable;
  const first = new Set([...findingRows.values()].map((row) => columns.groups.get(row)));
  const rowBytes = ROW_BYTES + ESTIMATOR_BYTES * estimators;
  const all = Array.from({ length: survey.groups }, (_, g) => g);
  const listed = choose(all, first, survey.groupTable.sizes, maxBytes / 2 / rowBytes);
  const rest = maxBytes - rowBytes * rolloutsOf(listed, survey.groupTable.sizes);
  const withTexts = choose(listed, first, survey.groupTable.sizes, rest / LEAST_TEXT);
  return { listed, withTexts: new Set(withTexts), findingRows };
}

/** The groups of `first`, and others, with so many rollouts in all. */
function choose(
  groups: readonly number[],
  first: ReadonlySet<number>,
  sizes: Uint32Array,
  room: number,
): readonly number[] {
  const total = rolloutsOf(groups, sizes);
  if (total <= room) return groups;
  const kept = new Set<number>();
  let left = room;
  const keep = (g: number): void => {
    const size = sizes[g] as number;
    if (kept.has(g) || size > left) return;
    kept.add(g);
    left -= size;
  };
  for (const g of groups) if (first.has(g)) keep(g);
  const count = Math.floor((left / total) * groups.length);
  for (const at of spread(groups.length, count)) keep(groups[at] as number);
  return [...kept].sort((a, b) => a - b);
}

function rolloutsOf(groups: readonly number[], sizes: Uint32Array): number {
  return groups.reduce((sum, g) => sum + (sizes[g] as number), 0);
}

/** By which a place of a finding and a row of the survey are known to be the same. */
export function placeKey({ source, line, item }: FindingPlace): string {
  return JSON.stringify([source, line, item ?? null]);
}

function rowsOfFindings({ findings, rolloutTable }: DetailedSurvey): Map<string, number> {
  const wanted = new Set(findings.flatMap(({ places }) => places.map(placeKey)));
  const lines = new Set(findings.flatMap(({ places }) => places.map(({ line }) => line)));
  const found = new Map<string, number>();
  for (let row = 0; row < rolloutTable.length && wanted.size > 0; row++) {
    if (!lines.has(rolloutTable.columns.lines.get(row))) continue;
    const key = placeKey(rolloutTable.place(row));
    if (wanted.has(key) && !found.has(key)) found.set(key, row);
  }
  return found;
}
