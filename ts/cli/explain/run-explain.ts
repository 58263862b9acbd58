import { AlgorithmConfig } from '../../config/algorithm-config.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { listPresets } from '../../estimators/presets/list-presets.ts';
import { readRollouts } from '../../rollouts/read-rollouts.ts';
import type { RolloutRow } from '../../rollouts/row.ts';
import { checkFiles } from '../check-files.ts';
import { checkInputs } from '../check-inputs.ts';
import { ExitCode } from '../exit-code.ts';
import { toSources, totalSize } from '../file-sources.ts';
import { importModules } from '../import-modules.ts';
import { howToName, severalFiles, toWanted } from '../inspect/wanted-rollout.ts';
import type { Io } from '../io.ts';
import { isTold, lossesOf } from '../lost.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import { UsageError } from '../usage-error.ts';
import type { ExplainOptions } from './explain-options.ts';
import { explain, explainableSpec } from './explanation.ts';
import { scoredPoolOf } from './scored-pool.ts';
import { writeExplanation } from './write-explanation.ts';

/** Runs `upperhand explain`. */
export async function runExplain(
  files: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<ExitCode> {
  await importModules(options.import ?? []);
  checkNames(options);
  await checkFiles(files, undefined);
  const reporter = new Reporter(io);
  const progress = new Progress(io.stderr, await totalSize(files));
  reporter.onPrint = progress.clear;
  const reader = readRollouts(toSources(files, io), {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
    onProblem: (problem) => {
      if (isTold(problem)) reporter.problem(problem);
    },
  });
  const rows: RolloutRow[] = [];
  for await (const row of reader) rows.push(row);
  progress.clear();
  reporter.finish();
  const wanted = wantedOf(rows, options, reporter);
  if (wanted === null) return ExitCode.FAILED;
  const pool = scoredPoolOf(rows, wanted);
  const algorithm = AlgorithmConfig.create({
    estimator: options.estimator,
    normAdvByStdInGrpo: options.std,
  });
  const made = explain(
    pool,
    options.estimator,
    { algorithm, normAdvByStdInGrpo: options.std },
    options.framework,
  );
  await writeExplanation(made, pool, options.json === true, io);
  return lossesOf(reader.counts) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

function checkNames({ estimator, framework = [], std: normAdvByStdInGrpo }: ExplainOptions): void {
  try {
    explainableSpec(estimator);
    checkInputs(estimator, { normAdvByStdInGrpo });
    for (const name of framework) listPresets({ framework: name });
  } catch (error) {
    if (error instanceof UpperhandError) throw new UsageError(error.message);
    throw error;
  }
}

/** The rollout that is asked for; what is wrong, if there is none or no advantage of it, goes to stderr. */
function wantedOf(
  rows: readonly RolloutRow[],
  { rollout, role }: ExplainOptions,
  reporter: Reporter,
): RolloutRow | null {
  const [isWanted, isNext] = toWanted(rollout);
  const ofRole = rows.filter((row) => role === undefined || row.role === role);
  const named = ofRole.filter(isWanted);
  const found = named.length > 0 ? named : ofRole.filter(isNext);
  const several = severalFiles(rollout, new Set(found.map(({ source }) => source)));
  if (named.length === 0 && several !== undefined) {
    reporter.error(several);
    return null;
  }
  if (found.length === 0) {
    const [first] = rows;
    reporter.error(
      first === undefined
        ? 'no rollout could be read'
        : `none of ${rows.length} rollouts is "${rollout}"${role === undefined ? '' : ` of role "${role}"`}; it is LINE, FILE:LINE, TASK:ATTEMPT or TASK; ${howToName(first)}`,
    );
    return null;
  }
  const scored = found.find(({ reward }) => reward !== null);
  if (scored === undefined) {
    reporter.error(`"${rollout}" has no reward, and so no advantage; a missing reward is not 0`);
    return null;
  }
  if (found.length > 1) {
    const others = found.length - 1;
    reporter.line(
      `${others} more ${others === 1 ? 'rollout is' : 'rollouts are'} "${printable(rollout)}"; the first with a reward is explained`,
    );
  }
  return scored;
}
