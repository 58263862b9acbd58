import { LocalBackend, LocalEngine } from 'upperhand/local';
import { InMemoryStore, UnifiedTrainer, UnifiedWorkflowEngine } from 'upperhand/trainer';
import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { type LakeTask, play } from '../../examples/frozen-lake/play.ts';
import { type LakeRunOptions, lakeRun } from '../../examples/frozen-lake/run.ts';
import { ShuffledBackend } from './shuffled-backend.ts';

/** Games from each start when success is sampled. */
const SAMPLED = 1000;

/** What a run came to. */
export interface LakeOutcome {
  /** Starts from which the likeliest moves led to the goal, before and after. */
  readonly before: number;
  readonly after: number;
  /** The first update after which that was so from all starts; null for never. */
  readonly allAt: number | null;
  /** Success of games at temperature 1, from each start. */
  readonly sampled: readonly number[];
  readonly rewards: readonly number[];
  /** Starts from which the likeliest moves led to the goal, by the number of updates before. */
  readonly won: ReadonlyMap<number, number>;
  /** Success of an update's games from each start; undefined where none was played. */
  readonly success: readonly (readonly (number | undefined)[])[];
  readonly cpuSeconds: number;
}

export interface LakeOptions extends Omit<LakeRunOptions, 'store'> {
  /** Whether every trajectory gets the advantage of another one. */
  readonly shuffled?: boolean;
  readonly workers: number;
}

export async function trainLake(options: LakeOptions): Promise<LakeOutcome> {
  const { shuffled = false, workers, seed, ...rest } = options;
  const begun = process.cpuUsage();
  const run = lakeRun({ ...rest, seed, store: new InMemoryStore() });
  const made = { ...run.backend, workers };
  const backend = shuffled ? new ShuffledBackend(made, seed) : new LocalBackend(made);
  const rewards: number[] = [];
  const success: (number | undefined)[][] = [];
  const won = new Map<number, number>();
  await using trainer = new UnifiedTrainer<LakeTask>({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, testFreq: 1, saveFreq: -1, resumeMode: 'disable' },
    },
    tracking: [],
    print: () => {},
    onStep: (metrics) => run.trainer.trainDataset.learn(metrics),
    onProgress: (event) => {
      if (event.type === 'step') {
        rewards.push(event.metrics['reward/agent/mean'] ?? Number.NaN);
        success.push(STARTS.map((start) => event.metrics[`batch/success_${cellName(start)}`]));
      } else if (event.type === 'validation')
        won.set(event.step, Math.round((event.metrics['val/unknown/pass@1'] ?? 0) * STARTS.length));
    },
  });
  await trainer.fit();
  const sampled = await sampledSuccess(backend, seed);
  const { user, system } = process.cpuUsage(begun);
  const all = [...won].find(([step, count]) => step > 0 && count === STARTS.length);
  return {
    before: won.get(0) ?? Number.NaN,
    after: [...won.values()].at(-1) ?? Number.NaN,
    allAt: all?.[0] ?? null,
    sampled,
    rewards,
    won,
    success,
    cpuSeconds: (user + system) / 1e6,
  };
}

async function sampledSuccess(backend: LocalBackend, seed: number): Promise<number[]> {
  const { policy, tokenizer } = backend;
  if (tokenizer === null) throw new Error('the backend has no tokenizer');
  const { context } = policy.config;
  const rolloutEngine = new LocalEngine({
    sampler: policy,
    tokenizer,
    seed,
    maxPromptLength: context,
    maxLength: context,
  });
  const engine = new UnifiedWorkflowEngine<LakeTask>({
    workflow: play,
    rolloutEngine,
    rollout: { train: { temperature: 1, maxTokens: 1 } },
    nParallelTasks: 512,
  });
  const tasks = STARTS.flatMap((start) =>
    Array.from({ length: SAMPLED }, (_, i) => ({ id: `${start}-${i}`, start })),
  );
  const episodes = await engine.executeTasks(
    tasks,
    tasks.map(({ id }) => id),
  );
  await engine.shutdown();
  return STARTS.map((_, s) => {
    const games = episodes.slice(s * SAMPLED, (s + 1) * SAMPLED);
    return games.filter(({ isCorrect }) => isCorrect).length / SAMPLED;
  });
}
