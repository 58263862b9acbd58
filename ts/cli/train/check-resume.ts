import { FileCheckpointStore } from '../../trainer/checkpoint/file-checkpoint-store.ts';
import type { TrainerOptions } from '../../trainer/trainer-options.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { UsageError } from '../usage-error.ts';

/**
 * What `--resume` says to the config; what the command line itself says goes over it.
 */
export const RESUME_OVERRIDE = '++rllm.trainer.resume_mode=auto';

/**
 * Whether there is anything for `--resume` to go on from, before the model is opened.
 *
 * @throws UsageError that says where there is none
 */
export async function checkResume({ backend, config, runFolder }: TrainerOptions): Promise<void> {
  const { trainer } = config as TrainerConfig;
  if (!backend.saveState)
    throw new UsageError(
      `--resume: the backend "${backend.name}" has no checkpoints (no saveState)`,
    );
  if (trainer.resumeMode !== 'auto') return;
  const standard = `checkpoints/${trainer.projectName}/${trainer.experimentName}`;
  const folder = trainer.defaultLocalDir ?? runFolder ?? backend.runFolder ?? standard;
  const store = new FileCheckpointStore(folder);
  const names = await store.list();
  if (names.some((name) => name.startsWith('global_step_'))) return;
  throw new UsageError(
    `--resume: there is no checkpoint in ${folder}; leave --resume out to start anew`,
  );
}
