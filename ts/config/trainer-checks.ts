import type { TrainerConfig } from '../types/trainer-config.ts';
import type { ConfigReading } from './config-reading.ts';
import { fieldPath, type Naming } from './field-names.ts';

/** A config some sections of which may be wrong, and undefined for it. */
export type Draft = { readonly [K in keyof TrainerConfig]: TrainerConfig[K] | undefined };

/** What holds between the sections of a config. */
export function checkTrainer(reading: ConfigReading, draft: Draft, naming: Naming): void {
  const path = (inFile: string, inCode: string) => fieldPath(naming, inFile, inCode);
  if (draft.asyncTraining?.enable) {
    reading.problem(
      path('async_training.enable', 'asyncTraining.enable'),
      'must be false: training while rollouts go on is not there yet',
    );
  }
  if (draft.rejectionSampling?.mode === 'group') {
    reading.problem(
      path('rejection_sample.mode', 'rejectionSampling.mode'),
      'must be "none" or "episode": "group" is not implemented',
    );
  }
  const { resumeMode, resumeFromPath = null } = draft.trainer ?? {};
  if (resumeMode === 'resume_path' && resumeFromPath === null) {
    reading.problem(
      path('trainer.resume_from_path', 'trainer.resumeFromPath'),
      'must name a folder global_step_{N} while the mode is "resume_path", got null',
    );
  }
  if (draft.data?.valBatchSize === 0)
    reading.problem(path('data.val_batch_size', 'data.valBatchSize'), 'must be -1 or ≥ 1, got 0');
}

/** The finished config; the reading has refused drafts with gaps by then. */
export function assembleTrainer(draft: Draft): TrainerConfig {
  const { root, ...sections } = draft;
  const frozen = Object.entries(sections).map(([name, section]) => [name, Object.freeze(section)]);
  return Object.freeze({ ...Object.fromEntries(frozen), root }) as TrainerConfig;
}
