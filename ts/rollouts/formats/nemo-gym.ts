import { readId, readIndex, readReward, readRole, refuseRecord } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { getPath, getRecord, type RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';
import { VERSION_FIELD } from '../writers/line-fields.ts';
import { nemoGymDetails, responseFacts } from './nemo-gym-content.ts';

/** NVIDIA NeMo Gym: `*rollouts.jsonl`, one rollout a line in order of completion. */
export const nemoGym: RolloutFormat = {
  name: 'nemo-gym',
  title: 'NeMo Gym rollouts',
  containers: ['jsonl', 'json'],
  sideFiles: [
    { name: /_reward_profiling\.jsonl$/, what: 'a NeMo Gym reward profile of the tasks' },
  ],
  describe: {
    group: '_ng_task_index, else equal responses_create_params.input (and that is said)',
    role: 'agent_ref.name',
    reward: 'reward',
    // A retry of a rollout keeps its index and raises _ng_attempt_index: it is the same rollout.
    rolloutIndex: '_ng_rollout_index',
  },
  detect: (record) => record.has('responses_create_params') || isProfile(record),
  read(record) {
    const id = readId(record, '_ng_task_index');
    return {
      group: id ?? inputGroup(record),
      role: readRole(agentName(record), 'agent_ref.name'),
      reward: readReward(record.get('reward')),
      ...readIndex(record, '_ng_rollout_index'),
      ...(id === null && { guessedGroup: true }),
    };
  },
  simple: {
    group: '_ng_task_index',
    role: ['agent_ref', 'name'],
    reward: 'reward',
    rolloutIndex: '_ng_rollout_index',
    present: ['responses_create_params'],
    absent: [VERSION_FIELD],
  },
  facts: responseFacts,
  details: nemoGymDetails,
  describeSideRecord: (record) =>
    isProfile(record)
      ? 'is a NeMo Gym reward profile (mean, min, max and std of each task), not a rollout; give the rollouts file'
      : undefined,
};

function isProfile(record: RolloutRecord): boolean {
  return !record.has('reward') && record.has('mean/reward') && record.has('std/reward');
}

function agentName(record: RolloutRecord): unknown {
  const agent = getRecord(record, 'agent_ref');
  return agent ? agent.get('name') : record.get('agent_ref');
}

function inputGroup(record: RolloutRecord): string {
  const input = getPath(record, 'responses_create_params', 'input');
  if (input === undefined || input === null) {
    return refuseRecord(
      'missing-group',
      'has neither _ng_task_index nor responses_create_params.input: no telling which task it belongs to',
    );
  }
  return textKey(toText(input));
}

function toText(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch {
    // It calls itself for each level; JSON.parse does not.
    return refuseRecord(
      'invalid-group',
      'has no _ng_task_index, and responses_create_params.input is nested too deeply to be compared',
    );
  }
}
