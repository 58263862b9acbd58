import { show } from '../../errors/show.ts';
import { textOf } from '../content.ts';
import { readReward, refuseRecord } from '../fields.ts';
import { splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { labelRole } from '../label-role.ts';
import { getLength, type RolloutRecord } from '../record.ts';
import { textKey } from '../text-key.ts';

/**
 * SkyRL's dumps of its evaluations, `dumped_evals/{eval_only|global_step_5_evals}/{data_source}.jsonl`. What it dumps of training
 * is a pickle.
 */
export const skyrl: RolloutFormat = {
  name: 'skyrl',
  title: 'SkyRL evaluations',
  containers: ['jsonl'],
  describe: {
    group: 'data_source and equal input_prompt (and that is said)',
    role: 'env_class',
    reward: 'score, or the sum of its entries where it has one for each token',
    rolloutIndex: 'none',
  },
  sideFiles: [{ name: /^aggregated_results\.jsonl$/, what: "metrics of SkyRL's evaluations" }],
  detect: (record) =>
    record.has('input_prompt') && record.has('output_response') && record.has('score'),
  read(record, file) {
    const step = stepInPath(file);
    const split = splitInPath(file);
    const stop = record.get('stop_reason');
    const chars = getLength(record, 'output_response');
    return {
      group: groupOf(record),
      role: labelRole(record.get('env_class')),
      reward: rewardOf(record.get('score')),
      rolloutIndex: null,
      guessedGroup: true,
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      ...(typeof stop === 'string' && { termination: stop }),
      ...(stop === 'length' && { truncated: true }),
      ...(chars !== undefined && { responseChars: chars }),
    };
  },
  details(record) {
    const score = record.get('score');
    return {
      steps: [
        {
          observation: record.get('input_prompt'),
          modelResponse: textOf(record.get('output_response')),
          reward: rewardOf(score) ?? 0,
          done: true,
        },
      ],
      task: {
        prompt: record.get('input_prompt'),
        source: record.get('data_source') ?? null,
        extras: record.get('env_extras') ?? null,
      },
      metadata: {
        env_class: record.get('env_class') ?? null,
        ...(Array.isArray(score) && { scores: score }),
      },
    };
  },
};

function groupOf(record: RolloutRecord): string {
  const prompt = record.get('input_prompt');
  if (typeof prompt !== 'string') {
    return refuseRecord('missing-group', `input_prompt must be text, got ${show(prompt)}`);
  }
  const source = record.get('data_source');
  return typeof source === 'string' ? `${source}/${textKey(prompt)}` : textKey(prompt);
}

/** Null for a list without entries: nothing was scored. */
function rewardOf(score: unknown): number | null {
  if (!Array.isArray(score)) return readReward(score);
  if (score.length === 0) return null;
  return score.reduce<number>((sum, entry) => {
    if (typeof entry === 'number') return sum + entry;
    return refuseRecord('invalid-reward', `an entry of score must be a number, got ${show(entry)}`);
  }, 0);
}
