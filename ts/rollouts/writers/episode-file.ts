import { checkOptions } from '../../errors/check-options.ts';
import { messageOf } from '../../errors/message-of.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { type OnWarning, warnOnce } from '../../errors/warning.ts';
import { besideFiles, nodeFs } from '../../platform/node-fs.ts';
import type { EpisodeBatch, EpisodeSink } from '../../tracking/episode-sink.ts';
import { WorkQueue } from '../../tracking/work-queue.ts';
import type { Episode } from '../../types/episode.ts';
import { episodeLine } from './episode-line.ts';
import { findEnd } from './find-end.ts';
import type { LineFields } from './line-fields.ts';

const WHAT = 'a file of episodes';

type WrittenEpisode = Episode & LineFields;
type FileHandle = Awaited<ReturnType<ReturnType<typeof nodeFs>['open']>>;

export interface EpisodeFileOptions {
  /** True: what was written would outlive a loss of power when `write` resolves. Default: when `close` does. */
  readonly sync?: boolean;
  /** Called when a torn end had to be cut off. Default: printed. */
  readonly onWarning?: OnWarning;
}

/**
 * A file of episodes in this package's own format, a line each (see `episodeLine`), to which episodes are added. All that was
 * written when the process ends stays: at worst the last line is torn, which `open` cuts off, and says so. A write that fails
 * leaves nothing of its lines. One process writes to it at a time.
 *
 * @example
 * const file = await EpisodeFile.open('runs/example/episodes.jsonl');
 * await file.write([createEpisode({ id: 'sum:0' })], { step: 1, split: 'train' });
 * await file.close();
 */
export class EpisodeFile implements EpisodeSink {
  readonly path: string;
  /** Bytes of a torn last line that were cut off when the file was opened. */
  readonly cutBytes: number;
  readonly #file: FileHandle;
  readonly #sync: boolean;
  readonly #work = new WorkQueue();
  /** Where the last whole line ends. */
  #end: number;
  /** Whether more than whole lines may stand in it. */
  #isTorn = false;
  #isClosed = false;

  private constructor(
    path: string,
    file: FileHandle,
    end: { readonly whole: number; readonly cut: number },
    sync: boolean,
  ) {
    this.path = path;
    this.cutBytes = end.cut;
    this.#file = file;
    this.#end = end.whole;
    this.#sync = sync;
  }

  /**
   * Opens a file to add episodes to it, and makes it and its folders where there is none.
   *
   * @throws UpperhandError `rollout-file` for a file that holds something else, which is left as it is, and one that cannot be
   *   opened; `no-file-system` in a browser; `invalid-argument`
   */
  static async open(path: string, options: EpisodeFileOptions = {}): Promise<EpisodeFile> {
    if (typeof path !== 'string' || path === '') refuse('path', 'the path of a file', path);
    checkOptions(options, { sync: true, onWarning: true });
    const { sync = false, onWarning = warnOnce } = options;
    const { mkdir, open } = nodeFs(WHAT);
    const folder = besideFiles('node:path', WHAT).dirname(path);
    let file: FileHandle | undefined;
    try {
      await mkdir(folder, { recursive: true });
      file = await open(path, 'a+');
      const end = await findEnd(file, path);
      if (end.cut > 0) {
        await file.truncate(end.whole);
        const message = `${path}: cut ${end.cut} bytes off its end, of a line that was not written to its end`;
        onWarning({ kind: 'torn-line-cut', message });
      }
      if (end.lacksLineEnd) {
        await file.appendFile('\n');
        end.whole++;
      }
      if (sync) await syncBoth(file, folder);
      return new EpisodeFile(path, file, end, sync);
    } catch (error) {
      await file?.close().catch(() => {});
      throw failure(path, 'opened', error);
    }
  }

  /**
   * Adds episodes, a line each, all of them or none; one batch after the other, also when it is not waited for.
   *
   * @throws UpperhandError `invalid-argument` for what is no episode, before anything is written; `rollout-file` when writing
   *   fails, or the file was closed
   */
  async write(
    episodes: WrittenEpisode | readonly WrittenEpisode[],
    fields: LineFields = {},
  ): Promise<void> {
    const list: readonly WrittenEpisode[] = Array.isArray(episodes) ? episodes : [episodes];
    const lines = list.map((episode) => episodeLine(episode, fields)).join('');
    await this.#work.run(() => this.#append(new TextEncoder().encode(lines)));
  }

  /** As a sink of a run's episodes. */
  logEpisodes(episodes: readonly Episode[], { step, mode }: EpisodeBatch): Promise<void> {
    return this.write(episodes, { step, split: mode });
  }

  /** Waits for all writes, and for the disk. Closed again, it does nothing. */
  async close(): Promise<void> {
    await this.#work.run(async () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      try {
        if (this.#isTorn) await this.#file.truncate(this.#end);
        await this.#file.sync();
      } catch (error) {
        throw failure(this.path, 'closed', error);
      } finally {
        await this.#file.close();
      }
    });
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) throw failure(this.path, 'written to', 'it was closed');
    try {
      if (this.#isTorn) await this.#file.truncate(this.#end);
      this.#isTorn = true;
      await this.#file.appendFile(bytes);
      if (this.#sync) await this.#file.datasync();
      this.#end += bytes.length;
      this.#isTorn = false;
    } catch (error) {
      throw failure(this.path, 'written to', error);
    }
  }
}

/** The name of a new file is in its folder, which not every system can sync. */
async function syncBoth(file: FileHandle, path: string): Promise<void> {
  await file.sync();
  const folder = await nodeFs(WHAT)
    .open(path, 'r')
    .catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function failure(path: string, what: string, error: unknown): UpperhandError {
  if (error instanceof UpperhandError) return error;
  const reason = typeof error === 'string' ? error : messageOf(error);
  const options = typeof error === 'string' ? undefined : { cause: error };
  return new UpperhandError('rollout-file', `${path} cannot be ${what}: ${reason}`, options);
}
