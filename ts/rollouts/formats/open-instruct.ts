import { numbersOf } from '../content.ts';
import { readId, readIndex, readReward, refuseRecord, trainingStep } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { labelRole } from '../label-role.ts';
import { getLength } from '../record.ts';

/** open-instruct's rollouts, `{run}_rollouts_000000.jsonl`, of several training steps in one file. */
export const openInstruct: RolloutFormat = {
  name: 'open-instruct',
  title: 'open-instruct rollouts',
  containers: ['jsonl'],
  describe: {
    group: 'prompt_idx, inside a step',
    role: 'dataset',
    reward: 'reward',
    rolloutIndex: 'sample_idx',
  },
  detect: (record) =>
    record.has('prompt_idx') && record.has('sample_idx') && record.has('response_tokens'),
  read(record) {
    const step = trainingStep(record.get('step'));
    const finish = record.get('finish_reason');
    const tokens = getLength(record, 'response_tokens');
    return {
      group: readId(record, 'prompt_idx') ?? refuseRecord('missing-group', 'has no prompt_idx'),
      role: labelRole(record.get('dataset')),
      reward: readReward(record.get('reward')),
      ...readIndex(record, 'sample_idx'),
      ...(step !== undefined && { step }),
      ...(typeof finish === 'string' && { termination: finish }),
      ...(finish === 'length' && { truncated: true }),
      ...(tokens !== undefined && { responseTokens: tokens }),
    };
  },
  details(record) {
    const advantage = record.get('advantage');
    const info = record.get('request_info') ?? record.get('tool_info') ?? null;
    return {
      steps: [
        {
          promptIds: numbersOf(record.get('prompt_tokens')),
          responseIds: numbersOf(record.get('response_tokens')),
          logprobs: numbersOf(record.get('logprobs')),
          advantage: typeof advantage === 'number' ? advantage : null,
          done: true,
        },
      ],
      task: { dataset: record.get('dataset') ?? null, truth: record.get('ground_truth') ?? null },
      metadata: { request_info: info },
    };
  },
};
