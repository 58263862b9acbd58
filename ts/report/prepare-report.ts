import { openReader } from '../rollouts/open-reader.ts';
import type { ReadOptions } from '../rollouts/reader-options.ts';
import type { Found } from '../rollouts/reading-context.ts';
import type { RolloutRow } from '../rollouts/row.ts';
import type { RolloutSource } from '../rollouts/source.ts';
import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import { surveyRollouts } from '../rollouts/survey/survey-rollouts.ts';
import type { ReportData } from './report-data.ts';
import { type PreparedData, type ReportDataOptions, reportDataOf } from './report-data-of.ts';
import { rolloutTexts } from './rollout-texts.ts';
import { safeJson } from './safe-json.ts';
import { dataBlock, fillTemplate } from './template.ts';
import { byteLength, Cuts } from './text-budget.ts';

/** About so many characters of texts are one block, which the page reads when one of its rollouts is looked at. */
const BLOCK = 1 << 17;
/** More bytes than blocks have around them, in each megabyte. */
const BLOCK_BYTES = 1500;
/** And around each rollout. */
const ROLLOUT_BYTES = 10;

export interface ReportOptions extends ReportDataOptions {
  readonly reading: ReadOptions;
  readonly select?: (row: RolloutRow) => boolean;
  /** The page, as it was built. */
  readonly template: string;
}

export interface Report {
  readonly survey: DetailedSurvey;
  readonly data: ReportData;
  /** The page, piece by piece. Sources are read once more for their texts, of which a piece or so is held at a time. */
  pieces(): AsyncGenerator<string>;
  /** Rollouts that were others when they were read for their texts, and so have none. Known when all pieces are there. */
  readonly changed: number;
}

/**
 * Reads rollout files twice, for their numbers and for what is wrong with their content, and gives what writes their report.
 *
 * @param sources - what can be read several times: streams cannot
 * @throws UpperhandError as `readRollouts` and `estimatePool`
 */
export async function prepareReport(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReportOptions,
): Promise<Report> {
  const { reading, select, template, title, maxMb } = options;
  const survey = await surveyRollouts(sources, {
    ...reading,
    ...(select && { select }),
    content: true,
    keepIndexes: true,
    kernels: options.kernels,
  });
  const prepared = reportDataOf(survey, options);
  const { before, after } = fillTemplate(template, title);
  const rows = new RowFinder(survey);
  return {
    survey,
    data: prepared.data,
    get changed() {
      return rows.changed;
    },
    async *pieces() {
      const data = safeJson(prepared.data);
      yield before;
      yield dataBlock('data', data);
      const cuts = new Cuts();
      const room =
        maxMb * (1e6 - BLOCK_BYTES) -
        [before, data, after].reduce((sum, text) => sum + byteLength(text), 2 * BLOCK_BYTES);
      const silent: ReadOptions = {
        ...reading,
        strict: false,
        onProblem: () => {},
      };
      const reader = openReader(sources, silent, 'unchecked', eachOf);
      yield* textBlocks(reader, rows, survey, prepared, room, cuts, select);
      yield dataBlock('cuts', safeJson({ ...cuts }));
      yield after;
    },
  };
}

/** The texts of the chosen rollouts in the order of their files. */
async function* textBlocks(
  found: AsyncIterable<Found>,
  rows: RowFinder,
  survey: DetailedSurvey,
  { chosen, ids }: PreparedData,
  room: number,
  cuts: Cuts,
  select: ((row: RolloutRow) => boolean) | undefined,
): AsyncGenerator<string> {
  const { columns } = survey.rolloutTable;
  const { sizes } = survey.groupTable;
  let rollouts = [...chosen.withTexts].reduce((sum, g) => sum + (sizes[g] as number), 0);
  let left = room;
  let [held, length]: [string[], number] = [[], 0];
  let heldIds: number[] = [];
  for await (const { row, content } of found) {
    if (select && !select(row)) continue;
    const at = rows.find(row);
    if (at < 0 || !chosen.withTexts.has(columns.groups.get(at)) || !rows.isSame(at, row)) continue;
    const id = ids[at] as number;
    const json = safeJson(rolloutTexts(id, content, left / Math.max(1, rollouts--), cuts));
    left -= byteLength(json) + ROLLOUT_BYTES;
    held.push(json);
    heldIds.push(id);
    length += json.length;
    if (length < BLOCK) continue;
    yield textBlock(held, heldIds);
    [held, heldIds, length] = [[], [], 0];
  }
  if (held.length > 0) yield textBlock(held, heldIds);
}

function textBlock(held: readonly string[], ids: readonly number[]): string {
  return dataBlock('texts', `[${held.join(',')}]`, ` data-ids="${ids.join(' ')}"`);
}

/**
 * Which row of the survey a rollout is. Those whose content cannot be read are not read again, so the survey has all of the
 * others in the same order, and some more.
 */
class RowFinder {
  changed = 0;
  readonly #survey: DetailedSurvey;
  #next = 0;

  constructor(survey: DetailedSurvey) {
    this.#survey = survey;
  }

  /** Whether a place still holds what it held: a run may write its files anew meanwhile. */
  isSame(at: number, { group, role, reward }: RolloutRow): boolean {
    const { columns } = this.#survey.rolloutTable;
    const number = columns.groups.get(at);
    const before = columns.missing.get(at) === 1 ? null : columns.rewards.get(at);
    const isSame =
      Object.is(before, reward) &&
      columns.groupName(number) === group &&
      columns.groupRole(number) === role;
    if (!isSame) this.changed++;
    return isSame;
  }

  /** -1 where the file is no longer what it was. */
  find({ source, line, item }: RolloutRow): number {
    const { rolloutTable } = this.#survey;
    const { columns } = rolloutTable;
    for (let row = this.#next; row < columns.length; row++) {
      if (columns.lines.get(row) !== line) continue;
      const place = rolloutTable.place(row);
      if (place.source !== source || (place.item ?? 0) !== (item === undefined ? 0 : item + 1)) {
        continue;
      }
      this.#next = row + 1;
      return row;
    }
    return -1;
  }
}

async function* eachOf(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<Found> {
  for await (const piece of found) yield* piece;
}
