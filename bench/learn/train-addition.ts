import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { type AdditionRunOptions, additionRun } from '../../examples/addition/run.ts';
import type { Sum } from '../../examples/addition/sums.ts';

/** What a run came to. */
export interface AdditionOutcome {
  /** The share of the warm-up's demonstrations that was right. */
  readonly right: number;
  /** Of all sums, the share that the likeliest answers get right, by the number of updates before. */
  readonly greedy: ReadonlyMap<number, number>;
  readonly cpuSeconds: number;
}

export async function trainAddition(options: AdditionRunOptions): Promise<AdditionOutcome> {
  const begun = process.cpuUsage();
  const run = additionRun(options);
  const greedy = new Map<number, number>();
  await using trainer = new UnifiedTrainer<Sum>({
    ...run.trainer,
    backend: new LocalBackend({ ...run.backend, workers: 2 }),
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, saveFreq: -1, resumeMode: 'disable' },
    },
    tracking: [],
    print: () => {},
    onProgress: (event) => {
      if (event.type === 'validation')
        greedy.set(event.step, event.metrics['val/unknown/pass@1'] ?? Number.NaN);
    },
  });
  await trainer.fit();
  const { user, system } = process.cpuUsage(begun);
  return { right: run.right, greedy, cpuSeconds: (user + system) / 1e6 };
}
