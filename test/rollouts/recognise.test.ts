import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteRecord } from '../../ts/rollouts/byte-record.ts';
import { fileContext } from '../../ts/rollouts/file-context.ts';
import { LINE, LINE_ENTRY } from '../../ts/rollouts/projection/lines.ts';
import { borrowTape, giveBack } from '../../ts/rollouts/projection/make-tape.ts';
import { Recogniser, recognise } from '../../ts/rollouts/recognise.ts';
import { ObjectRecord } from '../../ts/rollouts/record.ts';
import { toBytes } from './read.ts';

const file = fileContext('rollouts.jsonl');

/** What each line is, by one that remembers names, and by looking at each anew. */
function both(lines: readonly string[]): { remembered: unknown[]; anew: unknown[] } {
  const bytes = toBytes(`${lines.join('\n')}\n`);
  const tape = borrowTape();
  if (!tape) throw new Error('there is no WebAssembly');
  try {
    tape.room(bytes.length).set(bytes);
    const block = tape.walk(0, bytes.length, 2);
    const recogniser = new Recogniser('jsonl', file);
    const remembered = lines.map((_, i) => {
      const record = new ByteRecord(block, block.lines[i * LINE + LINE_ENTRY] as number);
      return recogniser.formatOf(record)?.name;
    });
    const anew = lines.map((line) => {
      const record = new ObjectRecord(JSON.parse(line) as object, () => undefined);
      return recognise(record, 'jsonl', file)?.name;
    });
    return { remembered, anew };
  } finally {
    giveBack(tape);
  }
}

/** By whose presence formats are told apart. */
const names = [
  ...['task_id', 'group_id', 'reward', 'trajectories', 'episode_id', 'id', 'is_correct', 'score'],
  ...['mean/reward', 'std/reward', 'responses_create_params', 'input', 'output', 'step', 'prompt'],
  ...[
    'completion',
    'advantage',
    'advantages',
    'rewards',
    'idx',
    'content',
    'example_id',
    'rollout',
  ],
  ...['events', 'rollout_id', 'final_reward', 'group_index', 'messages', 'uid', 'é"', 'upperhand'],
];
const value = fc.constantFrom<unknown>(
  ...[null, 1, 'a', '', [], [1], {}, [{}], true],
  ...[[{ messages_and_choices: [] }], [{ reward: 1 }], { trajectories: [] }],
);
/** Lines of the same names, whose values are others. */
const alike = fc
  .tuple(
    fc.subarray(names, { minLength: 1, maxLength: 6 }),
    fc.array(fc.array(value), { maxLength: 4 }),
  )
  .map(([chosen, rows]) =>
    rows.map((row) =>
      JSON.stringify(Object.fromEntries(chosen.map((name, i) => [name, row[i] ?? 0]))),
    ),
  );

describe('what records are', () => {
  it('is the same whether names were there before or not', () => {
    fc.assert(
      fc.property(fc.array(alike, { maxLength: 8 }), (parts) => {
        const { remembered, anew } = both(parts.flat());
        expect(remembered).toEqual(anew);
      }),
      { numRuns: 500 },
    );
  });

  it('is looked for again where values tell it', () => {
    const trajectories = [
      [{ messages_and_choices: [] }],
      [{ reward: 1 }],
      [{ messages_and_choices: [] }],
    ];
    const lines = trajectories.flatMap((one) => {
      const line = JSON.stringify({ task_id: 't', trajectories: one });
      return [line, line, line];
    });
    const { remembered } = both(lines);
    expect(remembered).toEqual([
      ...['art', 'art', 'art', 'jsonl', 'jsonl', 'jsonl', 'art', 'art', 'art'],
    ]);
  });
});
