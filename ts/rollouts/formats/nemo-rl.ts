import { show } from '../../errors/show.ts';
import type { StepInit } from '../../types/step.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { numbersOf } from '../content.ts';
import { readIndex, readReward, refuseRecord } from '../fields.ts';
import { splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import { isArray, type RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';

/**
 * NeMo-RL's `train_data_step1.jsonl` and `val_data_step1.jsonl`: the batch in pieces of one rollout, so that every field is a list
 * of one. Lists of tokens are padded to the longest of the batch.
 */
export const nemoRl: RolloutFormat = {
  name: 'nemo-rl',
  title: 'NeMo-RL train and validation data',
  containers: ['jsonl'],
  describe: {
    group:
      'equal tokens before the first that was trained on; of validation data all (and that is said)',
    role: 'none',
    reward: 'filtered_rewards, else rewards',
    rolloutIndex: 'idx, the number of the row',
  },
  detect: (record) => record.has('rewards') && record.has('idx') && isArray(record, 'content'),
  read(record, file) {
    const step = stepInPath(file);
    const split = splitInPath(file);
    const group = groupOf(record);
    return {
      role: ALL_GROUPS_ROLE,
      reward: readReward(rewardOf(record)),
      ...group,
      ...readIndex(record, 'idx'),
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
    };
  },
  details(record) {
    const content = only(record, 'content');
    return {
      steps: record.has('token_ids')
        ? tokenSteps(record)
        : [{ modelResponse: typeof content === 'string' ? content : '', done: true }],
      metadata: {
        content,
        ...(record.has('agent_ref') && { agent_ref: only(record, 'agent_ref') }),
        ...(record.has('sample_loss_mask') && {
          sample_loss_mask: only(record, 'sample_loss_mask'),
        }),
      },
    };
  },
};

function only(record: RolloutRecord, name: string): unknown {
  const value = record.get(name);
  if (!Array.isArray(value)) return value;
  if (value.length === 1) return value[0];
  return refuseRecord(
    'invalid-content',
    `${name} must be a list of one, as rollouts are written one by one, got ${value.length} entries`,
  );
}

/** With dynamic sampling `rewards` is the list from before rollouts were filtered, which is cut at other places. */
function rewardOf(record: RolloutRecord): unknown {
  return only(record, record.has('filtered_rewards') ? 'filtered_rewards' : 'rewards');
}

function groupOf(
  record: RolloutRecord,
): Pick<RowFields, 'group' | 'guessed' | 'guessedGroup' | 'responseTokens'> {
  if (!record.has('token_ids')) {
    return {
      group: 'all',
      guessed:
        'has neither an id of its task nor its prompt: all rollouts of the file are one group',
    };
  }
  const { ids, mask } = tokensOf(record);
  const first = mask.findIndex((trained) => trained > 0);
  if (first < 0) {
    return refuseRecord(
      'missing-group',
      'has no token that was trained on: no telling where its prompt ends',
    );
  }
  return {
    group: textKey(ids.slice(0, first).join(' ')),
    guessedGroup: true,
    responseTokens: mask.filter((trained) => trained > 0).length,
  };
}

interface Tokens {
  readonly ids: readonly number[];
  /** Above 0 for those that were trained on. */
  readonly mask: readonly number[];
  /** Reads another list of the same tokens. */
  listed(name: string): readonly number[];
}

/** Without what they are padded with. */
function tokensOf(record: RolloutRecord): Tokens {
  const length = only(record, 'input_lengths');
  const end = typeof length === 'number' ? length : undefined;
  const listed = (name: string): number[] => numbersOf(only(record, name)).slice(0, end);
  const [ids, mask] = [listed('token_ids'), listed('token_loss_mask')];
  if (ids.length === mask.length && ids.length > 0) return { ids, mask, listed };
  return refuseRecord(
    'invalid-content',
    `token_ids and token_loss_mask must be as long as each other, got ${show(ids.length)} and ${show(mask.length)}`,
  );
}

/** A step for each stretch of tokens that were trained on, with all tokens before it. */
function tokenSteps(record: RolloutRecord): StepInit[] {
  const { ids, mask, listed } = tokensOf(record);
  const [logprobs, advantages] = [listed('generation_logprobs'), listed('advantages')];
  const previous = listed('prev_logprobs');
  const steps: StepInit[] = [];
  let start = -1;
  for (let i = 0; i <= ids.length; i++) {
    const trained = (mask[i] ?? 0) > 0;
    if (trained && start < 0) start = i;
    if (trained || start < 0) continue;
    steps.push({
      promptIds: ids.slice(0, start),
      responseIds: ids.slice(start, i),
      logprobs: logprobs.slice(start, i),
      advantage: advantages.length > 0 ? advantages.slice(start, i) : null,
      metadata: { prev_logprobs: previous.slice(start, i) },
      done: !mask.slice(i).some((later) => later > 0),
    });
    start = -1;
  }
  return steps;
}
