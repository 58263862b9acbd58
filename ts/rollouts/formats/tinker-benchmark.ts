import { objectOf, signalsOf } from '../content.ts';
import { readId, readReward, refuseRecord } from '../fields.ts';
import type { FileContext } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import { labelRole } from '../label-role.ts';
import { conversationSteps, messagesOf, writtenLength } from '../messages.ts';
import { getPath, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';

/** Trajectories of benchmarks that tinker-cookbook evaluates, `runs/{run}/{benchmark}/trajectories.jsonl`. */
export const tinkerBenchmark: RolloutFormat = {
  name: 'tinker-benchmark',
  title: 'tinker-cookbook benchmark trajectories',
  containers: ['jsonl'],
  describe: {
    group: 'example_id, else idx; before it the run, where folders tell of one',
    role: 'benchmark',
    reward: 'reward',
    rolloutIndex: 'none',
  },
  sideFiles: [
    { name: /^runs\.jsonl$/, what: "tinker-cookbook's list of evaluations" },
    {
      name: /^result\.json$/,
      what: "tinker-cookbook's result of a benchmark",
      when: (_, beside) => beside.includes('trajectories.jsonl'),
    },
  ],
  detect: (record) =>
    record.has('benchmark') &&
    record.has('turns') &&
    (record.has('example_id') || record.has('idx')),
  read(record, file) {
    const failed = (record.get('error') ?? null) !== null;
    return {
      group: groupOf(record, file),
      role: labelRole(record.get('benchmark')),
      reward: readReward(record.get('reward')),
      rolloutIndex: null,
      ...(failed && {
        failed,
        guessed:
          'holds rollouts that failed; their reward is what the writer puts where nothing was scored',
      }),
      ...(wasCut(record) && { truncated: true }),
      ...lengthOf(record),
    };
  },
  details: (record) => ({
    steps: conversationSteps(messagesOf(record.get('turns'), 'assistant')),
    task: { benchmark: record.get('benchmark'), exampleId: record.get('example_id') ?? null },
    signals: signalsOf(record.get('metrics')),
    metadata: { logs: objectOf(record.get('logs')), error: record.get('error') ?? null },
  }),
};

/** Examples are the same in every run, and runs are of different weights. */
function groupOf(record: RolloutRecord, { parts }: FileContext): string {
  const id =
    readId(record, 'example_id') ??
    readId(record, 'idx') ??
    refuseRecord('missing-group', 'has neither example_id nor idx');
  const run = parts.at(-4) === 'runs' ? parts.at(-3) : undefined;
  return run === undefined ? id : `${run}/${id}`;
}

function wasCut(record: RolloutRecord): boolean {
  return ['max_tokens_reached', 'context_overflow'].some((name) => {
    const value = getPath(record, 'metrics', name);
    return value === true || (typeof value === 'number' && value > 0);
  });
}

function lengthOf(record: RolloutRecord): RolloutFacts {
  const tokens = (getRecords(record, 'turns') ?? []).reduce((sum, turn) => {
    const count = turn?.get('role') === 'assistant' ? turn.get('token_count') : 0;
    return typeof count === 'number' ? sum + count : sum;
  }, 0);
  return tokens > 0
    ? { responseTokens: tokens }
    : { responseChars: writtenLength(record, 'turns') };
}
