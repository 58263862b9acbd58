import { lakeRun } from '../../../examples/frozen-lake/run.ts';
import {
  LocalBackend,
  type LocalBackendOptions,
} from '../../../ts/backends/local/local-backend.ts';
import type { TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import type { TrainerOptions } from '../../../ts/trainer/trainer-options.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { InMemoryStore } from '../../../ts/workflow/in-memory-store.ts';
import { workerFile } from '../../backends/local/support.ts';
import type { Mode } from './small-run.ts';

export const UPDATES = 12;

/**
 * The example of the frozen lake, with its warm-up, its starts that depend on what was learned, and all terms that the
 * policy's state is more than parameters for. Goes on from where its folder stands.
 */
export function lakeTrainer(
  runFolder: string,
  mode: Mode,
  workers: number,
  {
    training,
    model,
    trainer,
    ...options
  }: Partial<Omit<TrainerOptions, 'config'>> &
    Pick<LocalBackendOptions, 'model' | 'training'> & {
      readonly trainer?: TrainerConfigInit['trainer'];
    } = {},
): { readonly trainer: UnifiedTrainer; readonly backend: LocalBackend } {
  const store = new InMemoryStore();
  const run = lakeRun({ seed: 5, updates: UPDATES, tasks: 2, warmUpSteps: 6, store });
  const backend = new LocalBackend({
    ...run.backend,
    model: { ...run.backend.model, ...model },
    training: {
      ...run.backend.training,
      entropyBonus: 0.01,
      entropyBonusSteps: 8,
      referenceKl: 0.02,
      ...training,
    },
    workers,
    workerFile,
  });
  const made = new UnifiedTrainer({
    ...(run.trainer as unknown as Pick<TrainerOptions, 'workflow' | 'trainDataset' | 'valDataset'>),
    store,
    backend: backend as never,
    config: {
      ...run.config,
      rejectionSampling: { mode, minPartialSolveTasks: 1 },
      trainer: {
        ...run.config.trainer,
        testFreq: 3,
        saveFreq: 2,
        logger: ['file'],
        resumeMode: 'auto',
        ...trainer,
      },
    },
    runFolder,
    onStep: (metrics) => run.trainer.trainDataset.learn(metrics),
    onWarning: () => {},
    print: () => {},
    ...options,
  });
  return { trainer: made, backend };
}
