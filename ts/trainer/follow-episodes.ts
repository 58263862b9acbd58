import type { Episode } from '../types/episode.ts';
import { placeOf, type Run } from './run.ts';

/** Reports the episodes of a batch as they come in. */
export function followEpisodes(
  run: Run,
  mode: 'train' | 'val',
  total: number,
): (episode: Episode) => void {
  const begun = performance.now();
  let done = 0;
  let rewards = 0;
  let rewarded = 0;
  let correct = 0;
  return (episode) => {
    done++;
    if (episode.isCorrect) correct++;
    for (const { reward } of episode.trajectories) {
      if (reward === null) continue;
      rewards += reward;
      rewarded++;
    }
    const seconds = (performance.now() - begun) / 1000;
    run.report({
      type: 'episodes',
      mode,
      done,
      total,
      meanReward: rewarded === 0 ? null : rewards / rewarded,
      correct: correct / done,
      perSecond: seconds === 0 ? 0 : done / seconds,
      ...placeOf(run.state),
    });
  };
}
