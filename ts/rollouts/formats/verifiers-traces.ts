import { show } from '../../errors/show.ts';
import { knownTermination, objectOf, signalsOf } from '../content.ts';
import {
  readEach,
  readId,
  readIndex,
  readReward,
  readRole,
  refuseRecord,
  trainingStep,
} from '../fields.ts';
import { splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat, RowFields } from '../format.ts';
import { getOwn, getPath, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';
import { traceLength, traceSteps } from './verifiers-nodes.ts';

/**
 * Traces of verifiers 1, an episode a line with the trace of each of its agents: what its evaluations write
 * (`outputs/…/traces.jsonl`), and what prime-rl's file monitor does (`rollouts/step_7/train/all/traces.jsonl`). prime-rl writes
 * those that were trained on again, beside `all` in `effective`.
 */
export const verifiersTraces: RolloutFormat = {
  name: 'verifiers-traces',
  title: 'verifiers and prime-rl traces',
  containers: ['jsonl'],
  describe: {
    group: 'group.id, else task.key, else task.hash',
    role: 'agent.name of the trace',
    reward: 'the sum of score × weight over rewards of the trace; none where one of them is null',
    rolloutIndex: 'id of the trace',
  },
  repeats: 'skip',
  oneEpisode: true,
  namedReward: true,
  detect: (record) => record.has('traces') && record.has('task') && record.has('env'),
  version: (record) => (getPath(record, 'run', 'type') === 'train' ? 'prime-rl' : 'verifiers'),
  read(record, file) {
    const work = workOf(record);
    const step = trainingStep(getOwn(work, 'step')) ?? stepInPath(file);
    const split = splitInPath(file) ?? getPath(record, 'run', 'type');
    const weights = getOwn(getOwn(work, 'policy'), 'start');
    const age = ageOf(work, stepInPath(file) ?? step);
    const shared = {
      group: groupOf(record),
      ...(step !== undefined && { step }),
      ...(typeof split === 'string' && { split }),
      ...(typeof weights === 'number' && { weightVersion: weights }),
    };
    return readEach(tracesOf(record), (trace): RowFields => {
      if (trace === undefined) return refuseRecord('malformed-json', 'a trace is no object');
      return {
        role: readRole(getPath(trace, 'agent', 'name'), 'agent.name'),
        reward: rewardOf(trace, file.rewardKey),
        ...shared,
        ...readIndex(trace, 'id'),
        ...(age !== undefined && getPath(trace, 'agent', 'trainable') !== false && { age }),
        ...endOf(trace),
        ...traceLength(trace),
      };
    });
  },
  details: (record) =>
    readEach(tracesOf(record), (trace) => {
      if (trace === undefined) return { steps: [] };
      return traceDetails(record, trace);
    }),
};

function workOf(record: RolloutRecord): unknown {
  return getPath(record, 'run', 'work');
}

/** As prime-rl counts how stale an episode is: the batch of step n trains version n − 1, and `start` sampled. */
function ageOf(work: unknown, step: unknown): number | undefined {
  const start = getOwn(getOwn(work, 'policy'), 'start');
  if (getOwn(work, 'type') !== 'train') return undefined;
  if (typeof start !== 'number' || typeof step !== 'number') return undefined;
  return Math.max(0, step - 1 - start);
}

function tracesOf(record: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  const traces = getRecords(record, 'traces') ?? [];
  if (traces.length > 0) return traces;
  const [error] = getRecords(record, 'errors') ?? [];
  const type = error?.get('type');
  return refuseRecord(
    'not-a-rollout',
    `is an episode without traces${typeof type === 'string' ? `, which failed with ${type}` : ''}`,
  );
}

function groupOf(record: RolloutRecord): string {
  const group = getRecord(record, 'group');
  const task = getRecord(record, 'task');
  return (
    (group && readId(group, 'id')) ??
    (task && (readId(task, 'key') ?? readId(task, 'hash'))) ??
    refuseRecord('missing-group', 'has neither group.id nor task.key nor task.hash')
  );
}

/** A null among the rewards says that scoring did not run, or gave what JSON has no number for: then there is no sum. */
function rewardOf(trace: RolloutRecord, wanted: string | undefined): number | null {
  const rewards = getRecord(trace, 'rewards');
  const names = rewards?.names ?? [];
  if (wanted !== undefined && !names.includes(wanted)) {
    return refuseRecord(
      'invalid-reward',
      `has no reward named ${show(wanted)}, but ${names.map(show).join(', ') || 'none at all'}`,
    );
  }
  let sum: number | null = null;
  for (const name of wanted === undefined ? names : [wanted]) {
    const reward = rewards && getRecord(rewards, name);
    const score = readReward(reward?.get('score'));
    if (score === null) return null;
    if (wanted !== undefined) return score;
    sum = (sum ?? 0) + score * (readReward(reward?.get('weight')) ?? 1);
  }
  return sum;
}

function endOf(trace: RolloutRecord): RolloutFacts {
  const stop = trace.get('stop_condition');
  return {
    ...(typeof stop === 'string' && { termination: stop }),
    ...((getRecords(trace, 'errors') ?? []).length > 0 && { failed: true }),
    ...(typeof stop === 'string' && /^max_|length|truncated/.test(stop) && { truncated: true }),
  };
}

function traceDetails(record: RolloutRecord, trace: RolloutRecord): RolloutDetails {
  const uid = trace.get('id');
  const agent = objectOf(trace.get('agent'));
  const rewards = objectOf(trace.get('rewards'));
  const scores = Object.entries(rewards).map(([name, reward]) => [name, getOwn(reward, 'score')]);
  return {
    steps: traceSteps(trace),
    task: getPath(trace, 'task', 'data') ?? getPath(record, 'task', 'data') ?? null,
    terminationReason: knownTermination(trace.get('stop_condition')),
    ...(typeof uid === 'string' && { uid }),
    signals: { ...signalsOf(trace.get('metrics')), ...signalsOf(Object.fromEntries(scores)) },
    metadata: {
      episode: record.get('id') ?? null,
      trainable: getOwn(agent, 'trainable') !== false,
      rewards,
      info: objectOf(trace.get('info')),
      ok: trace.get('ok') ?? null,
      errors: trace.get('errors') ?? [],
    },
  };
}
