import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeExternal } from '../../support/external.ts';
import { listGolden } from '../golden-files.ts';
import { claimedFrameworks, loadClaims } from './load-claims.ts';
import { readOutcomes } from './outcomes.ts';
import { type FrameworkRecord, readFramework } from './records.ts';
import { originalDir, sampleDir } from './report.ts';
import { runClaims } from './run-claims.ts';

const frameworks = await Promise.all(claimedFrameworks().map(loadClaims));
const outcomes = readOutcomes();

describe.each(frameworks.map((claims) => [claims.framework, claims] as const))(
  "records of %s's own functions",
  (framework, claims) => {
    const cases = listGolden(sampleDir).includes(`${framework}.jsonl`)
      ? readFramework(sampleDir, `${framework}.jsonl`)
      : new Map<string, FrameworkRecord[]>();

    it.each(Object.keys(claims.functions))('%s', (name) => {
      const records = cases.get(name) ?? [];
      const only = { framework, functions: { [name]: claims.functions[name] as never } };
      const [report] = runClaims(only, new Map([[name, records]]), { whole: false });
      expect(report?.failures).toEqual([]);
      const whole = outcomes.find((one) => one.framework === framework && one.function === name);
      expect(records.length).toBeGreaterThanOrEqual(Math.min(30, whole?.records ?? 30));
      const needed = Object.entries(whole?.byRule ?? {}).filter(([, count]) => count > 0);
      const shown = Object.entries(report?.byRule ?? {}).filter(([, count]) => count > 0);
      expect(shown.map(([rule]) => rule)).toEqual(needed.map(([rule]) => rule));
    });
  },
);

describe('what is written down of all records', () => {
  it('is about the functions that are claimed, and what they prove', () => {
    const written = outcomes
      .filter(({ proves }) => proves.length > 0)
      .map((one) => [`${one.framework} ${one.function}`, one.proves, Object.keys(one.byRule)]);
    const claimed = frameworks.flatMap(({ framework, functions }) =>
      Object.entries(functions).map(([name, { proves, differences = [] }]) => [
        `${framework} ${name}`,
        typeof proves === 'string' ? [proves] : proves,
        differences.map(({ rule }) => rule),
      ]),
    );
    const sorted = (rows: readonly (readonly unknown[])[]): string[] =>
      rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(written)).toEqual(sorted(claimed));
  });

  it('leaves no record unaccounted for', () => {
    for (const { records, within, refused, byRule, proves } of outcomes) {
      if (proves.length === 0) continue;
      expect(within + refused + Object.values(byRule).reduce((sum, n) => sum + n, 0)).toBe(records);
    }
  });
});

describeExternal("all records of frameworks' own functions", originalDir(), () => {
  it.each(listGolden(sampleDir))('%s is a part of the original recording', (file) => {
    const strip = (line: string): string => line.replaceAll(/, ?"x": ?"[0-9a-f]*"/g, '');
    const lines = (dir: string): string[] => readFileSync(join(dir, file), 'utf8').split('\n');
    const original = new Set(lines(originalDir()).map(strip));
    for (const line of lines(sampleDir)) expect(original.has(line)).toBe(true);
  });

  it('are of the frameworks whose records are here', () => {
    for (const file of listGolden(sampleDir)) {
      expect(existsSync(join(originalDir(), file))).toBe(true);
      expect(claimedFrameworks()).toContain(basename(file, '.jsonl'));
    }
  });
});
