import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { type AdditionRunOptions, additionRun } from '../../examples/addition/run.ts';
import type { Sum } from '../../examples/addition/sums.ts';
import { ShuffledBackend } from './shuffled-backend.ts';

/** What a run came to. */
export interface AdditionOutcome {
  /** The share of the warm-up's demonstrations that was right. */
  readonly right: number;
  /** Of all sums, the share that the likeliest answers get right, by the number of updates before. */
  readonly greedy: ReadonlyMap<number, number>;
  readonly rewards: readonly number[];
  readonly cpuSeconds: number;
}

export interface AdditionOptions extends AdditionRunOptions {
  /** Whether every trajectory gets the advantage of another one. */
  readonly shuffled?: boolean;
  readonly workers: number;
}

export async function trainAddition(given: AdditionOptions): Promise<AdditionOutcome> {
  const { shuffled = false, workers, ...options } = given;
  const begun = process.cpuUsage();
  const run = additionRun(options);
  const made = { ...run.backend, workers };
  const backend = shuffled ? new ShuffledBackend(made, options.seed) : new LocalBackend(made);
  const rewards: number[] = [];
  const greedy = new Map<number, number>();
  await using trainer = new UnifiedTrainer<Sum>({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, saveFreq: -1, resumeMode: 'disable' },
    },
    tracking: [],
    print: () => {},
    onProgress: (event) => {
      if (event.type === 'validation')
        greedy.set(event.step, event.metrics['val/unknown/pass@1'] ?? Number.NaN);
      else if (event.type === 'step')
        rewards.push(event.metrics['reward/agent/mean'] ?? Number.NaN);
    },
  });
  await trainer.fit();
  const { user, system } = process.cpuUsage(begun);
  return { right: run.right, greedy, rewards, cpuSeconds: (user + system) / 1e6 };
}
