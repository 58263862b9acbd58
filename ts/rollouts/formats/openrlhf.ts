import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { textOf } from '../content.ts';
import { readReward, refuseRecord } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { getLength } from '../record.ts';
import { textKey } from '../text-key.ts';

/** What OpenRLHF's `batch_inference` writes: an answer and its reward a line, the same input once for each answer. */
export const openrlhf: RolloutFormat = {
  name: 'openrlhf',
  title: 'OpenRLHF batch inference',
  containers: ['jsonl'],
  describe: {
    group: 'equal input (and that is said)',
    role: 'none',
    reward: 'reward',
    rolloutIndex: 'none',
  },
  detect: (record) =>
    record.has('input') && record.has('output') && record.has('reward') && !isOther(record.names),
  read(record) {
    const input = record.get('input');
    const chars = getLength(record, 'output');
    return {
      group:
        typeof input === 'string'
          ? textKey(input)
          : refuseRecord('missing-group', 'input is no text'),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('reward')),
      rolloutIndex: null,
      guessedGroup: true,
      ...(chars !== undefined && { responseChars: chars }),
    };
  },
  details: (record) => ({
    steps: [
      {
        observation: record.get('input'),
        modelResponse: textOf(record.get('output')),
        reward: readReward(record.get('reward')) ?? 0,
        done: true,
      },
    ],
    task: { input: record.get('input') },
  }),
};

/** These names are common: a record that names its task is one of somebody's own, one with a score verl's. */
function isOther(names: readonly string[]): boolean {
  return ['task_id', 'group_id', 'score'].some((name) => names.includes(name));
}
