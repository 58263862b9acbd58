import type { Episode } from '../types/episode.ts';

/** Which part of a run a batch of episodes belongs to. */
export interface EpisodeBatch {
  readonly step: number;
  readonly mode: 'train' | 'val';
  readonly epoch: number;
}

/** Keeps episodes, batch by batch: the episode logger, or one of your own. */
export interface EpisodeSink {
  logEpisodes(episodes: readonly Episode[], batch: EpisodeBatch): Promise<void>;
}
