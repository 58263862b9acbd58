import { UpperhandError } from '../../errors/upperhand-error.ts';
import { getKernels } from '../../kernels/active-kernels.ts';
import { prepareReport, type Report } from '../../report/prepare-report.ts';
import type { ReadOptions } from '../../rollouts/reader-options.ts';
import { checkFiles } from '../check-files.ts';
import { checkInputs } from '../check-inputs.ts';
import { listPlainEstimators } from '../estimator-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { FileSink } from '../file-sink.ts';
import { totalSize } from '../file-sources.ts';
import { importModules } from '../import-modules.ts';
import { counted } from '../inspect/cells.ts';
import { selectionText, toSelector } from '../inspect/selection.ts';
import type { Io } from '../io.ts';
import { withLastingSources } from '../lasting-sources.ts';
import { isTold, lossesOf } from '../lost.ts';
import type { OutPlace } from '../out-place.ts';
import { packageVersion } from '../package-version.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { readReportTemplate } from '../report-template.ts';
import { Reporter } from '../reporter.ts';
import { UsageError } from '../usage-error.ts';
import { reportPlace } from './check-report-place.ts';
import type { ReportCommandOptions } from './report-options.ts';

/** Files are read for their numbers, for what is wrong with their content, and for their texts. */
const READINGS = 3;

/** Writes a report of rollout files. */
export async function runReport(
  files: readonly string[],
  options: ReportCommandOptions,
  io: Io,
): Promise<ExitCode> {
  if (options.out === '-') throw new UsageError('--out must be a file, not standard output (-)');
  await importModules(options.import ?? []);
  const estimators = checkEstimators(options.estimator ?? listPlainEstimators());
  await checkFiles(files, options.out);
  const place = await reportPlace(options.out, options.force ?? false);
  const reporter = new Reporter(io);
  const size = await totalSize(files);
  const progress = new Progress(io.stderr, size && READINGS * size);
  reporter.onPrint = progress.clear;
  const selector = toSelector(options);
  const reading: ReadOptions = {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    strict: options.strict ?? false,
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
    onProblem(problem) {
      // All else is among the findings.
      if (isTold(problem)) reporter.problem(problem);
    },
  };
  return withLastingSources(files, io, async (sources) => {
    const report = await prepareReport(sources, {
      title: files.map((file) => (file === '-' ? 'standard input' : file)).join(', '),
      selection: selectionText(options),
      madeBy: `upperhand ${packageVersion()}`,
      estimators,
      maxMb: options.maxMb,
      kernels: getKernels(),
      template: await readReportTemplate(),
      reading,
      ...(selector && { select: selector.select }),
    });
    progress.clear();
    reporter.finish();
    const { survey } = report;
    if (survey.rollouts === 0) {
      reporter.error(
        survey.counts.rollouts > 0 && selector
          ? selector.noneText(survey.counts.rollouts)
          : 'no rollout could be read, so there is nothing to report',
      );
      return ExitCode.FAILED;
    }
    const bytes = await writeReport(report, place);
    progress.clear();
    if (report.changed > 0) {
      const message = `${counted(report.changed, 'rollouts')} changed while they were read: the report has their numbers as they were at first, and not what they say`;
      reporter.warning({ kind: 'changed', message });
    }
    const said = `${printable(options.out)}: ${counted(survey.rollouts, 'rollouts')} in ${counted(survey.groups, 'groups')}, ${megabytes(bytes)} MB`;
    io.stdout.write(`${said}\n`, () => {});
    return lossesOf(survey.counts) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
  });
}

async function writeReport(report: Report, place: OutPlace): Promise<number> {
  const sink = await FileSink.create(place);
  let bytes = 0;
  try {
    for await (const piece of report.pieces()) {
      bytes += Buffer.byteLength(piece);
      if (sink.write(piece)) await sink.flush();
    }
    await sink.finish();
    return bytes;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}

function checkEstimators(names: readonly string[]): string[] {
  const different = [...new Set(names)];
  try {
    for (const name of different) checkInputs(name);
    return different;
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    throw new UsageError(`${error.message} (--import loads a module that has others)`);
  }
}
