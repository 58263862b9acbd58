import { field, readId, readRole, refuseRecord } from '../fields.ts';
import type { RecordContext, RolloutFormat, RolloutRecord, RowFields } from '../format.ts';

/** The names that plain files use for which attempt at a task a record is. */
const indexFields = ['rollout_idx', 'rollout_index', 'rollout_id', 'id'] as const;

export const plainFields: RolloutFormat['describe'] = {
  group: 'group_id, else task_id',
  role: 'name',
  reward: 'reward',
  rolloutIndex: indexFields.join(', or '),
};

export function isPlain(record: RolloutRecord): boolean {
  return Object.hasOwn(record, 'task_id') || Object.hasOwn(record, 'group_id');
}

/** What plain JSONL and CSV have in common; they differ in how a reward is written. */
export function readPlain(
  record: RolloutRecord,
  context: RecordContext,
  reward: number | null,
): RowFields {
  const task = readId(record, 'task_id', context);
  const group = readId(record, 'group_id', context);
  return {
    group: group ?? task ?? refuseRecord('missing-group', 'has neither task_id nor group_id'),
    role: readRole(field(record, 'name'), 'name'),
    reward,
    rolloutIndex: readIndex(record, context),
    ...(group !== null && task !== null && { task }),
  };
}

function readIndex(record: RolloutRecord, context: RecordContext): string | null {
  for (const name of indexFields) {
    if (Object.hasOwn(record, name)) return readId(record, name, context);
  }
  return null;
}
