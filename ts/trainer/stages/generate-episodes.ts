import { episodeMetrics } from '../episode-metrics.ts';
import { playTasks } from '../play-tasks.ts';
import type { Run } from '../run.ts';

/** Stage 1: plays every task of the batch, and takes the metrics of its episodes. */
export async function generateEpisodes(run: Run, tasks: readonly unknown[]): Promise<void> {
  const { state, onWarning } = run;
  state.episodes = await playTasks(run, tasks, { mode: 'train', firstTask: 0 });
  if (state.hasEpisodes) Object.assign(state.metrics, episodeMetrics(state.episodes, onWarning));
}
