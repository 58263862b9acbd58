import { createEpisode, type Episode } from '../types/episode.ts';
import { describeError } from './error-details.ts';

/** An episode of which there is nothing but its end. */
export function ended(reason: 'error' | 'timeout', error?: unknown): Episode {
  const metadata = reason === 'error' ? { error: describeError(error) } : {};
  return createEpisode({ terminationReason: reason, metadata });
}
