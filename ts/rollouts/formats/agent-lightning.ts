import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { knownTermination } from '../content.ts';
import { readId, readReward, refuseRecord } from '../fields.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import { getOwn, getPath, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';
import { textKey } from '../text-key.ts';
import { requestStep, requestTokens, requestVersion } from './agent-lightning-requests.ts';

/** Agent Lightning's archive of rollouts with their events, `archive.jsonl`. */
export const agentLightning: RolloutFormat = {
  name: 'agent-lightning',
  title: 'Agent Lightning archive',
  containers: ['jsonl'],
  describe: {
    group: 'data_id of metadata or input, else equal input (and that is said)',
    role: 'none',
    reward: 'data.value of the last reward event of the attempt that succeeded',
    rolloutIndex: 'rollout_id',
  },
  detect: (record) => record.has('rollout') && record.has('events'),
  read(record) {
    const rollout = getRecord(record, 'rollout') ?? refuseRecord('not-a-rollout', 'has no rollout');
    const batch = getPath(rollout, 'metadata', 'batch_idx');
    const train = rollout.get('is_train') ?? getPath(rollout, 'metadata', 'is_train');
    return {
      ...groupOf(rollout),
      role: ALL_GROUPS_ROLE,
      ...rewardOf(record, rollout),
      rolloutIndex: readId(rollout, 'rollout_id'),
      ...(typeof batch === 'number' && { step: batch }),
      ...(typeof train === 'boolean' && { split: train ? 'train' : 'val' }),
      ...factsOf(record, rollout),
    };
  },
  details(record) {
    const rollout = getRecord(record, 'rollout');
    const requests = rollout ? eventsOf(record, rollout, 'model_request') : [];
    const rewards = rollout ? eventsOf(record, rollout, 'reward') : [];
    const uid = rollout?.get('rollout_id');
    return {
      steps: requests.map((data, i) => ({
        ...requestStep(data),
        done: i === requests.length - 1,
      })),
      task: rollout?.get('input') ?? null,
      terminationReason: rollout ? knownTermination(stateOf(rollout)) : null,
      ...(typeof uid === 'string' && { uid }),
      metadata: {
        ...(rollout && { rollout_metadata: rollout.get('metadata') ?? {} }),
        reward_event: toObject(rewards.at(-1)),
      },
    };
  },
};

function groupOf(rollout: RolloutRecord): Pick<RowFields, 'group' | 'guessedGroup'> {
  for (const owner of [getRecord(rollout, 'metadata'), getRecord(rollout, 'input')]) {
    const id = owner && readId(owner, 'data_id');
    if (id) return { group: id };
  }
  const input = rollout.get('input') ?? null;
  if (input === null) return refuseRecord('missing-group', 'has neither a data_id nor an input');
  try {
    return { group: textKey(JSON.stringify(input)), guessedGroup: true };
  } catch {
    // It calls itself for each level; JSON.parse does not.
    return refuseRecord('invalid-group', 'has no data_id, and its input is nested too deeply');
  }
}

/** Data of the events of a kind, of the attempt that succeeded where one did. */
function eventsOf(record: RolloutRecord, rollout: RolloutRecord, type: string): RolloutRecord[] {
  const status = rollout.get('status');
  const attempt = rollout.get('succeeded_attempt_id') ?? getOwn(status, 'last_attempt_id') ?? null;
  return (getRecords(record, 'events') ?? []).flatMap((event) => {
    if (event?.get('event_type') !== type) return [];
    if (attempt !== null && event.get('attempt_id') !== attempt) return [];
    const data = getRecord(event, 'data');
    return data ? [data] : [];
  });
}

function rewardOf(
  record: RolloutRecord,
  rollout: RolloutRecord,
): Pick<RowFields, 'reward' | 'guessed'> {
  const events = eventsOf(record, rollout, 'reward');
  return {
    reward: readReward(events.at(-1)?.get('value')),
    ...(events.length > 1 && { guessed: 'has several reward events; the last is taken' }),
  };
}

function toObject(record: RolloutRecord | undefined): unknown {
  return record && Object.fromEntries(record.names.map((name) => [name, record.get(name)]));
}

/** Text, or in an object: that changed on the way to version 1. */
function stateOf(rollout: RolloutRecord): unknown {
  return getPath(rollout, 'status', 'state') ?? rollout.get('status');
}

function factsOf(record: RolloutRecord, rollout: RolloutRecord): RolloutFacts {
  const state = stateOf(rollout);
  const requests = eventsOf(record, rollout, 'model_request');
  const tokens = requests.reduce((sum, data) => sum + requestTokens(data), 0);
  const versions = requests.map(requestVersion).filter((version) => version !== undefined);
  return {
    ...(typeof state === 'string' && { termination: state }),
    ...(typeof state === 'string' && /fail/.test(state) && { failed: true }),
    ...(tokens > 0 && { responseTokens: tokens }),
    ...(versions.length > 0 && { weightVersion: Math.min(...versions) }),
  };
}
