import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeExternal, oracleDir } from '../support/external.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { docsFile, renderDocs } from './docs.ts';
import { goldenDir, listGolden, readDifferences, readGolden } from './golden-files.ts';
import { partsOf, reasons } from './reasons.ts';
import { runTopic } from './run-topic.ts';
import type { AnyTopic } from './topic.ts';
import { topicOf } from './topics/index.ts';

const differences = readDifferences();

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'golden records, kernels %s',
  (_, kernels) => {
    it.each(listGolden(goldenDir))('%s', async (file) => {
      const report = await runTopic(
        topicOf(file) as AnyTopic,
        readGolden(goldenDir, file),
        kernels,
        differences,
      );
      expect(report.failures).toEqual([]);
      expect(report.byRule, 'differences that are excused but not listed').toEqual({});
      expect(report.stray, 'listed, but no record').toEqual([]);
      expect(report.exact + report.listed).toBe(report.records);
      expect(report.exact).toBeGreaterThan(0);
    });
  },
);

describe('the list of differences', () => {
  it('names only records that are there, and only reasons that are explained', () => {
    for (const [topic, listed] of Object.entries(differences)) {
      const file = listGolden(goldenDir).find((name) => topicOf(name)?.name === topic) as string;
      const keys = readGolden(goldenDir, file).map((line, i) => {
        const { id = `line-${i + 1}`, version } = JSON.parse(line);
        return version ? `${id}@${version}` : id;
      });
      for (const [key, { reason }] of Object.entries(listed)) {
        expect(keys).toContain(key);
        for (const part of partsOf(reason)) expect(Object.keys(reasons)).toContain(part);
      }
    }
  });

  it('has headings that say what they are about, with the code after them', () => {
    const [, differences = ''] = readFileSync(docsFile, 'utf8').split(
      /^## (?:Differences|What .*)$/m,
    );
    const headings = [...differences.matchAll(/^### (.*)$/gm)];
    expect(headings.length).toBeGreaterThan(0);
    for (const [, heading] of headings) expect(heading).toMatch(/^[A-Z][a-z]* .* \([\w ,]+\)$/);
  });

  it('is what docs/parity.md tells (npm run parity -- --docs)', async () => {
    expect(readFileSync(docsFile, 'utf8')).toBe(await renderDocs());
  });
});

describeExternal('golden files', join(oracleDir(), 'golden'), () => {
  it.each(listGolden(goldenDir))('%s is the original recording', (file) => {
    const original = readFileSync(join(oracleDir(), 'golden', file), 'utf8');
    expect(readFileSync(join(goldenDir, file), 'utf8') === original).toBe(true);
  });

  it('are all that concern what is built', () => {
    const concerned = listGolden(join(oracleDir(), 'golden')).filter((file) => topicOf(file));
    expect(listGolden(goldenDir)).toEqual(concerned);
  });
});
