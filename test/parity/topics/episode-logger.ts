import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EpisodeLogger } from '../../../ts/tracking/episode-logger.ts';
import { createEpisode } from '../../../ts/types/episode.ts';
import type { AsyncTopic } from '../topic.ts';

/** Hashes of tasks, names of files and folders, and the keys of an episode's file, all as they are on the disk. */
export const episodeLogger: AsyncTopic = {
  name: 'episode_logger',

  async run(record) {
    const folder = await mkdtemp(join(tmpdir(), 'upperhand-parity-'));
    try {
      const episode = createEpisode({ id: record.episode_id as string, task: record.task });
      await new EpisodeLogger(folder).logEpisodes([episode], { step: 3, mode: 'val', epoch: 2 });
      const [stepFolder = ''] = await readdir(join(folder, 'episodes'));
      const summary = await readJson(folder, 'episodes', stepFolder, 'batch_summary.json');
      const [filename = ''] = summary.episode_files as string[];
      const written = await readJson(folder, 'episodes', stepFolder, filename);
      const actual = {
        task_hash: written.task_hash,
        filename,
        step_dir: stepFolder,
        keys: Object.keys(written),
        written_as: filename,
      };
      return { expected: record.expect, actual };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function readJson(...path: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(...path), 'utf8'));
}
