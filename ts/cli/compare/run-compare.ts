import type { RolloutProblem } from '../../rollouts/problem.ts';
import type { RolloutSource } from '../../rollouts/source.ts';
import { compareSurveys } from '../../rollouts/survey/compare/compare-surveys.ts';
import type { Comparison } from '../../rollouts/survey/compare/comparison.ts';
import type { DetailedSurvey } from '../../rollouts/survey/survey.ts';
import { surveyRollouts } from '../../rollouts/survey/survey-rollouts.ts';
import { checkFiles } from '../check-files.ts';
import { ExitCode } from '../exit-code.ts';
import { totalSize } from '../file-sources.ts';
import { Cells } from '../inspect/cells.ts';
import { type Selection, type Selector, toSelector } from '../inspect/selection.ts';
import type { Io } from '../io.ts';
import { withLastingSources } from '../lasting-sources.ts';
import { isTold, lossesOf } from '../lost.ts';
import { cellText, toJson } from '../printable.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import { writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import type { CompareCommandOptions } from './compare-options.ts';
import { compareSections, type Side } from './compare-sections.ts';

/** Runs `upperhand compare`. */
export async function runCompare(
  a: string,
  b: string | undefined,
  options: CompareCommandOptions,
  io: Io,
): Promise<ExitCode> {
  await checkArguments(a, b, options);
  const { steps, step } = options;
  const [stepOfA, stepOfB] = steps ?? [step, step];
  const reporter = new Reporter(io);
  const tell = (problem: RolloutProblem): void => {
    if (isTold(problem)) reporter.problem(problem);
  };
  const files = b === undefined ? [a] : [a, b];
  const sides = await withLastingSources(files, io, async (sources): Promise<[Side, Side]> => {
    const [ofA, ofB = ofA] = sources as [RolloutSource, RolloutSource?];
    return [
      await readSide(a, ofA, stepOfA, options, reporter, io, tell),
      // What is wrong with the one source of both was told.
      await readSide(
        b ?? a,
        ofB,
        stepOfB,
        options,
        reporter,
        io,
        b === undefined ? () => {} : tell,
      ),
    ];
  });
  reporter.finish();
  const comparison = compareSurveys(
    sides[0].survey,
    sides[1].survey,
    options.above === undefined ? {} : { above: options.above },
  );
  const isEmpty = sides.some(({ survey }) => survey.rollouts === 0);
  if (!isEmpty && comparison.roles.length === 0) {
    reporter.error(
      `A and B have no role in common: ${comparison.onlyA.join(', ')} and ${comparison.onlyB.join(', ')}`,
    );
  }
  const nothing = isEmpty || comparison.roles.length === 0;
  if (options.json) await writeJson(sides, comparison, io);
  else if (!nothing) await writeTables(sides, comparison, options, io);
  if (nothing) return ExitCode.FAILED;
  const lost = sides.some(({ survey }) => lossesOf(survey.counts) > 0);
  return lost ? ExitCode.INCOMPLETE : ExitCode.OK;
}

async function checkArguments(
  a: string,
  b: string | undefined,
  { steps, step }: CompareCommandOptions,
): Promise<void> {
  if (steps && step !== undefined) throw new UsageError('--step and --steps exclude each other');
  if (a === b) {
    throw new UsageError(`A and B are both ${a}; --steps 10,200 compares two steps of one run`);
  }
  if (b !== undefined) return checkFiles([a, b], undefined);
  if (!steps) throw new UsageError('give a second run, or two steps of the first: --steps 10,200');
  if (steps[0] === steps[1])
    throw new UsageError(`--steps must be two different ones, got ${steps[0]} twice`);
}

async function readSide(
  file: string,
  source: RolloutSource,
  step: string | undefined,
  options: CompareCommandOptions,
  reporter: Reporter,
  io: Io,
  onProblem: (problem: RolloutProblem) => void,
): Promise<Side> {
  const progress = new Progress(io.stderr, await totalSize([file]));
  reporter.onPrint = progress.clear;
  const selection: Selection = {
    ...(options.role && { role: options.role }),
    ...(options.task && { task: options.task }),
    ...(step !== undefined && { step: [step] }),
  };
  const selector = toSelector(selection);
  const survey = await surveyRollouts([source], {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    ...(selector && { select: selector.select }),
    strict: options.strict ?? false,
    skipUnreadableSources: !options.strict,
    keepIndexes: true,
    onBytes: progress.add,
    onProblem,
  });
  progress.clear();
  if (survey.rollouts === 0) reporter.error(`${file}: ${noneText(survey, selector)}`);
  return { name: step === undefined ? file : `${file} at step ${step}`, survey };
}

function noneText({ counts }: DetailedSurvey, selector: Selector | undefined): string {
  return counts.rollouts > 0 && selector
    ? selector.noneText(counts.rollouts)
    : 'no rollout could be read';
}

async function writeTables(
  [a, b]: readonly [Side, Side],
  comparison: Comparison,
  { limit }: CompareCommandOptions,
  io: Io,
): Promise<void> {
  const sink = new StreamSink(io.stdout);
  const forPeople = io.stdout.isTTY === true;
  const style = styleFor(io.stdout, io.env);
  const sections = compareSections(a, b, comparison, new Cells(forPeople), limit);
  await writeSections(sections, sink, { forPeople, style });
  if (forPeople) {
    const apart = [
      comparison.onlyA.length > 0 &&
        `only A has the roles ${comparison.onlyA.map(cellText).join(', ')}`,
      comparison.onlyB.length > 0 &&
        `only B has the roles ${comparison.onlyB.map(cellText).join(', ')}`,
      '95 % intervals of the bootstrap over tasks; * does not hold 0',
    ].filter((line) => line !== false);
    sink.write(`\n${apart.map((line) => style.dim(line)).join('\n')}\n`);
  }
  await sink.finish();
}

async function writeJson(
  sides: readonly [Side, Side],
  comparison: Comparison,
  io: Io,
): Promise<void> {
  const [a, b] = sides.map(({ name, survey: { rollouts, groups, formats, counts } }) => ({
    name,
    rollouts,
    groups,
    formats,
    counts,
  }));
  const sink = new StreamSink(io.stdout);
  const lines = Object.entries({ a, b, ...comparison }).map(
    ([name, value]) => `${toJson(name)}: ${toJson(value)}`,
  );
  sink.write(`{${lines.join(',\n')}}\n`);
  await sink.finish();
}
