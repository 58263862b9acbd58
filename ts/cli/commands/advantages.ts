import { type Command, Option } from 'commander';
import { AlgorithmConfig } from '../../config/algorithm-config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { getAdvEstimator } from '../../estimators/registry.ts';
import { getKernels } from '../../kernels/active-kernels.ts';
import { kernelsByName, listKernels } from '../../kernels/kernels-by-name.ts';
import type { RolloutCounts } from '../../rollouts/counts.ts';
import { readRollouts } from '../../rollouts/read-rollouts.ts';
import { RolloutColumns } from '../../rollouts/table/rollout-columns.ts';
import { checkFiles } from '../check-files.ts';
import { effectiveEpsilon, unusedOptions } from '../estimator-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { FileSink } from '../file-sink.ts';
import { toSources, totalSize } from '../file-sources.ts';
import { importModules } from '../import-modules.ts';
import type { Io } from '../io.ts';
import { findOutPlace, type OutPlace } from '../out-place.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import type { Result, Settings } from '../result.ts';
import { type ScoreOptions, score, toPools } from '../score.ts';
import { type Sink, StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { writeJson, writeJsonLines } from '../write-json.ts';
import { writeTable } from '../write-table.ts';
import { advantagesHelp } from './advantages-help.ts';
import {
  addMapping,
  append,
  importHelp,
  inputFormatOption,
  toEpsilon,
  toPath,
} from './option-values.ts';

interface AdvantagesOptions {
  readonly estimator: string;
  readonly estimatorMap?: Readonly<Record<string, string>>;
  readonly std: boolean;
  readonly epsilon?: number;
  readonly import?: readonly string[];
  readonly kernels?: string;
  readonly format: 'table' | 'json' | 'jsonl';
  readonly inputFormat: string;
  readonly separateFiles?: boolean;
  readonly reward?: string;
  readonly strict?: boolean;
  readonly out?: string;
}

/** Adds `upperhand advantages`. */
export function addAdvantages(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('advantages')
    .summary('compute the advantages of rollout files')
    .description('Computes the group-relative advantage of each rollout in files.')
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .option(
      '--estimator <name>',
      'how advantages are computed (see `upperhand estimators`)',
      'grpo',
    )
    .option(
      '--estimator-map <role=name>',
      'another estimator for one role; may be repeated',
      addMapping,
    )
    .option('--no-std', 'grpo only centres, it does not divide by the std (Dr. GRPO)')
    .option('--epsilon <number>', 'added to a std before dividing by it (default: 1e-6)', toEpsilon)
    .option('--import <module>', importHelp, append)
    .addOption(
      new Option('--kernels <name>', 'which implementation computes').choices(listKernels()),
    )
    .addOption(
      new Option('--format <format>', 'what is written')
        .choices(['table', 'json', 'jsonl'])
        .default('table'),
    )
    .addOption(inputFormatOption())
    .option('--reward <name>', 'which reward counts, where files keep several for one rollout')
    .option('--strict', 'end at the first file or record that cannot be read')
    .option('--separate-files', 'the same task in two files is two groups')
    .option(
      '--out <file>',
      'write there instead of to stdout (-); the file appears when it is complete, in the place of an older one',
      toPath,
    )
    .addHelpText('after', advantagesHelp)
    .action(async (files: string[], options: AdvantagesOptions) => {
      done(await runAdvantages(files, options, io));
    });
}

async function runAdvantages(
  files: readonly string[],
  options: AdvantagesOptions,
  io: Io,
): Promise<ExitCode> {
  await importModules(options.import ?? []);
  const scoring = readScoring(options);
  const out = options.out === '-' ? undefined : options.out;
  await checkFiles(files, out);
  const place = out === undefined ? null : await findOutPlace(out);
  const reporter = new Reporter(io);
  for (const warning of unusedOptions(scoring)) reporter.warning(warning);
  const { columns, counts } = await readColumns(files, options, io, reporter);
  if (columns.scoredRoles.length === 0) {
    reporter.error(
      counts.rollouts === 0
        ? 'no rollout could be read, so there is nothing to compute'
        : `none of ${counts.rollouts} rollouts has a reward, so there is nothing to compute; a missing reward is not 0`,
    );
    if (options.format !== 'json') return ExitCode.FAILED;
  }
  const pools = toPools(columns);
  columns.releaseRewards();
  const result: Result = {
    settings: scoring.settings,
    scores: score(columns, pools, { ...scoring, onWarning: reporter.warning }),
    severalSources: columns.sources.length > 1,
    severalSets: columns.hasSets,
    severalItems: columns.items !== null,
    problems: reporter.problems,
    warnings: reporter.warnings,
    counts,
  };
  await writeResult(result, place, options, io);
  if (columns.scoredRoles.length === 0) return ExitCode.FAILED;
  // What is there in another record is not lost.
  const lost = counts.skipped - counts.doubles + counts.refusedFiles;
  return lost > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

/** A function of its own, so that what only reading needs is garbage when computing begins. */
async function readColumns(
  files: readonly string[],
  options: AdvantagesOptions,
  io: Io,
  reporter: Reporter,
): Promise<{ columns: RolloutColumns; counts: Readonly<RolloutCounts> }> {
  const progress = new Progress(io.stderr, await totalSize(files));
  reporter.onPrint = progress.clear;
  const columns = new RolloutColumns();
  const rollouts = readRollouts(toSources(files, io), {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    separateSources: options.separateFiles ?? false,
    onProblem: reporter.problem,
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    // Whoever waits for a long run wants all that can be read; the exit status tells the rest.
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
  });
  for await (const row of rollouts) columns.add(row);
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
  const sink: Sink = place ? await FileSink.create(place) : new StreamSink(io.stdout);
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

/** All that the command line says about computing, checked before anything is read. */
function readScoring(
  options: AdvantagesOptions,
): Omit<ScoreOptions, 'onWarning'> & { settings: Settings } {
  const { estimator, estimatorMap = {}, std: normAdvByStdInGrpo, epsilon } = options;
  try {
    for (const name of [estimator, ...Object.values(estimatorMap)]) getAdvEstimator(name);
    const kernels = options.kernels === undefined ? getKernels() : kernelsByName(options.kernels);
    const config = AlgorithmConfig.create({ estimator, estimatorMap, normAdvByStdInGrpo });
    return {
      config,
      kernels,
      epsilon,
      settings: {
        estimator,
        estimatorMap,
        normAdvByStdInGrpo,
        epsilon: effectiveEpsilon({ config, epsilon }),
        kernels: kernels.name,
      },
    };
  } catch (error) {
    if (!(error instanceof UpperhandError || error instanceof ConfigError)) throw error;
    const hint = error.code === 'unknown-estimator' ? ' (--import loads a module that does)' : '';
    throw new UsageError(error.message + hint);
  }
}
