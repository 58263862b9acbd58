import { signalsOf } from '../content.ts';
import { readId, readIndex, readReward, refuseRecord, trainingStep } from '../fields.ts';
import { splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat } from '../format.ts';
import { labelRole } from '../label-role.ts';
import { getRecords, type RolloutRecord } from '../record.ts';
import { capturedSteps, isCapture, keepCapture } from './tinker-capture.ts';

/**
 * tinker-cookbook's summaries of rollouts, `iteration_000004/train_rollout_summaries.jsonl` and `eval_<name>_…`. They hold no
 * tokens: those are in `capture/sample.jsonl` of the run, where sampling was captured.
 */
export const tinkerCookbook: RolloutFormat = {
  name: 'tinker-cookbook',
  title: 'tinker-cookbook rollout summaries',
  containers: ['jsonl'],
  describe: {
    group: 'group_idx, inside iteration and split',
    role: 'tags, joined by +',
    reward: 'total_reward',
    rolloutIndex: 'traj_idx',
  },
  sideFiles: [
    { name: /_logtree\.json$/, what: "tinker-cookbook's log of an iteration as a tree" },
    { name: /^train_op\.jsonl$/, what: "tinker-cookbook's capture of calls that train" },
  ],
  detect: (record) =>
    (record.has('group_idx') && record.has('traj_idx') && record.has('total_reward')) ||
    isCapture(record),
  read(record, file) {
    if (isCapture(record)) keepCapture(record, file);
    const step = trainingStep(record.get('iteration')) ?? stepInPath(file);
    const split = record.get('split') ?? splitInPath(file);
    const version = record.get('sampling_client_step');
    return {
      group: readId(record, 'group_idx') ?? refuseRecord('missing-group', 'has no group_idx'),
      role: labelRole(record.get('tags')),
      reward: readReward(record.get('total_reward')),
      ...readIndex(record, 'traj_idx'),
      ...(step !== undefined && { step }),
      ...(typeof split === 'string' && { split }),
      ...(typeof version === 'number' && { weightVersion: version }),
      // Its loop trains on what this many iterations ago sampled, or drops it as too stale.
      ...(typeof version === 'number' &&
        typeof step === 'number' && { age: Math.max(0, step - version) }),
      responseTokens: stepsOf(record).reduce((sum, one) => sum + numberOf(one, 'ac_len'), 0),
    };
  },
  details(record, file) {
    const steps = stepsOf(record);
    const place = ['split', 'iteration', 'group_idx', 'traj_idx'].map((name) => record.get(name));
    const lengths = steps.map((step) => numberOf(step, 'ac_len'));
    const captured = capturedSteps(lengths, place as [unknown, ...unknown[]], file);
    return {
      steps: steps.map((step, i) => ({ ...stepDetails(step), ...captured[i] })),
      signals: signalsOf(record.get('trajectory_metrics')),
      metadata: {
        tags: record.get('tags') ?? [],
        final_reward: record.get('final_reward') ?? null,
        final_ob_len: record.get('final_ob_len') ?? null,
      },
    };
  },
};

function stepsOf(record: RolloutRecord): readonly RolloutRecord[] {
  return (getRecords(record, 'steps') ?? []).filter((step) => step !== undefined);
}

function numberOf(record: RolloutRecord, name: string): number {
  const value = record.get(name);
  return typeof value === 'number' ? value : 0;
}

function stepDetails(step: RolloutRecord): RolloutDetails['steps'][number] {
  return {
    reward: readReward(step.get('reward')) ?? 0,
    done: step.get('episode_done') === true,
    metadata: {
      ob_len: step.get('ob_len') ?? null,
      ac_len: step.get('ac_len') ?? null,
      metrics: step.get('metrics') ?? {},
      logs: step.get('logs') ?? {},
    },
  };
}
