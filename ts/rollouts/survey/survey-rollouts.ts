import { getKernels } from '../../kernels/active-kernels.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { readRowPieces } from '../read-rollouts.ts';
import type { ReadOptions } from '../reader-options.ts';
import type { RolloutRow } from '../row.ts';
import type { RolloutSource } from '../source.ts';
import type { LateColumn } from '../table/late-column.ts';
import { checkContent } from './check-content.ts';
import { type Distribution, distributionOf } from './distribution.ts';
import { surveyEndings } from './endings.ts';
import { findInGroups } from './find-in-groups.ts';
import { findInProblem } from './find-in-problems.ts';
import { findInRows } from './find-in-rows.ts';
import { FindingTally } from './finding-tally.ts';
import { GroupTable } from './group-table.ts';
import { surveyParts } from './part-surveys.ts';
import { groupsByRole, surveyRole, usualSize } from './role-surveys.ts';
import type { DetailedSurvey, FormatShare, RoleSurvey } from './survey.ts';
import { SurveyTable } from './survey-table.ts';

export interface SurveyOptions extends ReadOptions {
  /** Which rollouts the survey is about. Default: all. What concerns records that gave none is not selected. */
  readonly select?: (row: RolloutRow) => boolean;
  /**
   * True: sources are read once more with their content, and token ids, log probabilities and advantages are checked.
   * Default false. Streams cannot be read again.
   */
  readonly content?: boolean;
  /** Keep which attempt each rollout is. Default false. */
  readonly keepIndexes?: boolean;
  /** How many places are kept of each kind of finding. Default 5. */
  readonly places?: number;
  /** Default: those that are active. */
  readonly kernels?: Kernels;
}

/**
 * Reads rollout files once and says what they hold: formats, roles, steps, groups and their sizes, distributions of rewards
 * and lengths, how much signal there is, how rollouts ended, and what is wrong or worth a look. Texts are neither decoded
 * nor kept; memory grows by some 20 to 60 bytes a rollout.
 *
 * `onProblem` is called as by `readRollouts`; where it is left out, nothing is printed, since findings tell.
 *
 * @throws UpperhandError as `readRollouts`
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "reward": 1}\n{"task_id": "t1", "reward": 1}\n');
 * const survey = await surveyRollouts({ name: 'mine', chunks: [bytes] });
 * survey.reward.mean; // 1
 * survey.findings.map(({ kind, count }) => `${kind}: ${count}`); // ['too-easy: 1']
 */
export async function surveyRollouts(
  sources: RolloutSource | readonly RolloutSource[],
  options: SurveyOptions = {},
): Promise<DetailedSurvey> {
  const { select, content = false, keepIndexes, places = 5, kernels, ...reading } = options;
  const tally = new FindingTally(places);
  const table = new SurveyTable(keepIndexes);
  const formats = new FormatTally();
  const reader = readRowPieces(sources, reportingTo(tally, reading));
  for await (const piece of reader) {
    for (const { row, format, version } of piece) {
      if (select && !select(row)) continue;
      formats.add(format.name, format.title, version);
      table.add(row);
    }
  }
  table.seal();
  if (content) await checkContent(sources, reading, select, tally);
  const summary = summarize(table, tally, kernels ?? getKernels());
  return { formats: formats.shares, counts: reader.counts, contentChecked: content, ...summary };
}

function summarize(
  table: SurveyTable,
  tally: FindingTally,
  kernels: Kernels,
): Omit<DetailedSurvey, 'formats' | 'counts' | 'contentChecked'> {
  const groups = new GroupTable(table.columns, kernels);
  const roles: RoleSurvey[] = [];
  const metrics: Record<string, number> = {};
  for (const [role, numbers] of groupsByRole(groups)) {
    const of = surveyRole(role, groups, numbers, kernels);
    roles.push(of.survey);
    Object.assign(metrics, of.metrics);
  }
  findInRows(table, tally);
  const usual = new Map(roles.map(({ role, sizes }) => [role, usualSize(sizes)]));
  findInGroups(table, groups, usual, tally);
  const told = (column: LateColumn): Distribution | null =>
    column.empty ? null : distributionOf(givenOf(column, table.length), kernels);
  return {
    files: table.columns.sources.length,
    rollouts: table.length,
    groups: groups.length,
    roles,
    parts: surveyParts(table, groups),
    reward: distributionOf(groups.values, kernels),
    tokens: told(table.tokens),
    chars: told(table.chars),
    age: told(table.ages),
    weightVersion: told(table.weightVersions),
    endings: surveyEndings(table),
    metrics,
    findings: tally.findings,
    rolloutTable: table,
    groupTable: groups,
  };
}

/** The numbers of those rows that have one. */
function givenOf(column: LateColumn, rows: number): Float64Array {
  let count = 0;
  const given = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = column.get(row);
    if (!Number.isNaN(value)) given[count++] = value;
  }
  return given.subarray(0, count);
}

function reportingTo(tally: FindingTally, reading: ReadOptions): ReadOptions {
  return {
    ...reading,
    onProblem(problem) {
      findInProblem(problem, tally);
      reading.onProblem?.(problem);
    },
  };
}

class FormatTally {
  readonly #shares = new Map<string, { -readonly [K in keyof FormatShare]: FormatShare[K] }>();
  #last: { -readonly [K in keyof FormatShare]: FormatShare[K] } | undefined;

  /** The most frequent first. */
  get shares(): FormatShare[] {
    return [...this.#shares.values()].sort((a, b) => b.rollouts - a.rollouts);
  }

  add(format: string, title: string, version: string | null): void {
    if (this.#last?.format !== format || this.#last.version !== version) {
      const key = version === null ? format : `${format} ${version}`;
      this.#last = this.#shares.get(key) ?? { format, title, version, rollouts: 0 };
      this.#shares.set(key, this.#last);
    }
    this.#last.rollouts++;
  }
}
