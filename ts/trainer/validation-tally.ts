import { poolByRole } from '../advantage/pool-by-role.ts';
import { poolMetrics } from '../advantage/pool-metrics.ts';
import { warnNonFinite } from '../advantage/pool-warnings.ts';
import { Places } from '../errors/places.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Episode } from '../types/episode.ts';
import { taskId } from '../types/ids.ts';
import { TerminationReason } from '../types/termination-reason.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import { meanMetrics } from './episode-metrics.ts';
import { describeFailure } from './episode-warnings.ts';
import type { Run } from './run.ts';

/** What is kept of an episode; its tokens are not. */
type Kept = Pick<Episode, 'id' | 'isCorrect' | 'metrics'>;

/**
 * Adds up a validation, batch by batch, so that each number is about all episodes: a mean over batches of different
 * sizes would not be that of their rewards, and neither would a mean of their stds.
 */
export class ValidationTally {
  readonly #run: Run;
  readonly #rewards: Map<string, Float64Array[]> = new Map();
  readonly #sources: Map<string, Kept[]> = new Map();
  readonly #failed: Places = new Places('; ');
  #episodes = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Takes the episodes of a batch, and the groups that were made of them. */
  add(episodes: readonly Episode[], groups: readonly TrajectoryGroup[]): void {
    const { config, onWarning } = this.#run;
    const { pools } = poolByRole(groups, config.algorithm, false, onWarning, config.transform);
    warnNonFinite(pools, onWarning);
    for (const { role, rewards } of pools) append(this.#rewards, role, rewards.values);
    for (const { id, isCorrect, metrics, metadata, terminationReason } of episodes) {
      if (terminationReason === TerminationReason.ERROR)
        this.#failed.add(() => describeFailure({ id, metadata }));
      const source = String(metadata?.data_source ?? 'unknown');
      append(this.#sources, source, { id, isCorrect, metrics });
      this.#episodes++;
    }
  }

  /**
   * `val/reward/{role}/mean|std|max|min` over all rewards; `time/testing`; then for each data source
   * (`metadata.data_source` of the episodes, else `unknown`) `val/{source}/pass@1`, the share of episodes that are
   * correct, `val/{source}/pass@{n_val}`, the share of tasks with one, and `val/{source}/{metric}`, the mean.
   */
  metrics(seconds: number): Record<string, number> {
    const { config, onWarning } = this.#run;
    const metrics: Record<string, number> = {};
    const kernels = kernelsOr(undefined);
    const pools = [...this.#rewards].map(([role, batches]) => toPool(role, batches));
    for (const [key, value] of Object.entries(poolMetrics(pools, null, kernels)))
      metrics[`val/${key}`] = value;
    metrics['time/testing'] = seconds;
    const { nVal } = config.rollout;
    for (const source of [...this.#sources.keys()].sort()) {
      const episodes = this.#sources.get(source) as Kept[];
      metrics[`val/${source}/pass@1`] = share(episodes.map(({ isCorrect }) => isCorrect));
      // With one attempt the two are one key, and the share of episodes is what it means.
      if (nVal > 1) metrics[`val/${source}/pass@${nVal}`] = share(this.#solved(episodes));
      for (const [key, mean] of meanMetrics(episodes, onWarning))
        metrics[`val/${source}/${key}`] = mean;
    }
    if (this.#failed.count > 0) {
      onWarning({
        kind: 'episodes-failed',
        message: `${this.#failed.count} of ${this.#episodes} validation episodes ended with an error and count as wrong: ${this.#failed}`,
        places: this.#failed.names,
      });
    }
    return metrics;
  }

  /** By task, whether any attempt was right. */
  #solved(episodes: readonly Kept[]): boolean[] {
    const tasks = new Map<string, boolean>();
    for (const episode of episodes) {
      const task = taskId(episode, this.#run.config.transform);
      tasks.set(task, episode.isCorrect || tasks.get(task) === true);
    }
    return [...tasks.values()];
  }
}

function toPool(role: string, batches: readonly Float64Array[]) {
  const values = Float64Array.from(batches.flatMap((batch) => [...batch]));
  return {
    role,
    rewards: GroupedRewards.fromFlat(values, [0, values.length]),
    groupId: () => role,
    groups: [],
  };
}

function share(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length / flags.length;
}

function append<V>(map: Map<string, V[]>, key: string, value: V): void {
  const held = map.get(key);
  if (held) held.push(value);
  else map.set(key, [value]);
}
