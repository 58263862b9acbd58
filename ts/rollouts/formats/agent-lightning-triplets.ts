import type { StepInit } from '../../types/step.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { numbersOf, objectOf } from '../content.ts';
import { readId, readReward, refuseRecord } from '../fields.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import { getLength, getPath, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';

/** Rollouts with their triplets of prompt, response and reward, as Agent Lightning before version 1 gave them to its trainer. */
export const agentLightningTriplets: RolloutFormat = {
  name: 'agent-lightning-triplets',
  title: 'Agent Lightning rollouts with triplets, before version 1',
  containers: ['jsonl'],
  describe: {
    group: 'data_id of task, its metadata or input, else equal task (and that is said)',
    role: 'none',
    reward: 'final_reward',
    rolloutIndex: 'rollout_id',
  },
  detect: (record) =>
    record.has('rollout_id') && (record.has('final_reward') || record.has('triplets')),
  read(record) {
    const mode = getPath(record, 'task', 'mode');
    const tokens = tripletsOf(record).reduce((sum, one) => sum + tokensOf(one), 0);
    return {
      ...groupOf(record),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('final_reward')),
      rolloutIndex: readId(record, 'rollout_id'),
      ...(typeof mode === 'string' && { split: mode }),
      ...(tokens > 0 && { responseTokens: tokens }),
    };
  },
  details(record) {
    const triplets = tripletsOf(record);
    const id = record.get('rollout_id');
    return {
      steps: triplets.map((one, i) => ({
        ...tripletStep(one),
        done: i === triplets.length - 1,
      })),
      task: record.get('task') ?? null,
      ...(typeof id === 'string' && { uid: id }),
      metadata: { ...objectOf(record.get('metadata')), logs: record.get('logs') ?? null },
    };
  },
};

function tripletsOf(record: RolloutRecord): RolloutRecord[] {
  return (getRecords(record, 'triplets') ?? []).filter((one) => one !== undefined);
}

function tokensOf(triplet: RolloutRecord): number {
  const response = getRecord(triplet, 'response');
  return (response && getLength(response, 'token_ids')) ?? 0;
}

function tripletStep(triplet: RolloutRecord): StepInit {
  const logprobs = getPath(triplet, 'response', 'logprobs');
  const told = Array.isArray(logprobs)
    ? logprobs.map((one: unknown) => (typeof one === 'number' ? one : objectOf(one).logprob))
    : [];
  return {
    promptIds: numbersOf(getPath(triplet, 'prompt', 'token_ids')),
    responseIds: numbersOf(getPath(triplet, 'response', 'token_ids')),
    logprobs: numbersOf(told),
    reward: readReward(triplet.get('reward')) ?? 0,
    metadata: objectOf(triplet.get('metadata')),
  };
}

function groupOf(record: RolloutRecord): Pick<RowFields, 'group' | 'guessedGroup'> {
  const task = getRecord(record, 'task');
  const owners = [task, task && getRecord(task, 'metadata'), task && getRecord(task, 'input')];
  for (const owner of owners) {
    const id = owner && readId(owner, 'data_id');
    if (id) return { group: id };
  }
  const input = task?.get('input') ?? record.get('task') ?? null;
  if (input === null) return refuseRecord('missing-group', 'has no task');
  try {
    return { group: textKey(JSON.stringify(input)), guessedGroup: true };
  } catch {
    // It calls itself for each level; JSON.parse does not.
    return refuseRecord('invalid-group', 'has no data_id, and its task is nested too deeply');
  }
}
