import { readReward } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { isPlain, plainDetails, plainFields, readPlain, rewardOf } from './plain-fields.ts';

/** JSON lines of your own: `{"task_id": "t1", "name": "solver", "reward": 1}`. */
export const plainJsonl: RolloutFormat = {
  name: 'jsonl',
  title: 'plain JSON lines',
  containers: ['jsonl', 'json'],
  describe: plainFields,
  namedReward: true,
  detect: isPlain,
  read: (record, file) =>
    readPlain(record, readReward(rewardOf(record, file), file.rewardKey), file),
  details: plainDetails,
};
