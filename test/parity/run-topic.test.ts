import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { decode, encode, same } from './compare.ts';
import { type DifferenceList, runTopic, type TopicReport } from './run-topic.ts';
import type { Topic } from './topic.ts';

/** Doubles `in` and compares with `out`; a record with `odd` is excused, and must give −1. */
const doubling: Topic = {
  name: 'doubling',
  notBuilt: (record) => (record.later === true ? 'later' : null),
  run: (record) =>
    record.in === undefined
      ? null
      : { expected: record.out, actual: record.odd ? (record.ours ?? -1) : 2 * Number(record.in) },
  rule: (record) => (record.odd ? { reason: 'Z0', expected: -1 } : null),
};

const run = (records: readonly object[], list: DifferenceList = {}): Promise<TopicReport> =>
  runTopic(
    doubling,
    records.map((record) => JSON.stringify(record)),
    jsKernels,
    list,
  );

const listing = (record: { id: string }, expected: unknown): DifferenceList => ({
  doubling: {
    [record.id]: {
      record: createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16),
      reason: 'Z0',
      expected: encode(expected),
    },
  },
});

describe('the parity harness', () => {
  it('counts exact records, inputs and what is not covered', async () => {
    const report = await run([
      { id: 'a', in: 1, out: 2 },
      { id: 'input' },
      { id: 'b', later: true },
    ]);
    expect(report).toMatchObject({
      records: 1,
      exact: 1,
      notBuilt: { later: ['b'] },
      failures: [],
    });
  });

  it('fails on one bit', async () => {
    const report = await run([{ id: 'a', in: 0.3, out: 0.6000000000000001 }]);
    expect(report.failures).toEqual([expect.stringContaining('doubling a (js): differs')]);
  });

  it('excuses an unlisted difference by rule, if the value is the one that the rule computes', async () => {
    expect(await run([{ id: 'a', in: 1, out: 2, odd: true }])).toMatchObject({
      exact: 0,
      byRule: { Z0: 1 },
      failures: [],
    });
    const wrong = await run([{ id: 'a', in: 1, out: 2, odd: true, ours: -2 }]);
    expect(wrong.failures).toEqual([expect.stringContaining('differs from rule Z0')]);
  });

  it('holds a listed difference to the value that is listed', async () => {
    const record = { id: 'a', in: 1, out: 2, odd: true };
    expect(await run([record], listing(record, -1))).toMatchObject({
      listed: 1,
      byRule: {},
      failures: [],
    });
    expect((await run([record], listing(record, -3))).failures).toEqual([
      expect.stringContaining('differs from what is listed (Z0)'),
    ]);
  });

  it('fails when a listed record does not differ', async () => {
    const record = { id: 'a', in: 1, out: 2 };
    expect((await run([record], listing(record, 3))).failures).toEqual([
      expect.stringContaining('does not differ'),
    ]);
  });

  it('tells of entries that are about no record', async () => {
    const record = { id: 'a', in: 1, out: 2, odd: true };
    expect((await run([record], listing(record, -1))).stray).toEqual([]);
    expect((await run([{ ...record, id: 'b' }], listing(record, -1))).stray).toEqual(['a']);
  });

  it('does not take a record for listed because it has the name of another', async () => {
    const record = { id: 'a', in: 1, out: 2, odd: true };
    expect(await run([{ ...record, in: 7 }], listing(record, -5))).toMatchObject({
      listed: 0,
      byRule: { Z0: 1 },
    });
  });

  it("takes HEAD's value for a record of the older layout", async () => {
    const head = { id: 'a', version: 'head', in: 1, out: 2 };
    expect(await run([{ id: 'a', version: 'seed', in: 1, out: 9 }, head])).toMatchObject({
      exact: 1,
      byRule: { HEAD: 1 },
    });
    expect((await run([{ id: 'a', version: 'seed', in: 4, out: 9 }, head])).failures).toHaveLength(
      1,
    );
  });
});

describe('comparison', () => {
  it('tells −0 from 0, takes NaN for NaN, and minds lengths and keys', () => {
    expect(same(Number.NaN, Number.NaN)).toBe(true);
    expect(same(-0, 0)).toBe(false);
    expect(same([1], [1, 2])).toBe(false);
    expect(same({ a: undefined }, {})).toBe(false);
    expect(same({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(same({ length: 0 }, [])).toBe(false);
  });

  it('keeps every number through JSON', () => {
    const value = { a: [Number.NaN, -0, 0, 1 / 0, -1 / 0, 5e-324], b: undefined, c: 'NaN' };
    expect(same(decode(JSON.parse(JSON.stringify(encode(value)))), value)).toBe(true);
  });
});
