import { describe, expect, it } from 'vitest';
import { refuse } from '../../../ts/errors/refuse.ts';
import type { Claim } from './claim.ts';
import type { FrameworkRecord } from './records.ts';
import { type FunctionReport, runClaims } from './run-claims.ts';

const record = (expected: Record<string, unknown>, more = {}): FrameworkRecord => ({
  function: 'f',
  input: 'f-1',
  note: 'a note',
  inputs: { rewards: { dtype: 'float64', d: [1, -2] } },
  args: {},
  expect: expected,
  ...more,
});

function run(claim: Omit<Claim, 'proves'>, ...records: FrameworkRecord[]): FunctionReport {
  const claims = { framework: 'x', functions: { f: { proves: 'x/f', ...claim } } };
  return runClaims(claims, new Map([['f', records]]), { whole: true })[0] as FunctionReport;
}

const gives = (result: Record<string, unknown>): Omit<Claim, 'proves'> => ({ run: () => result });
const array = (...d: unknown[]): unknown => ({ dtype: 'float64', d });
const crash = (): never => {
  throw new TypeError('a defect');
};

describe('claims about records', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['numbers within 1e-9 of the largest', { a: array(1, 2) }, { a: [1 + 1e-9, 2 - 1e-9] }],
    ['NaN and infinities', { a: array('NaN', '-Infinity') }, { a: [Number.NaN, -Infinity] }],
    ['either zero', { a: array(-0) }, { a: [0] }],
    ['a shape', { a: { shape: [2, 1], d: [1, 2] } }, { a: [[1], [2]] }],
    ['a flat array where a shape is told', { a: { shape: [2, 1], d: [1, 2] } }, { a: [1, 2] }],
    ['scalars', { a: { t: 'float', d: 2, x: '' }, b: { t: 'int', v: 3 } }, { a: 2, b: 3 }],
    ['a tensor of one number', { a: { dtype: 'float64', shape: [], d: [2] } }, { a: 2 }],
    ['plain JSON', { a: { b: [null, 1, 'x', 'NaN'] } }, { a: { b: [null, 1, 'x', Number.NaN] } }],
    [
      'returns that equal the advantages',
      { advantages: array(1), returns: 'same' },
      { advantages: [1], returns: [1] },
    ],
    ['a mask', { a: { dtype: 'mask', shape: [2, 2], d: ['10', '01'] } }, { a: [1, 0, 0, 1] }],
  ])('meet %s', (_, expected, given) => {
    expect(run(gives(given), record(expected))).toMatchObject({ within: 1, failures: [] });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a number that is off', { a: array(1, 2) }, { a: [1, 2 + 1e-8] }],
    ['NaN for a number', { a: array(1) }, { a: [Number.NaN] }],
    ['a number for NaN', { a: array('NaN') }, { a: [1] }],
    ['infinity for a number', { a: array(1) }, { a: [Infinity] }],
    ['another length', { a: array(1) }, { a: [1, 1] }],
    ['another shape', { a: { shape: [1, 2], d: [1, 2] } }, { a: [[1], [2]] }],
    ['a field that is missing', { a: array(1), b: array(1) }, { a: [1] }],
    ['a field within a field that is missing', { a: { b: 1, c: 1 } }, { a: { b: 1 } }],
    ['another word', { a: ['x'] }, { a: ['y'] }],
    ['null for a number', { a: [1] }, { a: [null] }],
    ['no refusal', { error: { type: 'ValueError' } }, { a: [1] }],
  ])('fail for %s', (_, expected, given) => {
    const report = run(gives(given), record(expected));
    expect(report.within).toBe(0);
    expect(report.failures).toHaveLength(1);
  });

  it('may give a field that some records do not have, but none that no record has', () => {
    const both = gives({ a: 1, b: 2 });
    expect(run(both, record({ a: 1 }), record({ a: 1, b: 2 })).failures).toEqual([]);
    expect(run(both, record({ a: 1 })).failures).toEqual(['gives b, which no record has']);
  });

  it('tell the first places, what was to come, what came, and how far off it may be', () => {
    const { failures } = run(gives({ a: [1, 3] }), record({ a: array(1, 2) }));
    expect(failures[0]).toMatch(
      /f-1: "a note" \{\}\s+a\[1 of 2\]: expected 2, got 3, allowed ±2.00e-9/,
    );
  });

  it('read results for tokens by the mask', () => {
    const tokens = (at: string, ...d: unknown[]): FrameworkRecord =>
      record(
        { a: { at, ...(at === 'all' && { shape: [2, 2] }), d } },
        { inputs: { dtype: 'float64', mask: { dtype: 'mask', shape: [2, 2], d: ['10', '11'] } } },
      );
    expect(run(gives({ a: [5, 0, 6, 6] }), tokens('row', 5, 6)).within).toBe(1);
    expect(run(gives({ a: [5, 5, 6, 6] }), tokens('row-all', 5, 6)).within).toBe(1);
    expect(run(gives({ a: [5, 0, 6, 7] }), tokens('mask', 5, 6, 7)).within).toBe(1);
    expect(run(gives({ a: [5, 9, 6, 7] }), tokens('all', 5, 9, 6, 7)).within).toBe(1);
    expect(run(gives({ a: [5, 9, 6, 6] }), tokens('row', 5, 6)).within).toBe(0);
    expect(run(gives({ a: [Number.NaN, 0, 6, 6] }), tokens('row', 'NaN', 6)).within).toBe(1);
    const trainedOnly = { a: 'there the whitened value stands' };
    expect(
      run({ ...gives({ a: [5, 0, 6, 7] }), trainedOnly }, tokens('all', 5, 9, 6, 7)).within,
    ).toBe(1);
    expect(
      run({ ...gives({ a: [4, 0, 6, 7] }), trainedOnly }, tokens('all', 5, 9, 6, 7)).within,
    ).toBe(0);
  });

  it('allow 1e-5 for float32, and 1e-4 at most', () => {
    const single = record({ a: { dtype: 'float32', d: [1] } }, { inputs: {} });
    expect(run(gives({ a: [1 + 9e-6] }), single).within).toBe(1);
    expect(run(gives({ a: [1 + 2e-5] }), single).within).toBe(0);
    expect(run({ ...gives({ a: [1 + 2e-5] }), tolerance: () => 1e-4 }, single).within).toBe(1);
    const loose = run({ ...gives({ a: [1] }), tolerance: () => 1e-3 }, single);
    expect(loose.failures[0]).toMatch(/above 1e-4/);
  });

  it('do not let large inputs excuse an error as large as the result', () => {
    const huge = (a: number): FrameworkRecord =>
      record({ a: array(a) }, { inputs: { rewards: { dtype: 'float64', d: [1e30] } } });
    expect(run(gives({ a: [0.5] }), huge(0)).within).toBe(0);
    expect(run(gives({ a: [0.509] }), huge(0.5)).within).toBe(1);
    expect(run(gives({ a: [1e30 + 1e20] }), huge(1e30)).within).toBe(1);
  });

  it('count what both refuse, and take no other error for a refusal', () => {
    const refused = record({ error: { type: 'ValueError' } });
    expect(run({ run: () => refuse('a', 'b', 0) }, refused)).toMatchObject({
      refused: 1,
      failures: [],
    });
    expect(run({ run: () => refuse('a', 'b', 0) }, record({ a: 1 })).failures).toHaveLength(1);
    expect(run({ run: crash }, refused).failures[0]).toMatch(/crashed: TypeError: a defect/);
  });

  it('may not look at the result', () => {
    const peeking = { run: ({ expect }: FrameworkRecord) => expect };
    expect(run(peeking, record({ a: 1 })).failures[0]).toMatch(/may not read what it is compared/);
  });

  it('leave out fields by name, which must be there and not be given', () => {
    const expected = record({ a: 1, metrics: { 'x/y': 1, 'x/z': 2, w: 3 } });
    const some = { ...gives({ a: 1, metrics: { w: 3 } }), leftOut: { 'metrics.x/*': 'why' } };
    expect(run(some, expected).failures).toEqual([]);
    const none = { ...gives({ a: 1 }), leftOut: { metrics: 'why', other: 'why' } };
    expect(run(none, expected).failures).toEqual(['leaves out other, which no record has']);
    const inRows = { ...gives({ rows: [{ x: 1 }] }), leftOut: { 'rows[].y': 'why' } };
    expect(run(inRows, record({ rows: [{ x: 1, y: 2 }] })).failures).toEqual([]);
    const all = { run: () => ({}), leftOut: { a: 'why', 'metrics.*': 'why' } };
    expect(run(all, expected).failures[0]).toMatch(/nothing of it is compared/);
    const both = { ...gives({ a: 1 }), leftOut: { a: 'why', metrics: 'why' } };
    expect(run(both, expected).failures[0]).toMatch(/both given and left out: a/);
  });

  it('differ by rule only where they differ, and every rule must be needed', () => {
    const difference = { rule: 'r', because: 'b', applies: () => true };
    const claim = { ...gives({ a: 1 }), differences: [difference] };
    expect(run(claim, record({ a: 1 }), record({ a: 2 }))).toMatchObject({
      within: 1,
      byRule: { r: 1 },
      failures: [],
    });
    expect(run(claim, record({ a: 1 })).failures).toEqual(['no record differs by rule "r"']);
    const rare = { ...claim, differences: [{ ...difference, rare: true }] };
    expect(run(rare, record({ a: 1 })).failures).toEqual([]);
    const refusing = { run: () => refuse('a', 'b', 0), differences: [difference] };
    expect(run(refusing, record({ a: 1 })).byRule).toEqual({ r: 1 });
  });

  it('differ by a rule with bounds no further than these', () => {
    const within = (bound: number | number[]): Omit<Claim, 'proves'> => ({
      ...gives({ a: [1, 2.5] }),
      differences: [{ rule: 'r', because: 'b', applies: () => true, within: () => ({ a: bound }) }],
    });
    const apart = record({ a: array(1, 2) });
    expect(run(within(0.6), apart).failures).toEqual([]);
    expect(run(within([0, 0.6]), apart).failures).toEqual([]);
    expect(run(within(0.4), apart).failures).not.toEqual([]);
    expect(run(within([0.6, 0]), apart).failures).not.toEqual([]);
    expect(run(within(1e300), record({ a: array(1, 'NaN') })).failures).not.toEqual([]);
    expect(run(within(Infinity), record({ a: array(1, 'NaN') })).failures).toEqual([]);
    expect(run(within(Infinity), record({ error: {} })).failures).not.toEqual([]);
  });
});
