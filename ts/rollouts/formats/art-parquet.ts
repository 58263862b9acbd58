import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { listOf, objectOf, signalsOf } from '../content.ts';
import { readId, readIndex, readReward, refuseRecord } from '../fields.ts';
import { splitInPath, stepInBase } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { readJsonValues } from '../json-values.ts';
import { conversationSteps, messageText } from '../messages.ts';
import { getOwn, type RolloutRecord } from '../record.ts';
import { artGroup } from './art-group.ts';

/**
 * ART's trajectories as Parquet, `trajectories/{split}/0003.parquet`, a row each. Version 2 has the whole trajectory as JSON text
 * beside the same columns.
 */
export const artParquet: RolloutFormat = {
  name: 'art-parquet',
  title: 'ART trajectories as Parquet',
  containers: ['parquet'],
  describe: {
    group: 'group_index; before it the model, where folders tell of one',
    role: 'none',
    reward: 'reward',
    rolloutIndex: 'trajectory_index (version 2)',
  },
  sideFiles: [
    {
      name: /^\d+\.(jsonl|yaml)$/,
      what: 'the trajectories of the Parquet file of the same name, as ART kept them before',
      when: (name, beside) => beside.includes(name.replace(/\.[a-z]+$/, '.parquet')),
    },
  ],
  detect: (record) => record.has('group_index') && record.has('reward') && record.has('messages'),
  version: (record) => (record.has('trajectory_json') ? 'v2' : 'v1'),
  read(record, file) {
    if (isEmptyGroup(record)) {
      return refuseRecord('not-a-rollout', 'is a group without trajectories');
    }
    const step = stepInBase(file);
    const split = splitInPath(file);
    const group = readId(record, 'group_index');
    const index = readIndex(record, 'trajectory_index');
    const ours = messagesOf(record).filter(isTrainable);
    return {
      group: artGroup(file, group ?? refuseRecord('missing-group', 'has no group_index')),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('reward')),
      ...index,
      // Two files, whose groups have the same numbers, are told apart by nothing else.
      ...(index.rolloutIndex === null && { task: file.name }),
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      responseChars: ours.reduce<number>((sum, message) => sum + messageText(message).length, 0),
    };
  },
  details(record) {
    const messages = messagesOf(record);
    return {
      steps: conversationSteps(messages, isTrainable),
      signals: signalsOf(parsed(record.get('metrics'))),
      metadata: {
        ...objectOf(parsed(record.get('metadata'))),
        group: objectOf(parsed(record.get('group_metadata'))),
        logs: listOf(record.get('logs')),
        tools: parsed(record.get('tools')) ?? null,
        ...(record.has('trajectory_json') && { trajectory: parsed(record.get('trajectory_json')) }),
      },
    };
  },
};

/** A group without trajectories has a row all the same. */
function isEmptyGroup(record: RolloutRecord): boolean {
  return ['reward', 'messages', 'trajectory_json'].every(
    (name) => (record.get(name) ?? null) === null,
  );
}

/** Of version 2, messages that the columns have no room for stand in the JSON text alone. */
function messagesOf(record: RolloutRecord): readonly unknown[] {
  const messages = record.get('messages');
  if (Array.isArray(messages)) return messages.map(withCalls);
  const items = listOf(getOwn(parsed(record.get('trajectory_json')), 'messages_and_choices'));
  return items.map((item) => {
    const message = getOwn(item, 'message');
    return message === undefined ? item : { ...objectOf(message), trainable: true };
  });
}

function withCalls(message: unknown): unknown {
  const calls = getOwn(message, 'tool_calls');
  return typeof calls === 'string' ? { ...objectOf(message), tool_calls: parsed(calls) } : message;
}

function isTrainable(message: unknown): boolean {
  return getOwn(message, 'trainable') === true;
}

/** JSON text of a cell, as Python writes it; undefined for what is none. */
function parsed(cell: unknown): unknown {
  return typeof cell === 'string' ? readJsonValues(cell).values[0] : undefined;
}
