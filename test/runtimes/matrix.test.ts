import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageJson } from '../package/packed.ts';
import { type Cell, checkOutcome, type Outcome, type Report } from './cell.ts';
import { cells } from './cells/index.ts';
import { makeSample } from './make-sample.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('the sample', () => {
  const text = read('golden/sample.json');
  const { estimators, collect } = JSON.parse(text) as {
    estimators: { rewards: (string | boolean)[][] }[];
    collect: unknown[];
  };

  it('is what the golden files give now', () => {
    expect(makeSample() === text).toBe(true);
  });

  it('has enough of everything', () => {
    expect(estimators.length).toBeGreaterThanOrEqual(100);
    expect(collect.length).toBeGreaterThanOrEqual(30);
    const groups = estimators.flatMap(({ rewards }) => rewards);
    const values = new Set(groups.flat());
    const infinity = '7ff0000000000000';
    for (const value of ['nan', infinity, `f${infinity.slice(1)}`, '8000000000000000', true])
      expect([value, values.has(value)]).toEqual([value, true]);
    expect(estimators.some(({ rewards }) => rewards.length === 0)).toBe(true);
    expect(groups.some((group) => group.length === 0)).toBe(true);
    expect(groups.some((group) => group.length > 128)).toBe(true);
  });
});

describe('a cell', () => {
  const wasm = { name: 'some', expect: 'wasm-simd' } as Cell;
  const js = { name: 'some', expect: { fallback: /no SIMD/ } } as unknown as Cell;
  const notice = 'upperhand: no SIMD; the JavaScript kernels compute instead';
  const right: Report = {
    cases: 20_000,
    failures: [],
    kernels: 'wasm-simd',
    notices: [],
    digest: '0',
  };
  const fellBack: Report = { ...right, kernels: 'js', notices: [notice] };
  const outcome = (report: object, rest: Partial<Outcome> = {}): Outcome => ({
    code: 0,
    stdout: `${JSON.stringify(report)}\n`,
    stderr: '',
    ...rest,
  });

  it('passes with the kernels that it expects, silently or with the notice alone', () => {
    expect(checkOutcome(wasm, outcome(right))).toEqual(right);
    expect(checkOutcome(js, outcome(fellBack, { stderr: `${notice}\n` }))).toEqual(fellBack);
  });

  it.each<[string, Cell, Outcome, RegExp]>([
    ['a failure', wasm, outcome({ ...right, failures: ['x'] }), /failures: x/],
    ['few cases', wasm, outcome({ ...right, cases: 3 }), /only 3 cases/],
    ['an exit code', wasm, outcome(right, { code: 1 }), /exit code 1/],
    ['no report', wasm, outcome(right, { stdout: 'Segmentation fault' }), /no report/],
    ['more than the report', wasm, outcome(right, { stdout: JSON.stringify(right) }), /stdout is/],
    ['stderr', wasm, outcome(right, { stderr: 'ExperimentalWarning' }), /stderr: Exp/],
    ['JavaScript', wasm, outcome(fellBack, { stderr: `${notice}\n` }), /are js, not wasm-simd/],
    ['no fallback', js, outcome(right), /are wasm-simd, not js/],
    ['a silent fallback', js, outcome({ ...fellBack, notices: [] }), /0 notices/],
    [
      'a fallback told twice',
      js,
      outcome({ ...fellBack, notices: [notice, notice] }, { stderr: `${notice}\n${notice}\n` }),
      /2 notices/,
    ],
    [
      'another reason',
      js,
      outcome({ ...fellBack, notices: ['upperhand: other'] }, { stderr: 'upperhand: other\n' }),
      /the notice is: upperhand: other/,
    ],
  ])('fails with %s', (_, cell, given, message) => {
    expect(() => checkOutcome(cell, given)).toThrow(message);
  });

  it('has a name of its own', () => {
    expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
  });
});

describe('the tools', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { funding?: unknown; resolved?: string }>;
  };

  it('have exact versions, those of the project where it has the same', () => {
    const all: Record<string, string> = { ...dependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(all)) {
      expect(`${name} ${version}`).toMatch(/^\S+ (npm:[\w-]+@)?\d+\.\d+\.\d+$/);
      const ours = packageJson.devDependencies[name];
      if (ours !== undefined) expect([name, version]).toEqual([name, ours]);
    }
    expect(packages['']).toMatchObject({ dependencies, optionalDependencies });
  });

  it('are locked without download addresses', () => {
    for (const [path, { funding: _, ...entry }] of Object.entries(packages))
      expect([path, JSON.stringify(entry)]).toEqual([path, expect.not.stringMatching(/:\/\//)]);
  });
});
