import type { Naming } from '../../config/field-names.ts';
import { messageOf } from '../../errors/message-of.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { LoopConfig } from '../../types/trainer-config.ts';
import { anewAdvice, resumeAdvice } from '../resume-advice.ts';
import { type Agreement, checkAgreement } from './agreement.ts';
import {
  CHECKPOINT_FILE,
  type Checkpoint,
  DESCRIPTION_FILE,
  readCheckpoint,
} from './checkpoint.ts';
import { refuseCheckpoint } from './checkpoint-file.ts';
import { type CheckpointStore, nameOfStep, POINTER_FILE, stepOfName } from './checkpoint-store.ts';

/** A checkpoint and where it is. */
export interface FoundCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly step: number;
  /** `checkpoints/math/first/global_step_4` */
  readonly path: string;
}

/**
 * Finds the checkpoint that a run goes on from, and reads all of it. Nothing is written.
 *
 * @returns null when the run is to start anew: nothing was saved, or the mode is `disable`
 * @throws UpperhandError `invalid-checkpoint` or `checkpoint-mismatch` with the file and what is wrong with it, and the
 *   name of the latest one that could be resumed instead
 */
export async function findCheckpoint(
  store: CheckpointStore,
  { resumeMode, resumeFromPath }: Pick<LoopConfig, 'resumeMode' | 'resumeFromPath'>,
  own: Agreement,
  naming: Naming,
): Promise<FoundCheckpoint | null> {
  if (resumeMode === 'disable') return null;
  const wanted = { step: Infinity };
  try {
    wanted.step = await (resumeMode === 'auto' ? pointedAt(store) : stepOfPath(resumeFromPath));
    return wanted.step === 0 && resumeMode === 'auto'
      ? null
      : await read(store, wanted.step, own, naming);
  } catch (error) {
    throw await withOffer(error, store, wanted.step, own, naming);
  }
}

/** An error about a checkpoint, with the name of the one that could be resumed instead. */
export async function withOffer(
  error: unknown,
  store: CheckpointStore,
  step: number,
  own: Agreement,
  naming: Naming,
): Promise<unknown> {
  if (!(error instanceof UpperhandError)) return error;
  const offer = await offerOther(store, step, own, naming);
  return new UpperhandError(error.code, `${error.message}. Nothing was changed. ${offer}`, {
    cause: error,
  });
}

/** 0: there is nothing to resume from. */
async function pointedAt(store: CheckpointStore): Promise<number> {
  const path = `${store.place}/${POINTER_FILE}`;
  const text = await store
    .readPointer()
    .catch((error: unknown) =>
      refuseCheckpoint(path, `cannot be read: ${messageOf(error)}`, error),
    );
  if (text === null) {
    const steps = await stepsOf(store);
    if (steps.length === 0) return 0;
    return refuseCheckpoint(path, `is missing, and beside it is ${nameOfStep(steps[0] as number)}`);
  }
  const step = stepOfName(`global_step_${text.trim()}`);
  return step ?? refuseCheckpoint(path, `must hold the number of a step, got ${show(text)}`);
}

function stepOfPath(path: string | null): number {
  const name =
    path
      ?.replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .pop() ?? '';
  const step = stepOfName(name);
  return (
    step ?? refuseCheckpoint(show(path), 'must lead to a folder global_step_{N} to resume from it')
  );
}

async function read(
  store: CheckpointStore,
  step: number,
  own: Agreement,
  naming: Naming,
): Promise<FoundCheckpoint> {
  const name = nameOfStep(step);
  const path = `${store.place}/${name}`;
  const fileOf = async (file: string): Promise<Uint8Array> => {
    const bytes = await store
      .read(name, file)
      .catch((error: unknown) =>
        refuseCheckpoint(`${path}/${file}`, `cannot be read: ${messageOf(error)}`, error),
      );
    return bytes ?? refuseCheckpoint(`${path}/${file}`, 'is missing');
  };
  if (!(await store.list()).includes(name)) refuseCheckpoint(path, 'is missing');
  const files = {
    checkpoint: await fileOf(CHECKPOINT_FILE),
    description: await fileOf(DESCRIPTION_FILE),
  };
  const checkpoint = readCheckpoint(files, path);
  const { globalStep, agreement } = checkpoint.trainer;
  if (globalStep !== step)
    refuseCheckpoint(
      `${path}/${CHECKPOINT_FILE}`,
      `is of step ${globalStep}, and not of step ${step}`,
    );
  checkAgreement(agreement, own, path, naming);
  return { checkpoint, step, path };
}

/** The latest checkpoint before that step that can be resumed, as a sentence. */
async function offerOther(
  store: CheckpointStore,
  step: number,
  own: Agreement,
  naming: Naming,
): Promise<string> {
  const steps = await stepsOf(store).catch(() => []);
  for (const other of steps) {
    if (other >= step) continue;
    const found = await read(store, other, own, naming).catch(() => null);
    if (found) return `The one before it is whole: ${resumeAdvice(naming, found.path)}`;
  }
  return `There is none before it that could be resumed; ${anewAdvice(naming)}`;
}

/** The latest first. */
async function stepsOf(store: CheckpointStore): Promise<number[]> {
  const steps = (await store.list()).map(stepOfName).filter((step) => step !== null);
  return steps.sort((a, b) => b - a);
}
