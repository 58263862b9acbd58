import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../package/packed.ts';
import { chromium, findChromium, findFirefox, firefox } from '../browser.ts';
import type { Cell, Outcome, Report } from '../cell.ts';
import { run } from '../process.ts';
import { makeHostileRollouts, makeRollouts } from '../report/make-rollouts.mjs';

/** `upperhand report`, opened from disk: looked at with the keyboard, by axe, and with rollouts that would run in it. */
function reportCell(browser: 'chrome' | 'firefox'): Cell {
  const { describe, program } =
    browser === 'chrome'
      ? { describe: chromium(), program: findChromium }
      : { describe: firefox, program: findFirefox };
  return {
    name: browser === 'chrome' ? 'chromium-report' : 'firefox-report',
    expect: 'wasm-simd',
    check: checkReportOutcome,
    tools: true,
    debian: describe.debian,
    describe: async ({ packed }) => `${await describe.version(packed.folder)}, report`,
    async run(project) {
      const write = async (name: string, rollouts: string): Promise<string> => {
        writeFileSync(join(project, `${name}.jsonl`), rollouts);
        const args = ['report', `${name}.jsonl`, '--out', `${name}.html`];
        const ran = await run(process.execPath, [join(root, 'dist/cli/bin.js'), ...args], {
          cwd: project,
        });
        if (ran.code !== 0) throw new Error(`upperhand report: ${ran.stderr}`);
        return join(project, `${name}.html`);
      };
      // What drives the browser is here only when the tools are.
      const { checkReport } = await import('../report/check-report.mjs');
      const checked = await checkReport({
        browser,
        program: program(),
        report: await write('sums', makeRollouts()),
        hostile: await write('hostile', makeHostileRollouts()),
      });
      return { code: 0, stdout: JSON.stringify(checked), stderr: '' };
    },
  };
}

function checkReportOutcome({ stdout }: Outcome): Report {
  const { cases, failures } = JSON.parse(stdout) as Pick<Report, 'cases' | 'failures'>;
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return { cases, failures, kernels: '–', notices: [], digest: null };
}

export const reportCells: readonly Cell[] = [reportCell('chrome'), reportCell('firefox')];
