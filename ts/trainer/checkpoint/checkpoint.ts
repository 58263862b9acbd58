import type { TrackerStates } from '../../advantage/tracked.ts';
import type { LoaderState } from '../../datasets/task-loader.ts';
import { refuse } from '../../errors/refuse.ts';
import type { RejectionState } from '../../grouping/rejection-state.ts';
import { checkArray, checkCount, checkRecord } from '../../types/check.ts';
import type { Agreement } from './agreement.ts';
import {
  type CheckpointFile,
  checksumOf,
  packCheckpoint,
  refuseCheckpoint,
  unpackCheckpoint,
} from './checkpoint-file.ts';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';

/** All of it, in sections with checksums. */
export const CHECKPOINT_FILE = 'checkpoint.bin';
/** What people want to know about it. */
export const DESCRIPTION_FILE = 'checkpoint.json';

/** What a run goes on from. */
export interface Checkpoint {
  /** What the trainer itself knows. */
  readonly trainer: TrainerPart;
  readonly rejection: RejectionState;
  /** The entries of the store that workflows share; null when it is not the one in memory. */
  readonly store: ReadonlyMap<string, unknown> | null;
  /** What the backend's `saveState` gave: policy, optimizer, random numbers. */
  readonly backend: Uint8Array;
}

export interface TrainerPart {
  /** The last step that was done. */
  readonly globalStep: number;
  readonly epoch: number;
  readonly weightVersion: number;
  /** How often trackers were given something of that step: its metrics, and those of a validation after it. */
  readonly logs: number;
  /** Null when the backend brings a loader whose place cannot be told. */
  readonly loader: LoaderState | null;
  /** Absent where no estimator remembers anything. */
  readonly trackers?: TrackerStates;
  readonly agreement: Agreement;
}

/** The files of a checkpoint. */
export function checkpointFiles(checkpoint: Checkpoint): Record<string, Uint8Array> {
  const { trainer, rejection, store, backend } = checkpoint;
  const bytes = packCheckpoint(trainer.globalStep, {
    trainer: encodeValue(trainer, 'the state of the trainer'),
    rejection: encodeValue(rejection, 'state.rsState'),
    store: encodeValue(store, 'the store'),
    backend,
  });
  return {
    [CHECKPOINT_FILE]: bytes,
    [DESCRIPTION_FILE]: new TextEncoder().encode(describe(trainer, bytes)),
  };
}

/**
 * Reads the files of a checkpoint.
 *
 * @param folder - for messages
 * @throws UpperhandError `invalid-checkpoint` that says which file is wrong, and how
 */
export function readCheckpoint(
  files: { readonly checkpoint: Uint8Array; readonly description: Uint8Array },
  folder: string,
): Checkpoint {
  const path = `${folder}/${CHECKPOINT_FILE}`;
  const file = unpackCheckpoint(files.checkpoint, path);
  const part = (name: string): unknown => readSection(file, name, path);
  const { trainer, rejection, store } = checkShape(part, path);
  const backend = file.sections.backend ?? refuseCheckpoint(path, 'has no section "backend"');
  if (trainer.globalStep !== file.step)
    refuseCheckpoint(path, `is of step ${file.step}, and holds step ${trainer.globalStep}`);
  const told = describe(trainer, files.checkpoint);
  if (new TextDecoder().decode(files.description) !== told)
    refuseCheckpoint(
      `${folder}/${DESCRIPTION_FILE}`,
      `does not describe ${CHECKPOINT_FILE} beside it`,
    );
  return { trainer, rejection, store, backend };
}

function readSection({ sections }: CheckpointFile, name: string, path: string): unknown {
  const bytes = sections[name] ?? refuseCheckpoint(path, `has no section "${name}"`);
  try {
    return decodeValue(bytes);
  } catch (error) {
    return refuseCheckpoint(path, `has a section "${name}" that cannot be read`, error);
  }
}

function checkShape(part: (name: string) => unknown, path: string): Omit<Checkpoint, 'backend'> {
  const trainer = part('trainer') as TrainerPart;
  const rejection = part('rejection') as RejectionState;
  const store = part('store') as Map<string, unknown> | null;
  try {
    checkRecord('trainer', trainer);
    for (const name of ['globalStep', 'epoch', 'weightVersion', 'logs'] as const)
      checkCount(name, trainer[name]);
    const { trackers = new Map() } = trainer;
    if (!(trackers instanceof Map)) refuse('trackers', 'a map', trackers);
    checkRecord('agreement', trainer.agreement);
    checkRecord('rejection', rejection);
    checkArray('accumulatedGroups', rejection.accumulatedGroups);
    checkArray('accumulatedEpisodes', rejection.accumulatedEpisodes);
    checkRecord('counts', rejection.counts);
    if (store !== null && !(store instanceof Map)) refuse('the store', 'a map or null', store);
  } catch (error) {
    refuseCheckpoint(path, `does not hold the state of a run: ${(error as Error).message}`);
  }
  return { trainer, rejection, store };
}

/** Under the names that rLLM has, as far as it has them. */
function describe(trainer: TrainerPart, file: Uint8Array): string {
  const { globalStep, epoch, weightVersion, loader, agreement } = trainer;
  const description = {
    name: String(globalStep).padStart(6, '0'),
    epoch,
    weight_version: weightVersion,
    dataloader_state: loader,
    agreement,
    file: { name: CHECKPOINT_FILE, bytes: file.length, crc32c: checksumOf(file) },
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
