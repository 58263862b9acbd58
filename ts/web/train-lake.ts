import { LocalBackend } from 'upperhand/local';
import { InMemoryStore, UnifiedTrainer } from 'upperhand/trainer';
import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { lakeRun } from '../../examples/frozen-lake/run.ts';
import { type LakeSnapshot, viewPolicy } from './lake-snapshot.ts';
import type { LakeRunSettings } from './messages.ts';

export interface LakeTrainingEvents {
  onWarmUp(step: number, steps: number): void;
  /** Waited for: training stands still until it is done. */
  onSnapshot(snapshot: LakeSnapshot): void | Promise<void>;
  onWarning(message: string): void;
}

/** The run of `examples/frozen-lake`, shown before the first update and after each. Gives the hash of the parameters. */
export async function trainLake(
  settings: LakeRunSettings,
  events: LakeTrainingEvents,
): Promise<string> {
  const { seed, updates, tasks, warmUpSteps } = settings;
  const run = lakeRun({
    seed,
    updates,
    store: new InMemoryStore(),
    ...(tasks !== null && { tasks }),
    ...(warmUpSteps !== null && { warmUpSteps }),
  });
  const { warmUp } = run.backend;
  const onWarning = ({ message }: { readonly message: string }) => events.onWarning(message);
  const backend = new ShownBackend({
    ...run.backend,
    // This runs in a worker, and two threads more did not make an update shorter by a fifth.
    workers: 0,
    warmUp: { ...warmUp, onStep: (step) => events.onWarmUp(step + 1, warmUp.steps) },
    onWarning,
  });
  const show = async (update: number, metrics: Readonly<Record<string, number>>) =>
    events.onSnapshot({
      update,
      played: update * run.games,
      reward: metrics['reward/agent/mean'] ?? null,
      success: STARTS.map((start) => metrics[`batch/success_${cellName(start)}`] ?? null),
      ...(await viewPolicy(backend)),
    });
  backend.onBegun = () => show(0, {});
  const trainer = new UnifiedTrainer({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, logger: [], saveFreq: -1, resumeMode: 'disable' },
    },
    onStep: async (metrics, { step }) => {
      await run.trainer.trainDataset.learn(metrics);
      await show(step, metrics);
    },
    onWarning,
    print: () => {},
  });
  try {
    await trainer.fit();
    return await backend.policy.parametersHash();
  } finally {
    await trainer.shutdown();
  }
}

/** Tells when it has been warmed up, and waits for whoever was told. */
class ShownBackend extends LocalBackend {
  onBegun: () => Promise<void> = async () => {};

  override async onEpochStart(): Promise<void> {
    await super.onEpochStart();
    await this.onBegun();
  }
}
