import { show } from '../../errors/show.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { readId, readReward, refuseRecord, trainingStep } from '../fields.ts';
import { splitInPath, stepInBase } from '../file-context.ts';
import type { RolloutFormat, RowFields } from '../format.ts';
import { getLength, type RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';

/**
 * verl's dumps of generations, `{trainer.rollout_data_dir}/{step}.jsonl`, and those of its validation. Version 1 writes a
 * `uid` that tells group, session and output; version 0 tells nothing but the prompt.
 */
export const verl: RolloutFormat = {
  name: 'verl',
  title: 'verl generations',
  containers: ['jsonl'],
  describe: {
    group: 'uid without its last two _ parts, else equal input (and that is said)',
    role: 'none',
    reward: 'score',
    rolloutIndex: 'the last but one _ part of uid; of its outputs the last is the rollout',
  },
  detect: (record) =>
    record.has('input') &&
    record.has('output') &&
    record.has('score') &&
    (record.has('gts') || record.has('step') || record.has('uid')),
  version: (record) => (record.has('uid') ? 'v1' : 'v0'),
  read(record, file) {
    const step = trainingStep(record.get('step')) ?? stepInBase(file);
    const split = splitInPath(file);
    const chars = getLength(record, 'output');
    const identity = identityOf(record);
    return {
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('score')),
      ...identity,
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      ...(chars !== undefined && { responseChars: chars }),
    };
  },
  details(record) {
    const { input, output, gts, score, step, uid, ...rest } = Object.fromEntries(
      record.names.map((name) => [name, record.get(name)]),
    );
    return {
      steps: [
        {
          observation: input,
          modelResponse: typeof output === 'string' ? output : '',
          reward: readReward(score) ?? 0,
          done: true,
        },
      ],
      task: { input, gts: gts ?? null },
      metadata: rest,
    };
  },
};

function identityOf(
  record: RolloutRecord,
): Pick<RowFields, 'group' | 'rolloutIndex' | 'output' | 'guessedGroup'> {
  const uid = readId(record, 'uid');
  if (uid === null) {
    return { group: inputKey(record), rolloutIndex: null, guessedGroup: true };
  }
  const [, group, session, output] = /^(.+)_([^_]*)_(\d+)$/s.exec(uid) ?? [];
  if (group === undefined || session === undefined) {
    return refuseRecord('invalid-group', `uid must be group_session_output, got ${show(uid)}`);
  }
  return { group, rolloutIndex: session, output: Number(output) };
}

function inputKey(record: RolloutRecord): string {
  const input = record.get('input');
  if (typeof input === 'string') return textKey(input);
  return refuseRecord('missing-group', 'has neither a uid nor a text as input');
}
