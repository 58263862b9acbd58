import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { dataDir, describeExternal } from '../support/external.ts';
import { readReport } from './parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const writers = join(dataDir(), 'writers');

describeExternal('reports of files of real writers', writers, () => {
  const names = readdirSync(writers, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  it.each(names)('%s: every rollout is there, with its advantage', async (name) => {
    const out = join(folder, `${name}.html`);
    const ran = await run(['report', join(writers, name), '--out', out, '--estimator', 'grpo']);
    expect([0, 3]).toContain(ran.code);
    const { data, texts, cuts } = readReport(out);
    const { out: lines } = await run(['advantages', join(writers, name), '--format', 'jsonl']);
    const scored = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { reward: unknown; advantage: number | null });
    expect(data.rollouts).toBe(scored.length);
    const [found = []] = data.list.rollouts.advantages;
    const sorted = (all: readonly (number | null)[]): string[] => all.map(String).sort();
    expect(sorted(found)).toEqual(sorted(scored.map(({ advantage }) => advantage)));
    expect(new Set(texts.map(({ id }) => id)).size).toBe(scored.length);
    expect(cuts).toEqual({ texts: 0, characters: 0, messages: 0 });
  });
});
