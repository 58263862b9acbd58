import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { textOf } from '../content.ts';
import { readIndex, readReward, refuseRecord } from '../fields.ts';
import { splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { getLength } from '../record.ts';
import { textKey } from '../text-key.ts';

/**
 * The artifact that Agent Lightning puts into W&B, `step_4/train_trajectories.jsonl.zip`: the last turn of each rollout. What had
 * no reward was given a value that fills its place.
 */
export const agentLightningTrajectories: RolloutFormat = {
  name: 'agent-lightning-trajectories',
  title: 'Agent Lightning trajectories',
  containers: ['jsonl'],
  describe: {
    group: 'equal prompt (and that is said)',
    role: 'none',
    reward: 'reward',
    rolloutIndex: 'rollout_id',
  },
  detect: ({ names }) => names.length === fields.size && names.every((name) => fields.has(name)),
  read(record, file) {
    const prompt = record.get('prompt');
    const step = stepInPath(file);
    const split = splitInPath(file);
    const chars = getLength(record, 'response');
    return {
      group:
        typeof prompt === 'string'
          ? textKey(prompt)
          : refuseRecord('missing-group', 'prompt is no text'),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('reward')),
      ...readIndex(record, 'rollout_id'),
      guessedGroup: true,
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      ...(chars !== undefined && { responseChars: chars }),
    };
  },
  details: (record) => ({
    steps: [
      {
        observation: record.get('prompt'),
        modelResponse: textOf(record.get('response')),
        done: true,
      },
    ],
    task: { prompt: record.get('prompt') },
  }),
};

const fields = new Set(['rollout_id', 'reward', 'prompt', 'response']);
