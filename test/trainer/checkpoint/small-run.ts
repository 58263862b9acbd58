import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import type { Warning } from '../../../ts/errors/warning.ts';
import { readJsonValues } from '../../../ts/rollouts/json-values.ts';
import { type Checkpoint, readCheckpoint } from '../../../ts/trainer/checkpoint/checkpoint.ts';
import { encodeValue } from '../../../ts/trainer/checkpoint/encode-value.ts';
import type { TrainResult } from '../../../ts/trainer/train-result.ts';
import type { TrainerOptions } from '../../../ts/trainer/trainer-options.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import type { WorkflowContext } from '../../../ts/workflow/workflow-context.ts';
import { TinyPolicy } from './tiny-policy.ts';

export type Mode = 'none' | 'episode';

export interface Task {
  readonly id: string;
  readonly answer: string;
}

export const TASKS: readonly Task[] = Array.from({ length: 10 }, (_, i) => ({
  id: `task-${i}`,
  answer: String(i % 4),
}));

/** Three steps an epoch, nine in all; saved and validated every second step. */
export function smallConfig(
  mode: Mode,
  trainer: TrainerConfigInit['trainer'] = {},
  data: TrainerConfigInit['data'] = {},
): TrainerConfigInit {
  return {
    data: { trainBatchSize: 3, seed: 7, ...data },
    rollout: { n: 4 },
    rejectionSampling: { mode, minPartialSolveTasks: 6 },
    trainer: {
      totalEpochs: 3,
      saveFreq: 2,
      testFreq: 2,
      valBeforeTrain: true,
      logger: ['file'],
      ...trainer,
    },
  };
}

/** Asks once; keeps what was answered in the store, which must outlive the run too. */
export async function play(task: Task, ctx: WorkflowContext): Promise<boolean> {
  const before = await ctx.store.get<string>(ctx.uid, 'nothing');
  const { content } = await ctx.model.chat([{ role: 'user', content: `${task.id} ${before}` }]);
  await ctx.store.set(ctx.uid, content);
  return content === task.answer;
}

export interface SmallRun {
  readonly result: TrainResult;
  readonly backend: TinyPolicy;
  readonly warnings: readonly Warning[];
}

/** Trains in a folder, from where it stands. */
export async function smallRun(
  runFolder: string,
  mode: Mode,
  {
    trainer,
    data,
    ...options
  }: Partial<Omit<TrainerOptions<Task>, 'config'>> & {
    readonly data?: TrainerConfigInit['data'];
    readonly trainer?: TrainerConfigInit['trainer'];
  } = {},
): Promise<SmallRun> {
  const backend = new TinyPolicy();
  const warnings: Warning[] = [];
  await using run = new UnifiedTrainer<Task>({
    backend: backend as never,
    workflow: play,
    trainDataset: TASKS,
    valDataset: TASKS.slice(0, 2),
    runFolder,
    config: smallConfig(mode, trainer, data),
    onWarning: (warning) => warnings.push(warning),
    print: () => {},
    ...options,
  });
  return { result: await run.fit(), backend, warnings };
}

/**
 * A hash of all that a run leaves behind but times, random names, and what it took out of the way.
 *
 * @param without - a step the checkpoint of which does not count
 */
export function finalHash(folder: string, mode: Mode, without?: number): string {
  const hash = createHash('sha256');
  for (const line of readFileSync(join(folder, 'metrics.jsonl'), 'utf8').trimEnd().split('\n'))
    hash.update(`${JSON.stringify(withoutTimes(line))}\n`);
  hash.update(readFileSync(join(folder, 'latest_checkpointed_iteration.txt')));
  const names = readdirSync(folder).filter(
    (name) => /^global_step_\d+$/.test(name) && name !== `global_step_${without}`,
  );
  for (const name of names.sort()) {
    hash.update(name);
    const [checkpoint, description] = filesOf(folder, name);
    // Episodes that are held back have random uids, and times.
    if (mode === 'none') hash.update(checkpoint).update(description);
    hash.update(encodeValue(normal(readCheckpoint({ checkpoint, description }, name)), name));
  }
  return hash.digest('hex');
}

export function filesOf(folder: string, name: string): [checkpoint: Buffer, description: Buffer] {
  const read = (file: string) => readFileSync(join(folder, name, file));
  return [read('checkpoint.bin'), read('checkpoint.json')];
}

export function openCheckpoint(folder: string, step: number): Checkpoint {
  const [checkpoint, description] = filesOf(folder, `global_step_${step}`);
  return readCheckpoint({ checkpoint, description }, folder);
}

function withoutTimes(line: string): unknown {
  const { step, data } = readJsonValues(line).values[0] as { step: number; data: object };
  const kept = Object.entries(data).filter(([key]) => !key.startsWith('time/'));
  return { step, data: kept.map(([key, value]) => [key, String(value)]) };
}

function normal(checkpoint: Checkpoint): unknown {
  const uids = new Map<unknown, number>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, visit(entry)]));
    const entries = Object.entries(value).filter(([key]) => key !== 'timing');
    return Object.fromEntries(
      entries.map(([key, entry]) => {
        if (key !== 'uid') return [key, visit(entry)];
        if (!uids.has(entry)) uids.set(entry, uids.size);
        return [key, uids.get(entry)];
      }),
    );
  };
  const { rejection, ...rest } = checkpoint;
  if (rejection.accumulatedEpisodes.length === 0) return visit(checkpoint);
  const { backend, trainer, store } = rest;
  return { trainer, store, backend, rejection: visit(rejection) };
}
