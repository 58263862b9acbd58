import type { Backend } from '../../../ts/trainer/backend.ts';
import type { TrainerState } from '../../../ts/trainer/trainer-state.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { createEpisode, type Episode } from '../../../ts/types/episode.ts';
import { createStep } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { UnifiedWorkflowEngine } from '../../../ts/workflow/unified-workflow-engine.ts';
import { decodeNumber } from '../decode.ts';
import type { AsyncTopic, GoldenRecord } from '../topic.ts';

type Event = [name: string, ...details: unknown[]];

interface Snapshot {
  readonly step: number;
  readonly [key: string]: unknown;
}

interface TraceRecord extends GoldenRecord {
  readonly tasks: number;
  readonly batch: number;
  readonly n: number;
  readonly n_val: number;
  readonly val_tasks: number;
  readonly outcomes: 'all' | 'none' | 'mixed';
  readonly rllm: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly fail: string | null;
  readonly start_step: number;
  readonly no_episodes: boolean;
  readonly expect: { readonly error?: unknown; readonly events: readonly Event[] };
}

/** What came of a run: whether it failed, and every call in order, with the state or the arguments. */
interface Trace {
  readonly failed: boolean;
  readonly events: readonly Event[];
}

/** Whole runs over a backend that records how it is called. */
export const trainerTrace: AsyncTopic = {
  name: 'trainer_trace',

  async run(record) {
    const trace = record as TraceRecord;
    return { expected: condense(expectedOf(trace)), actual: condense(await compute(trace)) };
  },

  rule(record) {
    const difference = record.version === 'seed' ? null : deliberate(record as TraceRecord);
    return difference && { ...difference, expected: condense(difference.expected) };
  },
};

/** A line for each event; the metrics that are logged, mostly the same ones, once and by number. */
function condense({ failed, events }: Trace): object {
  const metrics: string[][] = [];
  const number = (logged: unknown): string => {
    const lines = (logged as [string, number][]).map(
      ([key, value]) => `${key} ${Object.is(value, -0) ? '-0' : value}`,
    );
    const known = metrics.findIndex((one) => one.join() === lines.join());
    return `metrics[${known < 0 ? metrics.push(lines) - 1 : known}]`;
  };
  const lines = events.map(([name, ...details]) => {
    const shown = name === 'log' ? details.with(1, number(details[1])) : details;
    return [
      name,
      ...shown.map((detail) => (typeof detail === 'object' ? JSON.stringify(detail) : detail)),
    ].join(' ');
  });
  return { failed, events: lines, metrics };
}

async function compute(record: TraceRecord): Promise<Trace> {
  const { tasks, val_tasks, start_step } = record;
  const events: Event[] = [];
  const note = (name: string) => (state: TrainerState) => void events.push([name, snapshot(state)]);
  const failing = (name: string) => (state: TrainerState) => {
    note(name)(state);
    if (record.fail === name) throw new Error('planned failure');
  };
  const backend: Backend = {
    name: 'recording',
    validateConfig: () => void events.push(['validate_config']),
    initRolloutEngine: () => {
      events.push(['init_rollout_engine']);
      return { getModelResponse: () => Promise.reject(new Error('not asked')) };
    },
    generateEpisodes: async (batch, _, { isValidation }) => {
      events.push(['generate_episodes', batch.length, isValidation]);
      if (record.no_episodes && !isValidation) return [];
      return (batch as { id: number }[]).flatMap(({ id }) => play(record, id, isValidation));
    },
    transformToBackendBatch: (state) => {
      note('transform_to_backend_batch')(state);
      return record.fail === 'no_batch' ? null : [];
    },
    processBackendBatch: note('process_backend_batch'),
    computeAdvantages: (state, _, collect) => {
      note('compute_advantages')(state);
      collect();
    },
    updatePolicy: failing('update_policy'),
    onTrainStart: (state) => {
      note('on_train_start')(state);
      state.globalStep = start_step;
    },
    onTrainEnd: failing('on_train_end'),
    onEpochStart: note('on_epoch_start'),
    onEpochEnd: note('on_epoch_end'),
    onBatchStart: note('on_batch_start'),
    onBatchEnd: note('on_batch_end'),
    onValidationStart: (state) => {
      note('on_validation_start')(state);
      return record.fail !== 'skip_validation';
    },
    onValidationEnd: note('on_validation_end'),
    onPolicyUpdated: note('on_policy_updated'),
    shutdown: () => void events.push(['shutdown']),
  };
  const ids = (count: number): { id: number }[] =>
    Array.from({ length: count }, (_, id) => ({ id }));
  const stopListening = listenToEngine(events);
  try {
    const trainer = new UnifiedTrainer({
      backend,
      config: { rllm: configOf(record) },
      workflow: () => 0,
      trainDataset: ids(tasks),
      ...(val_tasks > 0 && { valDataset: ids(val_tasks) }),
      tracking: {
        log: (metrics, { step, episodes, groups }) => {
          const entries = Object.entries(metrics);
          events.push([
            'log',
            step,
            entries.filter(([key]) => !key.startsWith('time/')),
            entries.map(([key]) => key).filter((key) => key.startsWith('time/')),
            episodes.map(({ id }) => id),
            groups.map(({ groupId }) => groupId),
          ]);
        },
      },
      onWarning: () => {},
    });
    await trainer.fit();
    await trainer.shutdown();
    return { failed: false, events };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { failed: true, events };
    throw error;
  } finally {
    stopListening();
  }
}

function snapshot(state: TrainerState): Snapshot {
  return {
    step: state.globalStep,
    epoch: state.epoch,
    total: state.totalSteps,
    training: state.isTraining,
    episodes: state.episodes?.length ?? null,
    groups: state.trajectoryGroups?.length ?? null,
    batch: state.backendBatch !== null,
  };
}

/** The trainer tells its engine each step; only the engine knows. */
function listenToEngine(events: Event[]): () => void {
  const original = UnifiedWorkflowEngine.prototype.setTrainingStep;
  UnifiedWorkflowEngine.prototype.setTrainingStep = function (step, mode, epoch) {
    events.push(['set_training_step', step, mode, epoch]);
    original.call(this, step, mode, epoch);
  };
  return () => {
    UnifiedWorkflowEngine.prototype.setTrainingStep = original;
  };
}

let rollouts = 0;

function play({ n, n_val, outcomes }: TraceRecord, task: number, isValidation: boolean): Episode[] {
  return Array.from({ length: isValidation ? n_val : n }, (_, r) => {
    const isCorrect = { all: true, none: false, mixed: r % 2 === 0 }[outcomes];
    return createEpisode({
      id: `t${task}:${r}`,
      terminationReason: 'env_done',
      isCorrect,
      metrics: { acc: Number(isCorrect) },
      trajectories: [
        createTrajectory({
          uid: `${rollouts++}`,
          name: 'solver',
          reward: isCorrect,
          steps: [createStep({ reward: isCorrect })],
        }),
      ],
    });
  });
}

function configOf({ batch, n, n_val, rllm }: TraceRecord): Record<string, unknown> {
  return {
    ...rllm,
    trainer: { val_before_train: false, ...rllm.trainer },
    rollout: { n, n_val },
    data: { train_batch_size: batch, val_batch_size: -1, seed: 0 },
  };
}

/** The original's trace in our terms. It was recorded without its launcher, which shuts down after errors too. */
function expectedOf({ expect }: TraceRecord): Trace {
  const failed = expect.error !== undefined;
  const events = expect.events.map(([name, ...details]): Event => {
    if (name === 'init_rollout_engine') return [name];
    if (name !== 'log') return [name, ...details];
    const [step, metrics, times, episodes, groups] = details;
    const numbers = Object.entries(metrics as object).map(([key, value]) => [
      key,
      decodeNumber(value),
    ]);
    return [name, step, numbers, times, episodes ?? [], groups ?? []];
  });
  return { failed, events: failed && events.length > 0 ? [...events, ['shutdown']] : events };
}

/** HEAD's trace with what we mean to do otherwise; null where that changes nothing. */
function deliberate(
  record: TraceRecord,
): { readonly reason: string; readonly expected: Trace } | null {
  const multiplier = Number(record.rllm.rejection_sample?.multiplier ?? 1);
  if (record.tasks < record.batch * multiplier && record.expect.events.length > 0)
    return { reason: 'case 22', expected: { failed: true, events: [] } };
  let trace = expectedOf(record);
  const reasons: string[] = [];
  for (const [reason, change] of changes) {
    const changed = change(trace, record);
    if (JSON.stringify(changed) === JSON.stringify(trace)) continue;
    reasons.push(reason);
    trace = changed;
  }
  return reasons.length === 0 ? null : { reason: reasons.join(', '), expected: trace };
}

const changes: readonly [string, (trace: Trace, record: TraceRecord) => Trace][] = [
  ['T4', endAfterValidation],
  ['T7', countStepsRight],
  ['T16', addUpRejection],
  [
    'train end',
    (trace, { fail }) => ({ ...trace, failed: trace.failed || fail === 'on_train_end' }),
  ],
];

/** A run that only validates ends as others do. */
function endAfterValidation({ failed, events }: Trace, { rllm }: TraceRecord): Trace {
  if (!rllm.trainer?.val_only || !rllm.trainer.val_before_train) return { failed, events };
  const [, state] = events.findLast(([name]) => name === 'on_validation_end') as Event;
  const ended = { ...(state as Snapshot), training: true };
  return { failed, events: [...events.slice(0, -1), ['on_train_end', ended], ['shutdown']] };
}

/** What comes after a step has its number, not that of a next one. */
function countStepsRight({ failed, events }: Trace, { start_step }: TraceRecord): Trace {
  let last = start_step;
  const counted = events.map(([name, first, ...rest]): Event => {
    if (name === 'on_batch_start') last = (first as Snapshot).step;
    if (/^(on_epoch_end|on_train_end|on_validation_.*)$/.test(name))
      return [name, { ...(first as Snapshot), step: last }, ...rest];
    if (name === 'log' || name === 'set_training_step') return [name, last, ...rest];
    return first === undefined ? [name] : [name, first, ...rest];
  });
  return { failed, events: counted };
}

const SOLVED = ['solve_none', 'solve_all', 'solve_partial'];
const COUNTED = [
  'groups_before_filter',
  'groups_after_filter',
  'groups_dropped_insufficient_trajs',
];

/** Mode `'episode'` counts on from batch to batch until a task is solved in part. */
function addUpRejection({ failed, events }: Trace, { rllm }: TraceRecord): Trace {
  if (rllm.rejection_sample?.enable !== true) return { failed, events };
  const sums: Record<string, number> = {};
  const added = events.map((event): Event => {
    const [name, step, metrics, ...rest] = event;
    if (name !== 'log') return event;
    const own = Object.fromEntries(metrics as [string, number][]);
    const tasks = own['batch/num_tasks'];
    if (tasks === undefined) return event;
    const add = (key: string, count: number): number => {
      sums[key] = (sums[key] ?? 0) + count;
      return sums[key];
    };
    for (const key of SOLVED) add(key, Math.round((own[`batch/${key}`] as number) * tasks));
    for (const key of COUNTED) own[`batch/${key}`] = add(key, own[`batch/${key}`] as number);
    const all = Math.max(
      1,
      SOLVED.reduce((total, key) => total + (sums[key] as number), 0),
    );
    own['batch/num_tasks'] = all;
    for (const key of SOLVED) own[`batch/${key}`] = (sums[key] as number) / all;
    if ((sums.solve_partial as number) > 0) for (const key of Object.keys(sums)) delete sums[key];
    return [name, step, Object.entries(own), ...rest];
  });
  return { failed, events: added };
}
