import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';
import { checkCount } from '../types/check.ts';
import { checkPath } from './check-path.ts';
import { ConsoleTracker } from './console-tracker.ts';
import { FileTracker } from './file-tracker.ts';
import { GuardedTracker } from './guarded-tracker.ts';
import { TensorBoardTracker } from './tensorboard/tensorboard-tracker.ts';
import type { TrackedStep, Tracker } from './tracker.ts';
import { resolveTrackers, tensorBoardFolder, type WrittenTracker } from './tracker-names.ts';

export interface TrackingOptions {
  /** `trainer.logger`: one name or several of rLLM's. Default `['console']`. */
  readonly logger?: string | readonly string[];
  /** `trainer.project_name`; for the sentence that says how to bring metrics elsewhere. Default `'rllm-training'`. */
  readonly projectName?: string;
  /** `trainer.experiment_name`, for the same. Default `'default'`. */
  readonly experimentName?: string;
  /** Where `file` writes `metrics.jsonl` and `tensorboard` its folder `tensorboard`. Default null: they are refused. */
  readonly runFolder?: string | null;
  /** Trackers of your own, after those. */
  readonly trackers?: readonly Tracker[];
  /** What `console` prints with. Default `console.log`. */
  readonly print?: (line: string) => void;
  /** Seconds that a tracker may take for a step, and to finish. Default 30. */
  readonly timeout?: number;
  readonly onWarning?: OnWarning;
}

const optionNames: OptionNames<TrackingOptions> = {
  logger: true,
  projectName: true,
  experimentName: true,
  runFolder: true,
  trackers: true,
  print: true,
  timeout: true,
  onWarning: true,
};

/**
 * All trackers of a run as one. Written are `console`, `file` (see {@link FileTracker}), `tensorboard` (see
 * {@link TensorBoardTracker}) and trackers of your own. The other names that rLLM knows (`wandb`, `mlflow`, `swanlab`,
 * `vemlp_wandb`, `clearml`, `trackio`, `ui`, and `tracking`, its old name of wandb) are taken too: one of the former is
 * written instead, and a warning `tracker-replaced` says how to bring that there.
 *
 * A tracker that throws, rejects or hangs stops neither the run nor the others: it gives one warning `tracker-failed`,
 * and `lost` counts the steps that it did not take.
 *
 * Source: rLLM's `Tracking`.
 *
 * @throws UpperhandError `invalid-argument` for a name that there is not, with the one that was meant, for a tracker of
 *   your own without `log`, and for `file` and `tensorboard` without `runFolder`
 * @example
 * const lines: string[] = [];
 * const tracking = new Tracking({ print: (line) => lines.push(line) });
 * await tracking.log({ 'reward/solver/mean': 0.5 }, { step: 1, episodes: [], groups: [] });
 * await tracking.finish();
 * lines; // ['step:1 - reward/solver/mean:0.5']
 */
export class Tracking implements Tracker {
  readonly name = 'tracking';
  readonly #trackers: readonly GuardedTracker[];
  #finished: Promise<void> | null = null;

  constructor(options: TrackingOptions = {}) {
    checkOptions(options, optionNames);
    const { logger = ['console'], trackers = [], timeout = 30, onWarning = warnOnce } = options;
    const { projectName = 'rllm-training', experimentName = 'default', runFolder = null } = options;
    if (!(typeof timeout === 'number' && timeout > 0))
      refuse('timeout', 'seconds above 0', timeout);
    const names = typeof logger === 'string' ? [logger] : logger;
    if (!Array.isArray(names)) refuse('trainer.logger', 'names of trackers', logger);
    if (runFolder !== null) checkPath('runFolder', runFolder);
    if (!Array.isArray(trackers)) refuse('trackers', 'an array', trackers);
    const resolved = resolveTrackers(names, { projectName, experimentName, runFolder });
    const made = [
      ...resolved.written.map((name) => makeTracker(name, runFolder, options)),
      ...trackers.map(checkTracker),
    ];
    const guard = (tracker: Tracker, i: number): GuardedTracker => {
      const name = tracker.name ?? `trackers[${i - resolved.written.length}]`;
      return new GuardedTracker(name, tracker, timeout, onWarning);
    };
    this.#trackers = made.map(guard);
    if (resolved.notice !== null)
      onWarning({ kind: 'tracker-replaced', message: resolved.notice, places: resolved.replaced });
  }

  /** Steps that a tracker did not take, by its name; those that took all are left out. */
  get lost(): Readonly<Record<string, number>> {
    const lost: Record<string, number> = {};
    for (const tracker of this.#trackers) {
      if (tracker.lost > 0) lost[tracker.name] = (lost[tracker.name] ?? 0) + tracker.lost;
    }
    return lost;
  }

  /** Resolves when every tracker has taken the step, failed, or run out of time. After `finish` nothing is taken. */
  async log(metrics: Readonly<Record<string, number>>, step: TrackedStep): Promise<void> {
    if (this.#finished) {
      for (const tracker of this.#trackers) tracker.lost++;
      return;
    }
    await Promise.all(this.#trackers.map((tracker) => tracker.log(metrics, step)));
  }

  /** The most that any tracker has of that step; null: none of them knows. */
  async loggedBefore(step: number): Promise<number | null> {
    const counts = await Promise.all(this.#trackers.map((tracker) => tracker.loggedBefore(step)));
    const known = counts.filter((count) => count !== null);
    return known.length === 0 ? null : Math.max(...known);
  }

  /** To be called before the first step: the run goes on from that one; 0 when it starts anew. */
  async resumeFrom(step: number, logs?: number): Promise<void> {
    checkCount('step', step);
    await Promise.all(this.#trackers.map((tracker) => tracker.resumeFrom(step, logs)));
  }

  /** Ends all trackers; only the first call does. */
  finish(): Promise<void> {
    this.#finished ??= Promise.all(this.#trackers.map((tracker) => tracker.finish())).then(
      () => {},
    );
    return this.#finished;
  }
}

function makeTracker(
  name: WrittenTracker,
  runFolder: string | null,
  { print, onWarning }: TrackingOptions,
): Tracker {
  if (name === 'console') return new ConsoleTracker(print);
  if (runFolder === null) {
    throw new UpperhandError(
      'invalid-argument',
      `the tracker "${name}" writes files; runFolder must say where to`,
    );
  }
  if (name === 'tensorboard') return new TensorBoardTracker(tensorBoardFolder(runFolder));
  return new FileTracker(runFolder, onWarning ? { onWarning } : {});
}

function checkTracker(tracker: unknown, i: number): Tracker {
  const { log, finish, resumeFrom, loggedBefore } = (tracker ?? {}) as Partial<
    Record<keyof Tracker, unknown>
  >;
  if (typeof log !== 'function')
    refuse(`trackers[${i}]`, 'an object with log(metrics, step)', tracker);
  for (const [name, member] of Object.entries({ finish, resumeFrom, loggedBefore })) {
    if (member !== undefined && typeof member !== 'function')
      refuse(`trackers[${i}].${name}`, 'a function', member);
  }
  return tracker as Tracker;
}
