import { onTestFinished } from 'vitest';
import type { TrainerConfigInit } from '../../ts/config/trainer-config.ts';
import type { Warning } from '../../ts/errors/warning.ts';
import type { TrackedStep } from '../../ts/tracking/tracker.ts';
import type { TrainProgress } from '../../ts/trainer/train-progress.ts';
import type { TrainerOptions } from '../../ts/trainer/trainer-options.ts';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import { type RecordingOptions, recordingBackend } from './recording-backend.ts';

export interface Logged extends TrackedStep {
  readonly metrics: Readonly<Record<string, number>>;
}

export interface Harness {
  readonly trainer: UnifiedTrainer;
  readonly events: string[];
  readonly logged: Logged[];
  readonly warnings: Warning[];
  readonly progress: TrainProgress[];
  readonly printed: string[];
}

/** Tasks `{ id: 'a' }`, `{ id: 'b' }`, … */
export function tasks(count: number): { id: string }[] {
  return Array.from({ length: count }, (_, i) => ({ id: String.fromCharCode(97 + i) }));
}

/** A small config: two tasks a step, two attempts each, one epoch, no validation. */
export function smallConfig({
  trainer,
  data,
  rollout,
  ...rest
}: TrainerConfigInit = {}): TrainerConfigInit {
  return {
    data: { trainBatchSize: 2, ...data },
    rollout: { n: 2, ...rollout },
    trainer: { totalEpochs: 1, testFreq: 0, ...trainer },
    ...rest,
  };
}

/** A trainer over four tasks and a recording backend, with all that it tells; shut down after the test. */
export function makeTrainer(
  options: Partial<Omit<TrainerOptions, 'config'>> & {
    readonly config?: TrainerConfigInit;
    readonly recording?: RecordingOptions;
    /** Without a training set. */
    readonly untrained?: boolean;
  } = {},
): Harness {
  const { recording, config, untrained = false, ...given } = options;
  const { backend, events } = recordingBackend(recording);
  const logged: Logged[] = [];
  const warnings: Warning[] = [];
  const progress: TrainProgress[] = [];
  const printed: string[] = [];
  const trainer = new UnifiedTrainer({
    backend,
    config: smallConfig(config),
    workflow: () => 0,
    ...(!untrained && { trainDataset: tasks(4) }),
    tracking: { log: (metrics, step) => void logged.push({ metrics, ...step }) },
    onWarning: (warning) => warnings.push(warning),
    onProgress: (event) => progress.push(event),
    print: (text) => printed.push(text),
    ...given,
  });
  // Where a shutdown fails, the test is about that.
  onTestFinished(() => trainer.shutdown().catch(() => {}));
  return { trainer, events, logged, warnings, progress, printed };
}
