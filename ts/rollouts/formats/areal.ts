import type { StepInit } from '../../types/step.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { textOf } from '../content.ts';
import { readId, readIndex, readReward, refuseRecord } from '../fields.ts';
import { numberInPath, splitInPath } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { getLength, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';

/**
 * AReaL's dumps, `{rollout|eval-rollout}/{version}/{task_id}.jsonl`. It leaves out samples whose last token is not trained on, and
 * appends them again where it is started again.
 */
export const areal: RolloutFormat = {
  name: 'areal',
  title: 'AReaL rollouts',
  containers: ['jsonl'],
  describe: {
    group: 'task_id, inside the folder of a version',
    role: 'none',
    reward: 'reward',
    rolloutIndex: 'sample_idx; of those written twice the first is read',
  },
  repeats: 'skip',
  detect: (record) =>
    record.has('task_id') && record.has('sample_idx') && record.has('version_rle'),
  read(record, file) {
    const version = numberInPath(file, /^(\d+)$/);
    const split = splitInPath(file);
    return {
      group: readId(record, 'task_id') ?? refuseRecord('missing-group', 'has no task_id'),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('reward')),
      ...readIndex(record, 'sample_idx'),
      ...(version !== undefined && { step: version }),
      ...(split !== undefined && { split }),
      ...versionsOf(record),
    };
  },
  details(record) {
    const original = record.get('original_reward');
    return {
      steps: stepsOf(record),
      task: { prompt: record.get('prompt') ?? null },
      ...(typeof original === 'number' && { signals: { original_reward: original } }),
      metadata: {
        version_rle: record.get('version_rle'),
        prompt_len: record.get('prompt_len') ?? null,
        seqlen: record.get('seqlen') ?? null,
      },
    };
  },
};

/** Runs of tokens by the version that sampled them; others, as those of a prompt, have a negative one. */
function versionsOf(record: RolloutRecord): RolloutFacts {
  const runs = record.get('version_rle');
  const sampled = (Array.isArray(runs) ? runs : []).filter(isSampled);
  if (sampled.length === 0) {
    const chars = getLength(record, 'completion');
    return chars === undefined ? {} : { responseChars: chars };
  }
  return {
    responseTokens: sampled.reduce((sum, [, count]) => sum + count, 0),
    weightVersion: Math.min(...sampled.map(([version]) => version)),
  };
}

function isSampled(run: unknown): run is readonly [version: number, tokens: number] {
  if (!Array.isArray(run) || run.length !== 2) return false;
  const [version, tokens] = run as unknown[];
  return typeof version === 'number' && version >= 0 && typeof tokens === 'number';
}

/** A step for each stretch that the policy wrote, with all text before it. */
function stepsOf(record: RolloutRecord): StepInit[] {
  const segments = getRecords(record, 'segments');
  if (!segments) {
    const text = textOf(record.get('completion'));
    return [{ observation: record.get('prompt') ?? null, modelResponse: text, done: true }];
  }
  const steps: StepInit[] = [];
  let before = '';
  for (const segment of segments) {
    const text = textOf(segment?.get('text'));
    if (segment?.get('role') === 'gen') steps.push({ observation: before, modelResponse: text });
    before += text;
  }
  return steps.map((step, i) => ({ ...step, done: i === steps.length - 1 }));
}
