import { signalsOf } from '../content.ts';
import { readId, readReward, refuseRecord } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { labelRole } from '../label-role.ts';
import { conversationSteps, messagesOf, writtenChars } from '../messages.ts';
import { getRecords, type RolloutRecord } from '../record.ts';

/** Trajectories of a benchmark of tinker-cookbook, `{name}/trajectories.jsonl`. */
export const tinkerBenchmark: RolloutFormat = {
  name: 'tinker-benchmark',
  title: 'tinker-cookbook benchmark trajectories',
  containers: ['jsonl'],
  describe: {
    group: 'example_id, else idx',
    role: 'benchmark',
    reward: 'reward',
    rolloutIndex: 'none',
  },
  detect: (record) =>
    record.has('benchmark') &&
    record.has('turns') &&
    (record.has('example_id') || record.has('idx')),
  read(record) {
    const tokens = (getRecords(record, 'turns') ?? []).reduce((sum, turn) => {
      const count = turn?.get('role') === 'assistant' ? turn.get('token_count') : 0;
      return typeof count === 'number' ? sum + count : sum;
    }, 0);
    return {
      group:
        readId(record, 'example_id') ??
        readId(record, 'idx') ??
        refuseRecord('missing-group', 'has neither example_id nor idx'),
      role: labelRole(record.get('benchmark')),
      reward: readReward(record.get('reward')),
      rolloutIndex: null,
      ...((record.get('error') ?? null) !== null && { failed: true }),
      ...(tokens > 0
        ? { responseTokens: tokens }
        : { responseChars: writtenChars(turnsOf(record)) }),
    };
  },
  details: (record) => ({
    steps: conversationSteps(turnsOf(record)),
    task: { benchmark: record.get('benchmark'), exampleId: record.get('example_id') ?? null },
    signals: signalsOf(record.get('metrics')),
    metadata: { logs: record.get('logs') ?? {}, error: record.get('error') ?? null },
  }),
};

function turnsOf(record: RolloutRecord): unknown[] {
  return messagesOf(record.get('turns'), 'assistant');
}
