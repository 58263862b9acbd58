import { readEach, readId, readReward, readRole, refuseRecord } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { getRecords, type RolloutRecord } from '../record.ts';

/** rLLM's results of an evaluation: one JSON document with an item for each attempt at each task. */
export const rllmResults: RolloutFormat = {
  name: 'rllm-results',
  title: 'rLLM evaluation results',
  containers: ['json'],
  describe: {
    group: 'idx of the item',
    role: 'agent of the document',
    reward: 'reward of the item',
    rolloutIndex: 'attempt of the item, else 0',
  },
  detect: (record) =>
    record.has('items') && record.has('agent') && (record.has('score') || record.has('pass_at')),
  read(record) {
    const role = readRole(record.get('agent'), 'agent');
    return readEach(itemsOf(record), (item) => {
      if (item === undefined) return refuseRecord('malformed-json', 'an item is no object');
      const error = item.get('error');
      return {
        group: readId(item, 'idx') ?? refuseRecord('missing-group', 'an item has no idx'),
        role,
        reward: readReward(item.get('reward')),
        rolloutIndex: readId(item, 'attempt') ?? '0',
        ...(typeof error === 'string' && {
          failed: true,
          termination: 'error',
          guessed:
            'holds items that failed; their reward is what the writer puts where nothing was scored',
        }),
      };
    });
  },
};

function itemsOf(record: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  return getRecords(record, 'items') ?? refuseRecord('not-a-rollout', 'its items are no list');
}
