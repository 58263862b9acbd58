import { type Command, Option } from 'commander';
import { listFormats } from '../../rollouts/format-names.ts';
import type { ReadOptions } from '../../rollouts/reader-options.ts';
import { findRollouts } from '../../rollouts/survey/find-rollout.ts';
import type { FindingKind } from '../../rollouts/survey/finding.ts';
import { listRollouts, type RolloutList } from '../../rollouts/survey/rollout-list.ts';
import type { DetailedSurvey } from '../../rollouts/survey/survey.ts';
import { surveyRollouts } from '../../rollouts/survey/survey-rollouts.ts';
import { checkFiles } from '../check-files.ts';
import { ExitCode } from '../exit-code.ts';
import { toSources, totalSize } from '../file-sources.ts';
import { Cells, counted } from '../inspect/cells.ts';
import { addFailOn, failing, needsContent } from '../inspect/fail-on.ts';
import { findingLines, findingSection } from '../inspect/finding-lines.ts';
import { listSection } from '../inspect/list-section.ts';
import { rolloutJson, rolloutLines } from '../inspect/rollout-text.ts';
import { type Selection, selectionText, toSelect } from '../inspect/selection.ts';
import { writeSurveyJson } from '../inspect/survey-json.ts';
import { surveySections } from '../inspect/survey-sections.ts';
import { toWanted } from '../inspect/wanted-rollout.ts';
import type { Io } from '../io.ts';
import { cellText } from '../printable.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import { writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { inspectHelp } from './inspect-help.ts';
import { addText, type Sorting, toCount, toNumber, toSorting } from './option-values.ts';

interface InspectOptions extends Selection {
  readonly reason?: readonly string[];
  readonly minReward?: number;
  readonly maxReward?: number;
  readonly sort?: Sorting;
  readonly limit?: number;
  readonly show?: string;
  readonly content?: boolean;
  readonly json?: boolean;
  readonly failOn?: readonly FindingKind[];
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
}

/** Adds `upperhand inspect`. */
export function addInspect(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .summary('say what rollout files hold, and what is wrong with them')
    .description('Says what rollout files hold, and what is wrong with them.')
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .option('--role <name>', 'only groups of this role; may be repeated', addText)
    .option('--task <name>', 'only groups of this task; may be repeated', addText)
    .option('--step <step>', 'only groups of this training step; may be repeated', addText)
    .option('--reason <word>', 'list rollouts that ended so, or truncated, or failed', addText)
    .option('--min-reward <number>', 'list rollouts with such a reward or more', toNumber)
    .option('--max-reward <number>', 'list rollouts with such a reward or less', toNumber)
    .option(
      '--sort <key>',
      'list rollouts by reward, length, age or place; -reward begins with the highest',
      toSorting,
    )
    .option('--limit <count>', 'list so many rollouts (default: 20)', toCount)
    .option('--show <rollout>', 'print one rollout: LINE, FILE:LINE, TASK:ATTEMPT or TASK')
    .option('--content', 'read contents too, and check token ids, log probabilities and advantages')
    .option('--json', 'write one JSON object')
    .option('--fail-on <findings>', 'end with status 4 where there are such; see below', addFailOn)
    .addOption(
      new Option('--input-format <format>', 'what the files are')
        .choices(['auto', ...listFormats()])
        .default('auto'),
    )
    .option('--reward <name>', 'which reward counts, where files keep several for one rollout')
    .option('--strict', 'end at the first file or record that cannot be read')
    .addHelpText('after', inspectHelp)
    .action(async (files: string[], options: InspectOptions) => {
      done(await runInspect(files, options, io));
    });
}

async function runInspect(
  files: readonly string[],
  options: InspectOptions,
  io: Io,
): Promise<ExitCode> {
  await checkFiles(files, undefined);
  const content = options.content === true || needsContent(options.failOn);
  if (content && files.includes('-')) {
    throw new UsageError('--content reads files twice, and standard input (-) can be read once');
  }
  const reporter = new Reporter(io);
  const progress = new Progress(io.stderr, await totalSize(files));
  reporter.onPrint = progress.clear;
  const reading: ReadOptions = {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
    onProblem(problem) {
      // All else is among the findings.
      if (problem.skipped && problem.kind !== 'earlier-output') reporter.problem(problem);
    },
  };
  if (options.show !== undefined) {
    const code = await showRollout(files, options.show, options, reading, reporter, io);
    progress.clear();
    return code;
  }
  const select = toSelect(options);
  const survey = await surveyRollouts(toSources(files, io), {
    ...reading,
    ...(select && { select }),
    content,
    keepIndexes: isListed(options),
  });
  progress.clear();
  reporter.finish();
  if (survey.rollouts === 0) reporter.error(nothing(survey, options));
  const list = isListed(options) ? listRollouts(survey.rolloutTable, toListOptions(options)) : null;
  await writeSurvey(files, survey, list, reporter, options, io);
  const failed = failing(survey.findings, options.failOn);
  if (failed.length > 0) {
    const named = failed.map(({ kind, count, unit }) => `${kind} (${counted(count, unit)})`);
    reporter.error(`--fail-on: ${named.join(', ')}`);
  }
  if (survey.rollouts === 0) return ExitCode.FAILED;
  if (failed.length > 0) return ExitCode.FOUND;
  const { skipped, doubles, refusedFiles } = survey.counts;
  return skipped - doubles + refusedFiles > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

function isListed({ reason, minReward, maxReward, sort, limit }: InspectOptions): boolean {
  return [reason, minReward, maxReward, sort, limit].some((option) => option !== undefined);
}

function toListOptions({ reason, minReward, maxReward, sort, limit }: InspectOptions) {
  return {
    ...(reason && { reasons: reason }),
    ...(minReward !== undefined && { minReward }),
    ...(maxReward !== undefined && { maxReward }),
    ...(sort && { sort: sort.key, descending: sort.descending }),
    ...(limit !== undefined && { limit }),
  };
}

function nothing({ counts }: DetailedSurvey, selection: Selection): string {
  return counts.rollouts === 0
    ? 'no rollout could be read'
    : `none of ${counts.rollouts} rollouts is of ${selectionText(selection)}`;
}

async function writeSurvey(
  files: readonly string[],
  survey: DetailedSurvey,
  list: RolloutList | null,
  reporter: Reporter,
  { json }: InspectOptions,
  io: Io,
): Promise<void> {
  const sink = new StreamSink(io.stdout);
  if (json) writeSurveyJson(survey, list, reporter.problems, sink);
  else if (survey.rollouts > 0 || survey.findings.length > 0) {
    const forPeople = io.stdout.isTTY === true;
    const style = styleFor(io.stdout, io.env);
    const cells = new Cells(forPeople);
    const title = files.map(cellText).join(' ');
    const sections = survey.rollouts > 0 ? surveySections(title, survey, cells) : [];
    if (list) sections.push(listSection(list, cells));
    if (!forPeople) sections.push(findingSection(survey.findings, cells));
    await writeSections(sections, sink, { forPeople, style });
    if (forPeople) {
      const note = survey.contentChecked
        ? []
        : [style.dim('  token ids and log probabilities were not looked at: --content does')];
      const lines = [...findingLines(survey.findings, cells, style), ...note];
      sink.write(`${sections.length > 0 ? '\n' : ''}${lines.join('\n')}\n`);
    }
  }
  await sink.finish();
}

async function showRollout(
  files: readonly string[],
  wanted: string,
  options: InspectOptions,
  reading: ReadOptions,
  reporter: Reporter,
  io: Io,
): Promise<ExitCode> {
  const select = toSelect(options);
  const most = options.limit ?? 1;
  const { rollouts, total, read } = await findRollouts(toSources(files, io), toWanted(wanted), {
    ...reading,
    ...(select && { select }),
    most,
  });
  reporter.finish();
  if (rollouts.length === 0) {
    reporter.error(
      `none of ${read} rollouts is "${wanted}"; it is LINE, FILE:LINE, TASK:ATTEMPT or TASK`,
    );
    return ExitCode.FAILED;
  }
  const sink = new StreamSink(io.stdout);
  const cells = new Cells(io.stdout.isTTY === true);
  const style = styleFor(io.stdout, io.env);
  for (const [i, rollout] of rollouts.entries()) {
    if (i > 0 && !options.json) sink.write('\n');
    const lines = options.json ? [rolloutJson(rollout)] : rolloutLines(rollout, cells, style);
    for (const line of lines) {
      if (sink.write(`${line}\n`)) await sink.flush();
    }
  }
  await sink.finish();
  if (rollouts.length < total) {
    reporter.line(
      `${counted(total, 'rollouts')} are "${wanted}"; --limit shows more of them than ${most}`,
    );
  }
  return ExitCode.OK;
}
