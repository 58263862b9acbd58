import type { ReadOptions } from '../../rollouts/reader-options.ts';
import type { RolloutSource } from '../../rollouts/source.ts';
import { type ListOptions, listRollouts } from '../../rollouts/survey/rollout-list.ts';
import type { DetailedSurvey, RolloutSurvey } from '../../rollouts/survey/survey.ts';
import { surveyRollouts } from '../../rollouts/survey/survey-rollouts.ts';
import { checkFiles } from '../check-files.ts';
import { ExitCode } from '../exit-code.ts';
import { helpers, toSources, totalSize } from '../file-sources.ts';
import type { Io } from '../io.ts';
import { withLastingSources } from '../lasting-sources.ts';
import { isTold, lossesOf } from '../lost.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import { counted } from './cells.ts';
import { failing, needsContent } from './fail-on.ts';
import type { InspectOptions } from './inspect-options.ts';
import { type Selector, toSelector } from './selection.ts';
import { writeSurvey } from './write-survey.ts';

/** Runs `upperhand inspect`. */
export async function runInspect(
  files: readonly string[],
  options: InspectOptions,
  io: Io,
): Promise<ExitCode> {
  await checkFiles(files, undefined);
  const content = options.content === true || needsContent(options.failOn);
  const reporter = new Reporter(io);
  const size = await totalSize(files);
  const readings = content && options.show === undefined ? 2 : 1;
  const progress = new Progress(io.stderr, size && readings * size);
  reporter.onPrint = progress.clear;
  const reading: ReadOptions = {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    threads: helpers(),
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
    onProblem(problem) {
      // All else is among the findings.
      if (isTold(problem)) reporter.problem(problem);
    },
  };
  if (options.show !== undefined) {
    const { showRollout } = await import('./show-rollout.ts');
    const code = await showRollout(files, options.show, options, reading, reporter, io);
    progress.clear();
    return code;
  }
  const selector = toSelector(options);
  const read = (sources: RolloutSource[]): Promise<DetailedSurvey> =>
    surveyRollouts(sources, {
      ...reading,
      ...(selector && { select: selector.select }),
      content,
      keepIndexes: isListed(options),
    });
  const survey = await (content ? withLastingSources(files, io, read) : read(toSources(files, io)));
  progress.clear();
  reporter.finish();
  if (survey.rollouts === 0) reporter.error(noneText(survey, selector));
  const list = isListed(options) ? listRollouts(survey.rolloutTable, toListOptions(options)) : null;
  await writeSurvey(files, survey, list, reporter.problems, options.json === true, io);
  const failed = failing(survey.findings, options.failOn);
  if (failed.length > 0) {
    const named = failed.map(({ kind, count, unit }) => `${kind} (${counted(count, unit)})`);
    reporter.error(`--fail-on: ${named.join(', ')}`);
  }
  if (survey.rollouts === 0) return ExitCode.FAILED;
  if (failed.length > 0) return ExitCode.FOUND;
  return lossesOf(survey.counts) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

function isListed({ reason, minReward, maxReward, sort, limit }: InspectOptions): boolean {
  return [reason, minReward, maxReward, sort, limit].some((option) => option !== undefined);
}

function toListOptions({ reason, minReward, maxReward, sort, limit }: InspectOptions): ListOptions {
  return {
    ...(reason && { reasons: reason }),
    ...(minReward !== undefined && { minReward }),
    ...(maxReward !== undefined && { maxReward }),
    ...(sort && { sort: sort.key, descending: sort.descending }),
    ...(limit !== undefined && { limit }),
  };
}

function noneText({ counts }: RolloutSurvey, selector: Selector | undefined): string {
  return counts.rollouts > 0 && selector
    ? selector.noneText(counts.rollouts)
    : 'no rollout could be read';
}
