import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { jsonLines, run } from '../cli/run.ts';
import { makeRollouts } from '../runtimes/report/make-rollouts.mjs';
import { type ReportParts, readReport } from './parts.ts';

export interface ReportFolder {
  readonly folder: string;
  at(name: string): string;
  /** Writes a file and gives its path. */
  file(name: string, content: string): string;
  /** What `upperhand report` makes of a file. */
  report(path: string, ...options: string[]): Promise<ReportParts>;
  /** Five rollouts, one of them without a reward. */
  readonly plain: string;
  /** Rollouts of two roles, with texts, in eight steps. */
  readonly sums: string;
}

/** A folder with rollouts, which is gone after the tests of the file that calls this. */
export function reportFolder(): ReportFolder {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-report-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  const file = (name: string, content: string): string => {
    writeFileSync(at(name), content);
    return at(name);
  };
  return {
    folder,
    at,
    file,
    async report(path, ...options) {
      const out = `${path}.html`;
      const ran = await run(['report', path, '--out', out, ...options]);
      expect(ran).toMatchObject({ code: 0, err: '' });
      return readReport(out);
    },
    plain: file(
      'plain.jsonl',
      jsonLines([
        { task_id: 'a', name: 'solver', rollout_idx: 0, reward: 1 },
        { task_id: 'a', name: 'solver', rollout_idx: 1, reward: 0 },
        { task_id: 'b', name: 'judge', rollout_idx: 0, reward: 0.5 },
        { task_id: 'b', name: 'judge', rollout_idx: 1, reward: 0.5 },
        { task_id: 'b', name: 'judge', rollout_idx: 2, reward: null },
      ]),
    ),
    sums: file('sums.jsonl', makeRollouts()),
  };
}
