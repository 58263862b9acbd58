import { episodeMetrics } from '../episode-metrics.ts';
import { warnOfLostEpisodes } from '../episode-warnings.ts';
import { playTasks } from '../play-tasks.ts';
import type { Run } from '../run.ts';

/** Stage 1: plays every task of the batch, and takes the metrics of its episodes. */
export async function generateEpisodes(run: Run, tasks: readonly unknown[]): Promise<void> {
  const { state, onWarning } = run;
  state.episodes = await playTasks(run, tasks, { mode: 'train', firstTask: 0 });
  if (!state.hasEpisodes) return;
  Object.assign(state.metrics, episodeMetrics(state.episodes, onWarning));
  warnOfLostEpisodes(state.episodes, onWarning);
}
