import { besideFiles, nodeFs } from '../platform/node-fs.ts';
import { readJsonValues } from '../rollouts/json-values.ts';
import { getOwn } from '../rollouts/record.ts';
import type { Episode } from '../types/episode.ts';
import { episodeFileNames } from './episode-file-name.ts';
import { episodeRecord } from './episode-record.ts';
import type { EpisodeBatch } from './episode-sink.ts';
import { pythonJson } from './python-json.ts';
import { writeAtomically } from './write-atomically.ts';

const HASH_DIGITS = 8;

type Sha256 = (text: string) => string;

/** The folder of the episodes of one step. */
export class StepFolder {
  readonly path: string;
  readonly #batch: EpisodeBatch;
  readonly #sha256: Sha256;
  /** Ids by file name, folded at least as far as by file systems that take `A` for `a`, `ς` for `σ`, `ß` for `ss`. */
  readonly #owners = new Map<string, string>();
  /** What the summary counts, by file name. */
  readonly #written = new Map<string, { isCorrect: boolean; trajectories: number }>();

  private constructor(path: string, batch: EpisodeBatch, sha256: Sha256) {
    this.path = path;
    this.#batch = batch;
    this.#sha256 = sha256;
  }

  static async open(path: string, batch: EpisodeBatch): Promise<StepFolder> {
    const { mkdir } = nodeFs('the episode logger');
    const { createHash } = besideFiles('node:crypto', 'the episode logger');
    await mkdir(path, { recursive: true });
    return new StepFolder(path, batch, (text) => createHash('sha256').update(text).digest('hex'));
  }

  async write(episode: Episode): Promise<void> {
    const taskHash = this.#sha256(taskText(episode.task)).slice(0, HASH_DIGITS);
    const text = pythonJson(episodeRecord(episode, this.#batch, taskHash), { indent: 2 });
    const name = await this.#nameFor(episode.id, taskHash);
    await writeAtomically(`${this.path}/${name}`, `${text}\n`);
    const { isCorrect, trajectories } = episode;
    this.#written.set(name, { isCorrect, trajectories: trajectories.length });
  }

  /** Of all episodes that were written to this folder. */
  async writeSummary(): Promise<void> {
    const entries = [...this.#written.values()];
    const correct = entries.filter(({ isCorrect }) => isCorrect).length;
    const trajectories = entries.reduce((total, entry) => total + entry.trajectories, 0);
    const { step, epoch, mode } = this.#batch;
    const summary = {
      training_step: step,
      epoch,
      mode,
      num_episodes: entries.length,
      episode_files: [...this.#written.keys()],
      summary_stats: {
        total_correct: correct,
        total_incorrect: entries.length - correct,
        accuracy: correct / entries.length,
        avg_trajectories_per_episode: trajectories / entries.length,
      },
    };
    const text = pythonJson(summary, { indent: 2 });
    await writeAtomically(`${this.path}/batch_summary.json`, `${text}\n`);
  }

  async #nameFor(id: string, taskHash: string): Promise<string> {
    for (const name of episodeFileNames(taskHash, id, this.#sha256)) {
      const folded = name.toLowerCase().toUpperCase().normalize('NFC');
      const owner = this.#owners.get(folded) ?? (await this.#ownerOnDisk(name)) ?? id;
      this.#owners.set(folded, owner);
      if (owner === id) return name;
    }
    throw new Error('unreachable: there is always another name');
  }

  /** The id of the episode that an earlier process left under this name; undefined when there is none. */
  async #ownerOnDisk(name: string): Promise<string | undefined> {
    const { readFile } = nodeFs('the episode logger');
    const text = await readFile(`${this.path}/${name}`, 'utf8').catch(() => '');
    const id = getOwn(readJsonValues(text).values[0], 'episode_id');
    return typeof id === 'string' ? id : undefined;
  }
}

/** What is hashed of a task. */
export function taskText(task: unknown): string {
  return pythonJson(task, { sortKeys: true });
}

/** `train_step_3_epoch_0` */
export function stepFolderName({ step, mode, epoch }: EpisodeBatch): string {
  return `${mode}_step_${step}_epoch_${epoch}`;
}
