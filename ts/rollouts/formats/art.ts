import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { listOf, objectOf, signalsOf } from '../content.ts';
import { readEach, readReward, refuseRecord } from '../fields.ts';
import { splitInPath, stepInBase } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat, RowFields } from '../format.ts';
import { conversationSteps, messageLength } from '../messages.ts';
import { getLength, getOwn, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';
import { artGroup } from './art-group.ts';

/**
 * ART's trajectory groups, one in each line or in each entry of a YAML document:
 * `.art/{project}/models/{model}/trajectories/{split}/0003.jsonl`, `.yaml` in 2025. Trajectories that failed are not in them.
 */
export const art: RolloutFormat = {
  name: 'art',
  title: 'ART trajectory groups',
  containers: ['jsonl', 'yaml'],
  describe: {
    group: 'the line or entry, which is a group; before it the model, where folders tell of one',
    role: 'none',
    reward: 'reward of the trajectory',
    rolloutIndex: 'the place of the trajectory in its group',
  },
  detect: (record) => {
    const [first] = getRecords(record, 'trajectories') ?? [];
    return first ? first.has('messages_and_choices') : isEmptyGroup(record);
  },
  read(record, file, number) {
    const step = stepInBase(file);
    const split = splitInPath(file);
    return readEach(trajectoriesOf(record), (trajectory, i): RowFields => {
      if (!trajectory) return refuseRecord('malformed-json', 'a trajectory is no object');
      return {
        group: artGroup(file, number),
        role: ALL_GROUPS_ROLE,
        reward: readReward(trajectory.get('reward')),
        rolloutIndex: String(i),
        ...(step !== undefined && { step }),
        ...(split !== undefined && { split }),
        ...endOf(trajectory),
      };
    });
  },
  details: (record) =>
    trajectoriesOf(record).map((trajectory) =>
      trajectory ? trajectoryDetails(trajectory, objectOf(record.get('metadata'))) : { steps: [] },
    ),
};

function isEmptyGroup(record: RolloutRecord): boolean {
  const others = record.names.filter((name) => !groupFields.has(name));
  return getLength(record, 'trajectories') === 0 && others.length === 0;
}

const groupFields = new Set(['trajectories', 'metadata', 'metrics', 'logs', 'exceptions']);

function trajectoriesOf(record: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  const trajectories = getRecords(record, 'trajectories') ?? [];
  if (trajectories.length > 0) return trajectories;
  return refuseRecord('not-a-rollout', 'is a group without trajectories');
}

/** What a model chose stands in a `message`, and why it ended beside it. */
function isChoice(item: unknown): boolean {
  return typeof getOwn(item, 'message') === 'object' && getOwn(item, 'message') !== null;
}

function endOf(trajectory: RolloutRecord): RolloutFacts {
  let reason: unknown;
  let chars = 0;
  for (const item of getRecords(trajectory, 'messages_and_choices') ?? []) {
    const message = item && getRecord(item, 'message');
    if (!message) continue;
    reason = item.get('finish_reason');
    chars += messageLength(message);
  }
  return {
    responseChars: chars,
    ...(typeof reason === 'string' && { termination: reason }),
    ...(reason === 'length' && { truncated: true }),
  };
}

function trajectoryDetails(
  trajectory: RolloutRecord,
  groupMetadata: Record<string, unknown>,
): RolloutDetails {
  const items = listOf(trajectory.get('messages_and_choices'));
  const messages = items.map((item) => (isChoice(item) ? getOwn(item, 'message') : item));
  return {
    steps: conversationSteps(messages, (_, i) => isChoice(items[i])),
    signals: signalsOf(trajectory.get('metrics')),
    metadata: {
      ...objectOf(trajectory.get('metadata')),
      group: groupMetadata,
      logs: listOf(trajectory.get('logs')),
      tools: trajectory.get('tools') ?? null,
      additional_histories: listOf(trajectory.get('additional_histories')),
    },
  };
}
