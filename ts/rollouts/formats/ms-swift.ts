import { show } from '../../errors/show.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { readEach, readReward, refuseRecord, trainingStep } from '../fields.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import { getLength, isArray, type RolloutRecord } from '../record.ts';
import { givenRewards, type RewardColumns, rewardCell, sumOfRewards } from '../reward-columns.ts';
import { textKey } from '../text-key.ts';

/**
 * What ms-swift's GRPO trainers log: `{output_dir}/completions.jsonl`, a line for each logging step, in which every field is a
 * column: a list with an entry for each rollout.
 */
export const msSwift: RolloutFormat = {
  name: 'ms-swift',
  title: 'ms-swift completions',
  containers: ['jsonl'],
  describe: {
    group: 'equal prompt of one step (and that is said)',
    role: 'none',
    reward: 'the columns between completion and advantages, summed (and that is said)',
    rolloutIndex: 'none',
  },
  namedReward: true,
  detect: (record) =>
    record.has('completion') &&
    record.has('advantages') &&
    isArray(record, 'prompt') &&
    (record.has('step') || record.has('gen_step')),
  read(record, file) {
    const columns = columnsOf(record);
    const [prompts, completions] = [listOf(columns, 'prompt'), listOf(columns, 'completion')];
    const steps = columns.get('step') ?? columns.get('gen_step') ?? [];
    const all = rewardNames(record, columns);
    const wanted = all.filter((name) => name === file.rewardKey);
    const rewards = wanted.length > 0 ? wanted : all;
    return readEach(prompts, (prompt, i): RowFields => {
      const { reward, guessed } = sumOfRewards(rewardsOf(columns, rewards, i), file.rewardKey);
      const step = trainingStep(steps[i]);
      const completion = completions[i];
      return {
        group: promptKey(prompt),
        role: ALL_GROUPS_ROLE,
        reward,
        rolloutIndex: null,
        guessedGroup: true,
        ...(guessed !== undefined && { guessed }),
        ...(step !== undefined && { step }),
        ...(typeof completion === 'string' && { responseChars: completion.length }),
      };
    });
  },
  details(record) {
    const columns = columnsOf(record);
    const rewards = rewardNames(record, columns);
    const used = new Set(['step', 'gen_step', 'prompt', 'completion', 'advantages', ...rewards]);
    return listOf(columns, 'prompt').map((prompt, i) => {
      const completion = columns.get('completion')?.[i];
      const advantage = columns.get('advantages')?.[i];
      const scores = rewards.filter((name) => isScore(columns.get(name)?.[i]));
      const others = [...columns].filter(([name]) => !used.has(name));
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
        signals: givenRewards(rewardsOf(columns, scores, i)),
        metadata: Object.fromEntries(others.map(([name, column]) => [name, column[i]])),
      };
    });
  },
};

type Columns = ReadonlyMap<string, readonly unknown[]>;

/** All fields that are lists, of one length. */
function columnsOf(record: RolloutRecord): Columns {
  const rows = getLength(record, 'prompt');
  const columns = new Map<string, readonly unknown[]>();
  for (const name of record.names) {
    const column = record.get(name);
    if (!Array.isArray(column)) continue;
    if (column.length !== rows) {
      refuseRecord(
        'invalid-content',
        `its columns must be of one length, got ${rows} prompts and ${column.length} of ${show(name)}`,
      );
    }
    columns.set(name, column);
  }
  return columns;
}

function listOf(columns: Columns, name: string): readonly unknown[] {
  return columns.get(name) ?? refuseRecord('invalid-content', `${name} is no list`);
}

/**
 * The writer puts the columns of the reward functions between those of completions and advantages; one without any number
 * is none of a reward.
 */
function rewardNames({ names }: RolloutRecord, columns: Columns): readonly string[] {
  return names
    .slice(names.indexOf('completion') + 1, names.indexOf('advantages'))
    .filter((name) => columns.get(name)?.some(isScore));
}

/** A text or a list among numbers is refused: it is no function that did not apply. */
function rewardsOf(columns: Columns, names: readonly string[], row: number): RewardColumns {
  return new Map(
    names.map((name) => {
      const cell = columns.get(name)?.[row];
      const value = rewardCell(cell);
      return [name, value === undefined ? readReward(cell) : value];
    }),
  );
}

function isScore(cell: unknown): boolean {
  return typeof cell === 'boolean' || rewardCell(cell) !== undefined;
}

function promptKey(prompt: unknown): string {
  if (typeof prompt === 'string') return textKey(prompt);
  return refuseRecord('missing-group', `prompt must be text, got ${show(prompt)}`);
}
