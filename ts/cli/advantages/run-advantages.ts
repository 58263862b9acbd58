import { describeAdvEstimator } from '../../estimators/registry.ts';
import type { RolloutCounts } from '../../rollouts/counts.ts';
import { readRowPieces } from '../../rollouts/read-rollouts.ts';
import { Column } from '../../rollouts/table/column.ts';
import { RolloutColumns } from '../../rollouts/table/rollout-columns.ts';
import { checkFiles } from '../check-files.ts';
import { unusedOptions } from '../estimator-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { helpers, toSources, totalSize } from '../file-sources.ts';
import { importModules } from '../import-modules.ts';
import type { Io } from '../io.ts';
import { lossesOf } from '../lost.ts';
import type { OutPlace } from '../out-place.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import type { Result, Settings } from '../result.ts';
import { score, toPools } from '../score.ts';
import { type Sink, StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { writeJson, writeJsonLines } from '../write-json.ts';
import { writeTable } from '../write-table.ts';
import type { AdvantagesOptions } from './advantages-options.ts';
import { disagreementsOf } from './disagreements.ts';
import { readScoring } from './read-scoring.ts';

/** Runs `upperhand advantages`. */
export async function runAdvantages(
  files: readonly string[],
  options: AdvantagesOptions,
  io: Io,
): Promise<ExitCode> {
  await importModules(options.import ?? []);
  const scoring = readScoring(options);
  const out = options.out === '-' ? undefined : options.out;
  await checkFiles(files, out);
  const place = out === undefined ? null : await placeOf(out);
  const reporter = new Reporter(io);
  for (const warning of unusedOptions({ ...scoring, others: scoring.settings.estimators }))
    reporter.warning(warning);
  const lengths = needsLengths(scoring.settings) ? new Column(Float64Array) : null;
  const { columns, counts } = await readColumns(files, options, io, reporter, lengths);
  if (columns.scoredRoles.length === 0) {
    reporter.error(
      counts.rollouts === 0
        ? 'no rollout could be read, so there is nothing to compute'
        : `none of ${counts.rollouts} rollouts has a reward, so there is nothing to compute; a missing reward is not 0${options.reward === undefined ? ' (of plain files --reward names its field)' : ''}`,
    );
    if (options.format !== 'json') return ExitCode.FAILED;
  }
  const pools = toPools(columns);
  columns.releaseRewards();
  const { estimators } = scoring.settings;
  const scores = score(columns, pools, { ...scoring, lengths, onWarning: reporter.warning });
  const result: Result = {
    settings: scoring.settings,
    scores,
    ...(estimators.length > 1 && { disagreements: disagreementsOf(scores.rollouts(), estimators) }),
    severalSources: columns.sources.length > 1,
    severalSets: columns.hasSets,
    severalItems: columns.items !== null,
    problems: reporter.problems,
    warnings: reporter.warnings,
    counts,
  };
  await writeResult(result, place, options, io);
  if (columns.scoredRoles.length === 0) return ExitCode.FAILED;
  return lossesOf(counts) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

// Loaded by who writes a file.
async function placeOf(out: string): Promise<OutPlace> {
  const { findOutPlace } = await import('../out-place.ts');
  return findOutPlace(out);
}

async function fileSink(place: OutPlace): Promise<Sink> {
  const { FileSink } = await import('../file-sink.ts');
  return FileSink.create(place);
}

/** Whether an estimator may look at lengths, which take 8 bytes a rollout: rLLM's own do not. */
function needsLengths({ estimators, estimatorMap }: Settings): boolean {
  return [...estimators, ...Object.values(estimatorMap)].some(
    (name) => name.includes('/') || !describeAdvEstimator(name).builtIn,
  );
}

/** A function of its own, so that what only reading needs is garbage when computing begins. */
async function readColumns(
  files: readonly string[],
  options: AdvantagesOptions,
  io: Io,
  reporter: Reporter,
  lengths: Column | null,
): Promise<{ columns: RolloutColumns; counts: Readonly<RolloutCounts> }> {
  const progress = new Progress(io.stderr, await totalSize(files));
  reporter.onPrint = progress.clear;
  const columns = new RolloutColumns();
  const rollouts = readRowPieces(toSources(files, io), {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    separateSources: options.separateFiles ?? false,
    onProblem: reporter.problem,
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    facts: lengths !== null,
    threads: helpers(),
    // Whoever waits for a long run wants all that can be read; the exit status tells the rest.
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
  });
  for await (const piece of rollouts) {
    for (const { row } of piece) {
      columns.add(row);
      lengths?.push(row.responseTokens ?? Number.NaN);
    }
  }
  progress.clear();
  columns.seal();
  reporter.finish();
  return { columns, counts: rollouts.counts };
}

async function writeResult(
  result: Result,
  place: OutPlace | null,
  options: AdvantagesOptions,
  io: Io,
): Promise<void> {
  const sink: Sink = place ? await fileSink(place) : new StreamSink(io.stdout);
  try {
    if (options.format === 'json') await writeJson(result, sink);
    else if (options.format === 'jsonl') await writeJsonLines(result, sink);
    else {
      const forPeople = place === null && io.stdout.isTTY === true;
      await writeTable(result, sink, { forPeople, style: styleFor(io.stdout, io.env) });
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
