import { show } from '../../errors/show.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { numbersOf, objectOf, signalsOf, textOf } from '../content.ts';
import { readId, readIndex, readReward, refuseRecord } from '../fields.ts';
import type { FileContext } from '../file-context.ts';
import { splitInPath, stepInBase } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat } from '../format.ts';
import { messagesOf } from '../messages.ts';
import { getOwn, type RolloutRecord } from '../record.ts';

/**
 * Samples of slime as JSON lines: what three lines of Python make of its `rollout_data/{id}.pt`, which only Python can read.
 */
export const slime: RolloutFormat = {
  name: 'slime',
  title: 'slime samples',
  containers: ['jsonl'],
  describe: {
    group: 'group_index',
    role: 'none',
    reward: 'reward; of one that is an object the entry that rewardKey (--reward) names',
    rolloutIndex: 'index',
  },
  namedReward: true,
  detect: (record) =>
    record.has('group_index') && record.has('response_length') && record.has('status'),
  read(record, file) {
    const step = stepInBase(file);
    const split = /^eval_/.test(file.base) ? 'eval' : splitInPath(file);
    const status = record.get('status');
    const tokens = record.get('response_length');
    return {
      group: readId(record, 'group_index') ?? refuseRecord('missing-group', 'has no group_index'),
      role: ALL_GROUPS_ROLE,
      reward: rewardOf(record, file),
      ...readIndex(record, 'index'),
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      ...(typeof status === 'string' && { termination: status }),
      ...((status === 'failed' || status === 'aborted') && { failed: true }),
      ...(status === 'truncated' && { truncated: true }),
      ...(typeof tokens === 'number' && { responseTokens: tokens }),
      ...weightsOf(record),
    };
  },
  details: sampleDetails,
};

function rewardOf(record: RolloutRecord, { rewardKey }: FileContext): number | null {
  const reward = record.get('reward');
  if (typeof reward !== 'object' || reward === null || Array.isArray(reward)) {
    return readReward(reward);
  }
  const names = Object.keys(reward);
  const listed = names.map(show).join(', ') || 'nothing';
  if (rewardKey === undefined) {
    return refuseRecord(
      'invalid-reward',
      `its reward is an object with ${listed}; say which is meant by rewardKey (--reward)`,
    );
  }
  if (names.includes(rewardKey)) return readReward(getOwn(reward, rewardKey));
  return refuseRecord('invalid-reward', `has no reward named ${show(rewardKey)}, but ${listed}`);
}

/** Versions are text, one for each time that the weights changed on the way. */
function weightsOf(record: RolloutRecord): { weightVersion?: number } {
  const versions = record.get('weight_versions');
  const numbers = (Array.isArray(versions) ? versions : [])
    .filter((version) => version !== null && version !== '')
    .map(Number)
    .filter(Number.isFinite);
  return numbers.length > 0 ? { weightVersion: Math.min(...numbers) } : {};
}

function sampleDetails(record: RolloutRecord): RolloutDetails {
  const tokens = numbersOf(record.get('tokens'));
  const length = record.get('response_length');
  const cut = tokens.length - (typeof length === 'number' ? length : 0);
  const responseIds = tokens.slice(Math.max(0, cut));
  const logprobs = numbersOf(record.get('rollout_log_probs'));
  const response = textOf(record.get('response'));
  const session = record.get('session_id');
  const { weightVersion = null } = weightsOf(record);
  return {
    steps: [
      {
        promptIds: tokens.slice(0, Math.max(0, cut)),
        responseIds,
        logprobs,
        chatCompletions: [
          ...messagesOf(record.get('prompt'), 'user'),
          { role: 'assistant', content: response },
        ],
        modelResponse: response,
        weightVersion,
        metadata: { loss_mask: record.get('loss_mask') ?? null },
        done: true,
      },
    ],
    task: { prompt: record.get('prompt') ?? null, label: record.get('label') ?? null },
    sessionId: typeof session === 'string' ? session : null,
    signals: signalsOf(record.get('reward')),
    metadata: {
      ...objectOf(record.get('metadata')),
      status: record.get('status'),
      remove_sample: record.get('remove_sample') === true,
    },
  };
}
