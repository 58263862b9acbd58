import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { refuseRecord, trainingStep } from '../fields.ts';
import { stepInBase } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { getLength, type RolloutRecord } from '../record.ts';
import { givenRewards, type RewardColumns, rewardCell, sumOfRewards } from '../reward-columns.ts';
import { textKey } from '../text-key.ts';

const known = new Set(['step', 'prompt', 'completion', 'advantage']);

/**
 * What TRL's GRPO trainer logs with `log_completions`: `{output_dir}/completions/completions_00012.parquet`, a column for each
 * reward function.
 */
export const trl: RolloutFormat = {
  name: 'trl',
  title: 'TRL completions',
  containers: ['parquet'],
  describe: {
    group: 'equal prompt (and that is said)',
    role: 'none',
    reward: 'the columns of numbers between completion and advantage, summed (and that is said)',
    rolloutIndex: 'none',
  },
  namedReward: true,
  detect: (record) => record.has('prompt') && record.has('completion') && record.has('advantage'),
  read(record, file) {
    const step = trainingStep(record.get('step')) ?? stepInBase(file);
    const chars = getLength(record, 'completion');
    const { reward, guessed } = sumOfRewards(rewardsOf(record), file.rewardKey);
    return {
      group: promptKey(record),
      role: ALL_GROUPS_ROLE,
      reward,
      rolloutIndex: null,
      guessedGroup: true,
      ...(guessed !== undefined && { guessed }),
      ...(step !== undefined && { step }),
      ...(chars !== undefined && { responseChars: chars }),
    };
  },
  details(record) {
    const { prompt, completion, advantage, step, ...rest } = Object.fromEntries(
      record.names.map((name) => [name, record.get(name)]),
    );
    return {
      steps: [
        {
          observation: prompt,
          modelResponse: typeof completion === 'string' ? completion : '',
          advantage: typeof advantage === 'number' ? advantage : null,
          done: true,
        },
      ],
      task: { prompt },
      signals: givenRewards(rewardsOf(record)),
      metadata: rest,
    };
  },
};

/** A column of text is none of a reward; one of nothing but nulls is one that never applied. */
function rewardsOf(record: RolloutRecord): RewardColumns {
  const columns = new Map<string, number | null>();
  for (const name of record.names) {
    const value = known.has(name) ? undefined : rewardCell(record.get(name));
    if (value !== undefined) columns.set(name, value);
  }
  return columns;
}

function promptKey(record: RolloutRecord): string {
  const prompt = record.get('prompt');
  if (typeof prompt === 'string') return textKey(prompt);
  return refuseRecord('missing-group', 'prompt is no text');
}
