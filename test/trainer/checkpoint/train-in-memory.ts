import type { MemoryCheckpointStore } from '../../../ts/trainer/checkpoint/memory-checkpoint-store.ts';
import { makeTrainer } from '../make-trainer.ts';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Members of a backend that has checkpoints, and nothing in them. */
export const noBytes = { saveState: (): Uint8Array => bytes('state'), loadState: (): void => {} };

/** A run that keeps its checkpoints in memory. */
export function train(
  checkpointStore: MemoryCheckpointStore,
  { config = {}, ...options }: Parameters<typeof makeTrainer>[0] = {},
): ReturnType<typeof makeTrainer> {
  return makeTrainer({
    recording: { members: noBytes },
    checkpointStore,
    ...options,
    config: { ...config, trainer: { saveFreq: 1, ...config.trainer } },
  });
}
