import { show } from '../../errors/show.ts';
import { readId, readIndex, readRole, refuseRecord, trainingStep } from '../fields.ts';
import { type FileContext, stepInPath } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat, RowFields } from '../format.ts';
import { listNames } from '../list-names.ts';
import type { RolloutRecord } from '../record.ts';

/** The names that plain files use for which attempt at a task a record is. */
const indexFields = ['rollout_idx', 'rollout_index', 'rollout_id', 'id'] as const;

export const plainFields: RolloutFormat['describe'] = {
  group: 'group_id, else task_id; of one step and split, where there are such',
  role: 'name',
  reward: 'reward, or the field that rewardKey (--reward) names',
  rolloutIndex: indexFields.join(', or '),
};

export function isPlain(record: RolloutRecord): boolean {
  return record.has('task_id') || record.has('group_id');
}

/** The reward as it is written. Only `reward` itself may be missing: of another name it is known that it should be there. */
export function rewardOf(record: RolloutRecord, { rewardKey = 'reward' }: FileContext): unknown {
  if (rewardKey === 'reward' || record.has(rewardKey)) return record.get(rewardKey);
  return refuseRecord(
    'invalid-reward',
    `has no reward named ${show(rewardKey)}, but the fields ${listNames(record.names)}`,
  );
}

/** What plain JSONL and CSV have in common; they differ in how a reward is written. */
export function readPlain(
  record: RolloutRecord,
  reward: number | null,
  file: FileContext,
): RowFields {
  const task = readId(record, 'task_id');
  const group = readId(record, 'group_id');
  return {
    group:
      group ??
      task ??
      refuseRecord('missing-group', 'has neither a task_id nor a group_id; an empty one is none'),
    role: readRole(record.get('name'), 'name'),
    reward,
    ...attemptOf(record, task),
    ...partOf(record, file),
    ...(group !== null && task !== null && { task }),
  };
}

/** One step, which takes the advantage; what else the record holds is the trajectory's. */
export function plainDetails(
  record: RolloutRecord,
  { rewardKey = 'reward' }: FileContext,
): RolloutDetails {
  const names = record.names.filter((name) => name !== rewardKey && !read.has(name));
  return {
    steps: [{}],
    task: taskOf(record),
    metadata: Object.fromEntries(names.map((name) => [name, record.get(name)])),
  };
}

/** As the file has it; an integer that a double cannot hold as text, with all its digits. */
function taskOf(record: RolloutRecord): unknown {
  const task = record.get('task_id') ?? null;
  return Number.isInteger(task) && !Number.isSafeInteger(task) ? readId(record, 'task_id') : task;
}

const read = new Set(['task_id', 'group_id', 'name', ...indexFields]);

/** Some files repeat the task's id as `id`; that says nothing of the attempt. */
function attemptOf(
  record: RolloutRecord,
  task: string | null,
): Pick<RowFields, 'rolloutIndex' | 'oddIndex'> {
  const name = indexFields.find((candidate) => record.has(candidate));
  const index = name === undefined ? { rolloutIndex: null } : readIndex(record, name);
  const repeats = name === 'id' && index.rolloutIndex === task;
  return repeats ? { ...index, rolloutIndex: null } : index;
}

/**
 * The training step, else that of folders and file, and the part of the data: that is a field only, since files of one's own
 * are called `test.jsonl` for other reasons, too.
 */
function partOf(record: RolloutRecord, file: FileContext): Pick<RowFields, 'step' | 'split'> {
  const step = trainingStep(record.get('step')) ?? stepInPath(file);
  const split = record.get('split');
  return {
    ...(step !== undefined && { step }),
    ...(typeof split === 'string' && split !== '' && { split }),
  };
}
