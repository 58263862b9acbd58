import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import type { Pair, Question } from '../../examples/solver-judge/parity.ts';
import { type JudgeRunOptions, judgeRun } from '../../examples/solver-judge/run.ts';

/** Of the pairs that training never shows, the share that the judge is to get right. */
const WANTED = 0.85;

/** What a run came to. */
export interface JudgeOutcome {
  /** Right answers of the solver, sampled, update by update. */
  readonly solver: readonly number[];
  /** Right verdicts of the judge, sampled, update by update; NaN where there were none. */
  readonly judge: readonly number[];
  /** Of unseen pairs, the share of which the likeliest verdict is right, by the number of updates before. */
  readonly unseenPairs: ReadonlyMap<number, number>;
  /** Of unseen questions, the share of which the likeliest answer is right, by the number of updates before. */
  readonly unseenQuestions: ReadonlyMap<number, number>;
  /** Updates after which 0.85 of the unseen pairs were first right; null for never. */
  readonly reachedAt: number | null;
  readonly cpuSeconds: number;
}

/** Trains solver and judge; validates every 5 updates. */
export async function trainJudge(
  options: JudgeRunOptions & { readonly workers?: number },
): Promise<JudgeOutcome> {
  const { workers = 2, ...rest } = options;
  const begun = process.cpuUsage();
  const run = judgeRun(rest);
  const solver: number[] = [];
  const judge: number[] = [];
  const unseenPairs = new Map<number, number>();
  const unseenQuestions = new Map<number, number>();
  await using trainer = new UnifiedTrainer<Question | Pair>({
    ...run.trainer,
    backend: new LocalBackend({ ...run.backend, workers }),
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, saveFreq: -1, resumeMode: 'disable' },
    },
    tracking: [],
    print: () => {},
    onProgress: (event) => {
      if (event.type === 'step') {
        const { metrics } = event;
        solver.push(metrics['reward/solver/mean'] ?? Number.NaN);
        judge.push(metrics['reward/judge/mean'] ?? Number.NaN);
      } else if (event.type === 'validation') {
        const { step, metrics } = event;
        unseenPairs.set(step, metrics['val/reward/judge/mean'] ?? Number.NaN);
        unseenQuestions.set(step, metrics['val/reward/solver/mean'] ?? Number.NaN);
      }
    },
  });
  await trainer.fit();
  const { user, system } = process.cpuUsage(begun);
  const reached = [...unseenPairs].find(([step, share]) => step > 0 && share >= WANTED);
  return {
    solver,
    judge,
    unseenPairs,
    unseenQuestions,
    reachedAt: reached?.[0] ?? null,
    cpuSeconds: (user + system) / 1e6,
  };
}
