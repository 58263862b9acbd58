import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RolloutFormat } from '../../ts/rollouts/index.ts';
import {
  listFormats,
  readId,
  readReward,
  readRollouts,
  refuseRecord,
} from '../../ts/rollouts/index.ts';
import { cut, readAll, readText, toBytes } from './read.ts';

describe('readRollouts', () => {
  it('accounts for every record, whatever the file holds', async () => {
    const record = fc.constantFrom(
      '{"task_id": "t", "reward": 1}',
      '{"task_id": "t", "reward": null}',
      '{"task_id": "t", "reward": "1"}',
      '{"task_id": "t", "reward": NaN, "text": "}{"}',
      '{"reward": 1}',
      '[1]',
      '<PLACEHOLDER ROW>',
      '{"task_id": "t", "reward": 1',
      '{]}',
    );
    const line = fc.oneof(
      record.map((text) => ({ text, records: 1 })),
      fc.constantFrom('', ' \t').map((text) => ({ text, records: 0 })),
      fc.constant({
        text: '{"task_id": "t", "reward": 1}{"task_id": "u", "reward": 2}',
        records: 2,
      }),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        sizes,
        async (lines, end, pieces) => {
          const bytes = toBytes(lines.map(({ text }) => text + end).join(''));
          const { rows, problems, counts } = await readAll({
            name: 'x.jsonl',
            chunks: cut(bytes, pieces),
          });
          const records = lines.reduce((sum, one) => sum + one.records, 0);
          const blank = lines.filter((one) => one.records === 0).length;
          const lost = problems.filter(({ skipped, line: at }) => skipped && at !== null);
          expect(counts.records).toBe(records);
          expect(counts.blank).toBe(blank);
          expect([rows.length, lost.length]).toEqual([counts.rollouts, counts.skipped]);
          expect(rows.length + lost.length).toBe(records);
        },
      ),
    );
  });

  it('never fails on bytes of any kind, and accounts for them', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ max: 200 }),
      fc
        .string({
          unit: fc.constantFrom(
            '{',
            '}',
            '"',
            '\\',
            'task_id',
            ':',
            '1',
            ',',
            '\n',
            'NaN',
            '[',
            ']',
          ),
        })
        .map(toBytes),
    );
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('x', 'x.csv', 'x.jsonl', 'x.yaml', 'x.json'),
        async (content, name) => {
          const { rows, counts } = await readText(content, { name });
          expect(counts.records).toBe(counts.rollouts + counts.skipped);
          expect(rows).toHaveLength(counts.rollouts);
        },
      ),
    );
  });

  it('gives the same rows however the bytes arrive', async () => {
    const bytes = toBytes('{"task_id": "é🙂", "reward": 1}\r\n\n{"task_id": "b", "reward": NaN}\n');
    const whole = await readText(bytes);
    for (let size = 1; size < 20; size++) {
      const pieces = await readAll({ name: 'test.jsonl', chunks: cut(bytes, [size]) });
      expect(pieces).toEqual(whole);
    }
  });

  it('reads web streams, and cancels one that is left early', async () => {
    let cancelled = false;
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(toBytes('{"task_id": 1, "reward": 1}\n')),
        cancel: () => {
          cancelled = true;
        },
      });
    for await (const { reward } of readRollouts({ name: 's', chunks: stream() })) {
      expect(reward).toBe(1);
      break;
    }
    expect(cancelled).toBe(true);
  });

  it('reads a format of your own', async () => {
    const mine: RolloutFormat = {
      name: 'mine',
      title: 'my own logs',
      containers: ['jsonl'],
      describe: { group: 'question', role: 'solver', reward: 'score', rolloutIndex: 'none' },
      detect: (record) => record.has('question') && record.has('score'),
      read: (record) => ({
        group: readId(record, 'question') ?? refuseRecord('missing-group', 'no question'),
        role: 'solver',
        reward: readReward(record.get('score')),
        rolloutIndex: null,
      }),
    };
    const { rows, found } = await readText('{"question": "q", "score": 2}\n{"score": 1}\n', {
      format: mine,
    });
    expect(rows).toMatchObject([{ group: 'q', role: 'solver', reward: 2 }]);
    expect(found).toEqual(['2: missing-group']);
  });

  it('refuses a format that is not known', () => {
    expect(listFormats()).toEqual(expect.arrayContaining(['nemo-gym', 'rllm', 'jsonl', 'csv']));
    expect(() => readRollouts([], { format: 'nemo-gim' })).toThrow(
      `format must be one of ${listFormats().join(', ')}, got "nemo-gim"; did you mean "nemo-gym"?`,
    );
  });

  it('passes on what goes wrong in a format as the error that it is', async () => {
    const broken = { ...mineBroken };
    await expect(readText('{"a": 1}\n', { format: broken })).rejects.toThrow('a bug');
  });

  it('refuses options that there are not, and values of another type', () => {
    const wrong: [object | null, string][] = [
      [{ onproblem: () => {} }, 'unknown option "onproblem"; did you mean onProblem?'],
      [
        { seperateSources: true },
        'unknown option "seperateSources"; did you mean separateSources?',
      ],
      [{ x: 1 }, 'known are format, rewardKey, onProblem, separateSources, skipUnreadableSources'],
      [null, 'options must be an object, got null'],
      [{ onProblem: 'print' }, 'onProblem must be a function, got "print"'],
      [{ format: 7 }, 'format must be the name of a format, or one of your own, got 7'],
      [{ rewardKey: 1 }, 'rewardKey must be the name of a reward, got 1'],
      [{ strict: 'yes' }, 'strict must be a boolean, got "yes"'],
      [{ onBytes: 1 }, 'onBytes must be a function, got 1'],
      [{ separateSources: 'false' }, 'separateSources must be a boolean, got "false"'],
      [{ skipUnreadableSources: 0 }, 'skipUnreadableSources must be a boolean, got 0'],
    ];
    for (const [options, message] of wrong) {
      expect(() => readRollouts('none', options as object)).toThrow(message);
    }
  });

  it('refuses a limit that is none, which would let all pass or nothing', () => {
    for (const maxRecordBytes of [0, -1, Number.NaN, '9' as unknown as number]) {
      expect(() => readRollouts('none', { maxRecordBytes })).toThrow(
        'maxRecordBytes must be a number above 0',
      );
    }
  });
});

const mineBroken: RolloutFormat = {
  name: 'broken',
  title: 'broken',
  containers: ['jsonl'],
  describe: { group: '', role: '', reward: '', rolloutIndex: '' },
  detect: () => true,
  read: () => {
    throw new TypeError('a bug');
  },
};
