import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { lineOf } from '../../rollouts/writers/episode-line.ts';
import { RllmFolder } from '../../rollouts/writers/rllm-folder.ts';
import type { RowedEpisode } from '../../rollouts/writers/rowed-episodes.ts';
import { besideName, FileSink } from '../file-sink.ts';
import { counted } from '../inspect/cells.ts';
import type { Io } from '../io.ts';
import { cannotWrite, findOutPlace } from '../out-place.ts';
import { type Sink, StreamSink } from '../sink.ts';

/** Where converted episodes go. */
export interface Target {
  /** For people. */
  readonly name: string;
  /** Written so far. */
  readonly rollouts: number;
  readonly episodes: number;
  /** What it returns has to be awaited. */
  write(rowed: RowedEpisode): Promise<void> | undefined;
  finish(): Promise<void>;
  /** What was written is taken away, but for what lies among other files. */
  abandon(): Promise<void>;
  /** What the format could not hold, as sentences. */
  losses(): readonly string[];
}

/** @throws UpperhandError `rollout-file` when it cannot be opened */
export async function openTarget(
  path: string,
  format: 'upperhand' | 'rllm',
  io: Io,
): Promise<Target> {
  if (format === 'rllm') return RllmTarget.create(path);
  const sink: Sink =
    path === '-' ? new StreamSink(io.stdout) : await FileSink.create(await findOutPlace(path));
  return new LinesTarget(path === '-' ? 'standard output' : path, sink);
}

class LinesTarget implements Target {
  readonly name: string;
  rollouts = 0;
  episodes = 0;
  readonly #sink: Sink;

  constructor(name: string, sink: Sink) {
    this.name = name;
    this.#sink = sink;
  }

  write({ episode }: RowedEpisode): Promise<void> | undefined {
    const isFull = this.#sink.write(lineOf(episode));
    this.rollouts += episode.trajectories.length;
    this.episodes++;
    return isFull ? this.#sink.flush() : undefined;
  }

  finish(): Promise<void> {
    return this.#sink.finish();
  }

  abandon(): Promise<void> {
    return this.#sink.abandon();
  }

  losses(): readonly string[] {
    return [];
  }
}

/** A new folder is there completely or not at all; where one is that holds files, they are written among them. */
class RllmTarget implements Target {
  readonly name: string;
  rollouts = 0;
  readonly #folder: RllmFolder;
  readonly #written: string;
  readonly #isNew: boolean;

  private constructor(path: string, written: string, isNew: boolean) {
    this.name = path;
    this.#isNew = isNew;
    this.#written = written;
    this.#folder = new RllmFolder(written);
  }

  static async create(path: string): Promise<RllmTarget> {
    try {
      const place = path.replace(/[/\\]+$/, '') || path;
      const held = await readdir(place).catch(missing);
      if (held.length > 0) return new RllmTarget(path, place, false);
      const written = besideName(place);
      await mkdir(written);
      return new RllmTarget(path, written, true);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  get episodes(): number {
    return this.#folder.episodes;
  }

  async write({ episode, rows }: RowedEpisode): Promise<void> {
    try {
      this.rollouts += await this.#folder.write(episode, rows);
    } catch (error) {
      if (error instanceof RangeError || error instanceof UpperhandError) throw error;
      throw cannotWrite(this.name, error);
    }
  }

  async finish(): Promise<void> {
    try {
      await this.#folder.finish();
      if (!this.#isNew) return;
      await rmdir(this.name).catch(missing);
      await rename(this.#written, this.name);
    } catch (error) {
      throw cannotWrite(this.name, error);
    }
  }

  async abandon(): Promise<void> {
    if (this.#isNew) await rm(this.#written, { recursive: true, force: true });
  }

  losses(): readonly string[] {
    const { unscored, renamed, bareSteps, stepless, splitless } = this.#folder.losses;
    const all: [number, string][] = [
      [
        unscored,
        `left out: ${counted(unscored, 'rollouts')} without a reward, where rLLM would read one of 0`,
      ],
      [renamed, `${counted(renamed, 'episodes')} got another id, as theirs was taken in its step`],
      [stepless, `${counted(stepless, 'episodes')} without a step are of step 0 now; ${needed}`],
      [splitless, `${counted(splitless, 'episodes')} without a split are of train now; ${needed}`],
      [
        bareSteps,
        `${counted(bareSteps, 'steps')} lost token ids, log probabilities, advantages or versions of their weights, which rLLM's episode files do not hold`,
      ],
    ];
    return all.flatMap(([times, text]) => (times > 0 ? [text] : []));
  }
}

const needed = "rLLM's folders are named after both";

function missing(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
