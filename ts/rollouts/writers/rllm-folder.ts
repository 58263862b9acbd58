import type { EpisodeBatch } from '../../tracking/episode-sink.ts';
import { StepFolder, stepFolderName } from '../../tracking/step-folder.ts';
import type { Episode } from '../../types/episode.ts';
import type { Step } from '../../types/step.ts';
import type { RolloutRow } from '../row.ts';

/** What rLLM's files could not take as it was. */
export interface RllmLosses {
  /** Trajectories that were left out: rLLM takes the reward of the last step where there is none, and missing is not 0. */
  unscored: number;
  /** Episodes that got another id, since theirs was taken in its step. */
  renamed: number;
  /** Steps with token ids, log probabilities, an advantage or a version of the weights. */
  bareSteps: number;
  /** Episodes without a step, which are of step 0, … */
  stepless: number;
  /** … and without a part of the data, which are of `train`: names of rLLM's folders have both. */
  splitless: number;
}

/**
 * A folder of episodes as rLLM's EpisodeLogger writes them, `episodes/train_step_3_epoch_0/episode_hash…_id….json`, of
 * rollouts that were read from other files. What is compared with each other stays the same: an id is group and attempt, and
 * a step or a split that the names of folders cannot tell goes before the group.
 */
export class RllmFolder {
  readonly losses: RllmLosses = {
    unscored: 0,
    renamed: 0,
    bareSteps: 0,
    stepless: 0,
    splitless: 0,
  };
  /** Files that were written. */
  episodes = 0;
  readonly #path: string;
  readonly #steps = new Map<string, { readonly folder: StepFolder; readonly ids: Set<string> }>();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Writes an episode: a file for each group that its trajectories are of, which is one in most formats.
   *
   * @param rows - of its trajectories, in their order
   * @returns how many trajectories were written
   */
  async write(episode: Episode, rows: readonly RolloutRow[]): Promise<number> {
    const groups = new Map<string, { row: RolloutRow; trajectories: Episode['trajectories'] }>();
    for (const [i, row] of rows.entries()) {
      const trajectory = episode.trajectories[i];
      if (!trajectory) continue;
      if (row.reward === null) {
        this.losses.unscored++;
        continue;
      }
      this.losses.bareSteps += trajectory.steps.filter(isMoreThanText).length;
      const key = JSON.stringify([row.set, row.group]);
      const group = groups.get(key) ?? { row, trajectories: [] };
      groups.set(key, group);
      group.trajectories.push(trajectory);
    }
    let written = 0;
    for (const { row, trajectories } of groups.values()) {
      await this.#writeOne({ ...episode, trajectories }, row);
      written += trajectories.length;
    }
    return written;
  }

  /** Writes the summaries of the steps. */
  async finish(): Promise<void> {
    for (const { folder } of this.#steps.values()) await folder.writeSummary();
  }

  async #writeOne(episode: Episode, row: RolloutRow): Promise<void> {
    const { batch, prefix } = placeOf(row);
    const { folder, ids } = await this.#open(batch);
    const id = idOf(prefix, row);
    let free = id;
    for (let n = 2; ids.has(free); n++) free = `${id}~${n}`;
    if (free !== id) this.losses.renamed++;
    await folder.write({ ...episode, id: free });
    ids.add(free);
    this.episodes++;
    if (row.step === undefined) this.losses.stepless++;
    if (row.split === undefined) this.losses.splitless++;
  }

  async #open(batch: EpisodeBatch): Promise<{ folder: StepFolder; ids: Set<string> }> {
    const name = stepFolderName(batch);
    const open = this.#steps.get(name) ?? {
      folder: await StepFolder.open(`${this.#path}/episodes/${name}`, batch),
      ids: new Set<string>(),
    };
    this.#steps.set(name, open);
    return open;
  }
}

function placeOf({ step, split }: RolloutRow): { batch: EpisodeBatch; prefix: string } {
  const number = Number(step ?? 0);
  const isStep = step !== '' && Number.isSafeInteger(number) && number >= 0;
  const isKnown = split === undefined || split === 'train' || split === 'val';
  return {
    batch: {
      step: isStep ? number : 0,
      mode: split === undefined || split === 'train' ? 'train' : 'val',
      epoch: 0,
    },
    prefix: `${isStep ? '' : `step ${step}/`}${isKnown ? '' : `${split}/`}`,
  };
}

/** Cut at its last colon it gives the group again. */
function idOf(prefix: string, { group, rolloutIndex, line, item }: RolloutRow): string {
  const place = item === undefined ? `line-${line}` : `line-${line}-${item}`;
  return `${prefix}${group}:${(rolloutIndex ?? place).replaceAll(':', '_')}`;
}

function isMoreThanText(step: Step): boolean {
  const { promptIds, responseIds, logprobs, advantage, weightVersion } = step;
  return (
    promptIds.length + responseIds.length + logprobs.length > 0 ||
    advantage !== null ||
    weightVersion !== null
  );
}
