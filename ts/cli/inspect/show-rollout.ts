import type { ReadOptions } from '../../rollouts/reader-options.ts';
import type { RolloutRow } from '../../rollouts/row.ts';
import { findRollouts } from '../../rollouts/survey/find-rollout.ts';
import { ExitCode } from '../exit-code.ts';
import { toSources } from '../file-sources.ts';
import type { Io } from '../io.ts';
import { lossesOf } from '../lost.ts';
import type { Reporter } from '../reporter.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { Cells, counted } from './cells.ts';
import type { InspectOptions } from './inspect-options.ts';
import { rolloutJson, rolloutLines } from './rollout-text.ts';
import { toSelector } from './selection.ts';
import { howToName, severalFiles, toWanted } from './wanted-rollout.ts';

/** Writes the rollout that `--show` names to stdout. */
export async function showRollout(
  files: readonly string[],
  wanted: string,
  options: InspectOptions,
  reading: ReadOptions,
  reporter: Reporter,
  io: Io,
): Promise<ExitCode> {
  const selector = toSelector(options);
  const most = options.limit ?? 1;
  const [isWanted, isNext] = toWanted(wanted);
  const ending = new Set<string>();
  let howTo = '';
  const choices = [
    (row: RolloutRow) => {
      howTo ||= `; ${howToName(row)}`;
      return isWanted(row);
    },
    (row: RolloutRow) => {
      const isOne = isNext(row);
      if (isOne) ending.add(row.source);
      return isOne;
    },
  ];
  const { rollouts, total, choice, counts } = await findRollouts(toSources(files, io), choices, {
    ...reading,
    ...(selector && { select: selector.select }),
    most,
  });
  reporter.finish();
  const several = choice === 1 ? severalFiles(wanted, ending) : undefined;
  if (several !== undefined || rollouts.length === 0) {
    reporter.error(
      several ??
        `none of ${counts.rollouts} rollouts is "${wanted}"; it is LINE, FILE:LINE, TASK:ATTEMPT, TASK or ATTEMPT${howTo}`,
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
  return lossesOf(counts) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
}
