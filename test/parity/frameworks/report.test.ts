import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRecorded } from './records.ts';
import { summarise } from './report.ts';
import type { FunctionReport } from './run-claims.ts';

const report = (more: Partial<FunctionReport> = {}): FunctionReport => ({
  framework: 'x',
  function: 'f',
  proves: ['x/f'],
  records: 2,
  within: 1,
  refused: 1,
  byRule: {},
  failures: [],
  ...more,
});

describe('the exit code of a run', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  afterEach(() => log.mockClear());
  const told = (): string => log.mock.calls.flat().join('\n');

  it.each<[string, FunctionReport[], number, string]>([
    ['all is accounted for', [report()], 0, '0 failures'],
    ['a record fails', [report({ within: 0, failures: ['off'] })], 1, '1 failures'],
    ['nobody claims a function', [report(), report({ proves: [] })], 1, 'nobody claims it'],
    [
      'a claimed function has no records',
      [report(), report({ records: 0 })],
      1,
      'no records of it',
    ],
    ['there is nothing', [], 2, '0 records'],
  ])('where %s', (_, reports, code, text) => {
    expect(summarise(reports)).toBe(code);
    expect(told()).toContain(text);
  });
});

describe('a file of records', () => {
  const read = (...lines: object[]) => {
    const dir = mkdtempSync(join(tmpdir(), 'upperhand-'));
    try {
      writeFileSync(join(dir, 'x.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
      return readRecorded(dir, 'x.jsonl');
    } finally {
      rmSync(dir, { recursive: true });
    }
  };
  const input = { record: 'input', id: 'a', function: 'f', inputs: {} };

  it('has nothing that is passed over', () => {
    expect(
      read({ record: 'meta' }, input, { record: 'case', input: 'a', expect: {} }),
    ).toHaveLength(1);
    expect(() => read(input, { record: 'csae', input: 'a', expect: {} })).toThrow('of kind csae');
    expect(() => read({ record: 'case', input: 'a', expect: {} })).toThrow('there is no input a');
  });
});
