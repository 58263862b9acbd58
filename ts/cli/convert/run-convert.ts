import type { Reader } from '../../rollouts/open-reader.ts';
import type { RolloutProblem } from '../../rollouts/problem.ts';
import {
  openRowed,
  type RowedEpisode,
  whyUnwritable,
} from '../../rollouts/writers/rowed-episodes.ts';
import { ExitCode } from '../exit-code.ts';
import { toSources, totalSize } from '../file-sources.ts';
import type { Io } from '../io.ts';
import { lossesOf } from '../lost.ts';
import { Progress } from '../progress.ts';
import { Reporter } from '../reporter.ts';
import { checkOut } from './check-out.ts';
import type { ConvertOptions } from './convert-options.ts';
import { countsText } from './counts-text.ts';
import { openTarget, type Target } from './targets.ts';

/** Reads all of a source, and writes what was read; nothing stays where nothing was, or with `--strict` something is wrong. */
export async function runConvert(
  from: string,
  to: string,
  options: ConvertOptions,
  io: Io,
): Promise<ExitCode> {
  await checkOut(from, to, options);
  const reporter = new Reporter(io);
  const progress = new Progress(io.stderr, await totalSize([from]));
  reporter.onPrint = progress.clear;
  const reader = openRowed(toSources([from], io), {
    ...(options.inputFormat !== 'auto' && { format: options.inputFormat }),
    ...(options.reward !== undefined && { rewardKey: options.reward }),
    onProblem: reporter.problem,
    strict: options.strict ?? false,
    skipUnreadableSources: !options.strict,
    onBytes: progress.add,
  });
  const target = await openTarget(to, options.to, io);
  let unwritten: number;
  try {
    unwritten = await writeAll(reader, target, reporter);
    progress.clear();
    reporter.finish();
    if (target.rollouts === 0) {
      await target.abandon();
      reporter.error('no rollout could be written, so there is nothing to convert');
    } else await target.finish();
  } catch (error) {
    progress.clear();
    await target.abandon();
    throw error;
  }
  for (const loss of target.losses()) reporter.warning({ kind: 'not-converted', message: loss });
  const text = countsText(reader.counts, target, unwritten);
  // Without a result there is nothing for whoever reads stdout.
  if (to === '-' || target.rollouts === 0) reporter.line(text);
  else io.stdout.write(`${text}\n`, () => {});
  if (target.rollouts === 0) return ExitCode.FAILED;
  return lossesOf(reader.counts) + unwritten > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}

/** Returns how many rollouts were read and not written. */
async function writeAll(
  reader: Reader<Iterable<RowedEpisode>>,
  target: Target,
  reporter: Reporter,
): Promise<number> {
  for await (const piece of reader) {
    for (const rowed of piece) {
      try {
        const waits = target.write(rowed);
        if (waits) await waits;
      } catch (error) {
        reporter.problem(problemOf(error, rowed));
      }
    }
  }
  return reader.counts.rollouts - target.rollouts;
}

/** What is wrong with an episode that cannot be written. Throws what is no fault of the episode. */
function problemOf(error: unknown, { rows: [row] }: RowedEpisode): RolloutProblem {
  const message = whyUnwritable(error);
  if (message === undefined || !row) throw error;
  const { source, line, offset } = row;
  return { source, line, offset, kind: 'invalid-content', message, skipped: true };
}
