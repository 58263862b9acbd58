import { join, relative } from 'node:path';
import { type LakeRunOptions, lakeRun } from '../../../examples/frozen-lake/run.ts';
import { LocalBackend } from '../../backends/local/index.ts';
import { EpisodeLogger } from '../../tracking/episode-logger.ts';
import type { Tracker } from '../../tracking/tracker.ts';
import { Tracking } from '../../tracking/tracking.ts';
import { UnifiedTrainer } from '../../trainer/unified-trainer.ts';
import { InMemoryStore } from '../../workflow/in-memory-store.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { Reporter } from '../reporter.ts';
import { type Style, styleFor } from '../style.ts';
import { watchInterrupts } from '../train/interrupts.ts';
import { gameText } from './lake-game.ts';
import { LakeView, lakeRows } from './lake-view.ts';

/** Updates. */
const GAMES_EVERY = 10;

export interface LakeDemoOptions {
  readonly seed: number;
  readonly updates: number;
  /** Default: a new folder in `runs/`, with the time in its name. */
  readonly out?: string;
  /** Threads. Default 2. */
  readonly workers?: number;
  /** Tasks of an update, and updates of the warm-up, where they are not to be those of the example. */
  readonly size?: Pick<LakeRunOptions, 'tasks' | 'warmUpSteps'>;
}

/** `upperhand demo`: trains the frozen lake of the examples, and shows how it goes and what became of it. */
export async function runLakeDemo(options: LakeDemoOptions, io: Io): Promise<ExitCode> {
  const { seed, updates, workers = 2, size } = options;
  const out = options.out ?? join('runs', `frozen-lake-${timeName(new Date())}`);
  const reporter = new Reporter(io);
  const style = styleFor(io.stdout, io.env);
  const view = new LakeView(io, style);
  const run = lakeRun({ seed, updates, store: new InMemoryStore(), ...size });
  const { demonstrations, steps } = run.backend.warmUp;
  const games = run.games;
  const backend = new LocalBackend({
    ...run.backend,
    workers,
    warmUp: { ...run.backend.warmUp, onStep: (step) => view.warmUp(step + 1, steps) },
    onWarning: reporter.warning,
  });
  const interrupts = watchInterrupts(process, () =>
    reporter.line('stopping after this update; press Ctrl-C again to quit at once'),
  );
  for (const line of introduction(style, demonstrations.length, games)) view.line(line);
  const trainer = new UnifiedTrainer({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: {
        ...run.config.trainer,
        saveFreq: -1,
        resumeMode: 'disable',
      },
    },
    runFolder: out,
    tracking: new Tracking({
      logger: ['file', 'tensorboard'],
      runFolder: out,
      trackers: [someGames(out)],
      onWarning: reporter.warning,
    }),
    signal: interrupts.signal,
    onStep: (metrics) => run.trainer.trainDataset.learn(metrics),
    onProgress: (event) => view.progress(event),
    onWarning: reporter.warning,
    print: () => {},
  });
  const begun = performance.now();
  try {
    const { stopReason, steps: done } = await trainer.fit();
    view.end();
    const seconds = (performance.now() - begun) / 1000;
    for (const line of summary(view, style, { updates: done, games: done * games, seconds }))
      view.line(line);
    for (const line of await gameText(backend, style)) view.line(line);
    for (const line of places(out)) view.line(line);
    return stopReason === 'aborted' ? ExitCode.INCOMPLETE : ExitCode.OK;
  } finally {
    view.end();
    interrupts.stop();
    await trainer.shutdown();
  }
}

/** Writing every game would take as long as playing it. */
function someGames(out: string): Tracker {
  const logger = new EpisodeLogger(out);
  return {
    log: async (_metrics, { step, episodes }) => {
      if (step % GAMES_EVERY === 0)
        await logger.logEpisodes(episodes, { step, mode: 'train', epoch: 0 });
    },
  };
}

function introduction(style: Style, shown: number, games: number): string[] {
  return [
    style.bold('A small language model learns to cross a frozen lake'),
    '',
    ...lakeRows(style).map((row) => `  ${row}`),
    '',
    'It reads the letter of its cell and writes L, D, R or U, up to 8 times, from any of 11 cells. G is the',
    'goal and rewarded by 1; O is a hole, and the end. Its weights are random. The warm-up shows it',
    `${shown} games of uniformly random legal moves, so that it knows what a move is; nothing else.`,
    `Then it plays ${games} games an update, most of them from where it still fails: the reward may fall for a while.`,
    '',
  ];
}

function summary(
  view: LakeView,
  style: Style,
  {
    updates,
    games,
    seconds,
  }: { readonly updates: number; readonly games: number; readonly seconds: number },
): string[] {
  const from = (won: number | null) => `${won ?? '?'} of 11 starts`;
  return [
    '',
    `The likeliest moves led to the goal from ${style.bad(from(view.wonAfter(0)))} before the training,`,
    `and from ${style.good(from(view.won))} after ${updates} updates, ${games} games and ${seconds.toFixed(0)} seconds.`,
    '',
  ];
}

function places(out: string): string[] {
  const folder = relative(process.cwd(), out) || '.';
  return [
    '',
    `Run folder   ${folder}  (metrics.jsonl: a line of numbers an update)`,
    `Games        ${join(folder, 'episodes')}  (those of every 10th update: a JSON file each, with tokens and log-probabilities)`,
    `TensorBoard  tensorboard --logdir ${join(folder, 'tensorboard')}`,
    'The code     examples/frozen-lake; every estimator side by side: upperhand demo estimators',
  ];
}

/** `20261129-235900` */
function timeName(now: Date): string {
  return now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}
