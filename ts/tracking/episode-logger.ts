import { checkOptions } from '../errors/check-options.ts';
import { messageOf } from '../errors/message-of.ts';
import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { checkCount } from '../types/check.ts';
import type { Episode } from '../types/episode.ts';
import { checkPath } from './check-path.ts';
import type { EpisodeBatch, EpisodeSink } from './episode-sink.ts';
import { StepFolder, stepFolderName } from './step-folder.ts';
import { WorkQueue } from './work-queue.ts';

/** Failures that the error names; more are counted. */
const MOST_NAMED = 3;

/**
 * Writes each episode to a JSON file of its own, and a summary of each batch, in the folders and with the names that
 * rLLM gives them:
 *
 *     {folder}/episodes/train_step_3_epoch_0/episode_hash945603a8_idtask_0.json
 *     {folder}/episodes/train_step_3_epoch_0/batch_summary.json
 *
 * The same id and task in the same step replace the file; different ids never do, whatever they are made of. Files are
 * whole at any time. `batch_summary.json` counts all episodes of its folder that this logger wrote, so that several
 * batches of one step, as in validation, add up. NaN and infinities stand bare in the files, as Python writes and
 * reads them.
 *
 * Source: rLLM's `EpisodeLogger`. There ids that differ in `:` and `/` alone overwrite each other, and so do the
 * summaries of a step.
 *
 * @throws UpperhandError `episode-log` when episodes could not be written, all others are there then; `no-file-system`
 *   in a browser; `invalid-argument` for a mode, step or epoch that is none
 * @example
 * const logger = new EpisodeLogger('logs/first');
 * const episode = createEpisode({ id: 'task:0', task: 'plain' });
 * await logger.logEpisodes([episode], { step: 3, mode: 'train', epoch: 0 });
 */
export class EpisodeLogger implements EpisodeSink {
  readonly #folder: string;
  /** The folder written to last, by mode. */
  readonly #folders = new Map<string, StepFolder>();
  readonly #batches = new WorkQueue();

  /** @param baseDir - `rllm.episode_logging.episode_log_dir` */
  constructor(baseDir: string, options: { readonly subdirectory?: string } = {}) {
    checkPath('baseDir', baseDir);
    checkOptions(options, { subdirectory: true });
    const { subdirectory = 'episodes' } = options;
    checkPath('subdirectory', subdirectory);
    this.#folder = `${baseDir}/${subdirectory}`;
  }

  /** Writes one batch after the other, also when it is not waited for. */
  logEpisodes(episodes: readonly Episode[], batch: EpisodeBatch): Promise<void> {
    return this.#batches.run(() => this.#write(episodes, batch));
  }

  async #write(episodes: readonly Episode[], batch: EpisodeBatch): Promise<void> {
    checkBatch(batch);
    if (episodes.length === 0) return;
    const folder = await this.#open(batch);
    const failures: { readonly id: string; readonly error: unknown }[] = [];
    for (const episode of episodes) {
      await folder
        .write(episode)
        .catch((error: unknown) => failures.push({ id: episode.id, error }));
    }
    const lost = failures.length;
    if (lost < episodes.length) {
      await folder
        .writeSummary()
        .catch((error: unknown) => failures.push({ id: 'batch_summary.json', error }));
    }
    if (failures.length === 0) return;
    const named = failures
      .slice(0, MOST_NAMED)
      .map(({ id, error }) => `"${id}": ${messageOf(error)}`);
    const more = failures.length > MOST_NAMED ? ` and ${failures.length - MOST_NAMED} more` : '';
    const what = lost > 0 ? `${lost} of ${episodes.length} episodes were` : 'the summary was';
    throw new UpperhandError(
      'episode-log',
      `${what} not written to ${folder.path}: ${named.join('; ')}${more}`,
      { cause: failures[0]?.error },
    );
  }

  async #open(batch: EpisodeBatch): Promise<StepFolder> {
    const path = `${this.#folder}/${stepFolderName(batch)}`;
    const before = this.#folders.get(batch.mode);
    if (before?.path === path) return before;
    const folder = await StepFolder.open(path, batch).catch((error: unknown) => {
      if (error instanceof UpperhandError) throw error;
      throw new UpperhandError('episode-log', `${path} cannot be made: ${messageOf(error)}`, {
        cause: error,
      });
    });
    this.#folders.set(batch.mode, folder);
    return folder;
  }
}

/** They become part of a path. */
function checkBatch({ mode, step, epoch }: EpisodeBatch): void {
  if (mode !== 'train' && mode !== 'val') refuse('mode', "'train' or 'val'", mode);
  checkCount('step', step);
  checkCount('epoch', epoch);
}
