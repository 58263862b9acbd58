import { namingOf } from '../../config/field-names.ts';
import type { OnWarning } from '../../errors/warning.ts';
import { nodeModule } from '../../platform/node-module.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import type { Backend } from '../backend.ts';
import type { TrainerState } from '../trainer-state.ts';
import { agreementOf } from './agreement.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import { Checkpoints, type SavingBackend } from './checkpoints.ts';
import type { CountedTracker } from './counted-tracker.ts';
import { FileCheckpointStore } from './file-checkpoint-store.ts';

interface Sources {
  readonly backend: Backend;
  readonly state: TrainerState;
  readonly config: TrainerConfig;
  /** Tasks of the training set, as far as that is known. */
  readonly tasks: number | null;
  readonly tracking: CountedTracker;
  readonly checkpointStore: CheckpointStore | undefined;
  readonly runFolder: string;
  readonly onWarning: OnWarning;
}

/**
 * The checkpoints of a run; null when there are none: the backend has no state that could be saved, or there is nowhere
 * to save it.
 *
 * @throws UpperhandError `invalid-checkpoint` or `checkpoint-mismatch`
 */
export async function openCheckpoints(sources: Sources): Promise<Checkpoints | null> {
  const { backend, config, tasks, checkpointStore, runFolder, onWarning, ...rest } = sources;
  if (!canSave(backend)) return null;
  const { trainer } = config;
  if (!checkpointStore && !nodeModule('node:fs/promises')) {
    if (trainer.saveFreq > 0) {
      onWarning({
        kind: 'checkpoints-off',
        message:
          'no checkpoints are saved: this runtime has no files, and no checkpointStore was given',
      });
    }
    return null;
  }
  const target = checkpointStore ?? new FileCheckpointStore(trainer.defaultLocalDir ?? runFolder);
  return Checkpoints.open({
    ...rest,
    backend,
    config: trainer,
    naming: namingOf(config),
    agreement: agreementOf(config, backend, tasks),
    target,
    source: checkpointStore ?? sourceOf(target, trainer),
    onWarning,
  });
}

function canSave(backend: Backend): backend is SavingBackend {
  return backend.saveState !== undefined && backend.loadState !== undefined;
}

/** A path may lead to a checkpoint of another folder. */
function sourceOf(
  target: CheckpointStore,
  { resumeMode, resumeFromPath }: TrainerConfig['trainer'],
): CheckpointStore {
  const path = nodeModule('node:path');
  if (resumeMode !== 'resume_path' || resumeFromPath === null || !path) return target;
  const folder = path.dirname(resumeFromPath);
  if (path.resolve(folder) === path.resolve(target.place)) return target;
  return new FileCheckpointStore(folder);
}
