import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, serveFolder } from '../../../scripts/demo-web.mjs';
import { chromium, findChromium, findFirefox, firefox } from '../browser.ts';
import type { Cell, Outcome, Report } from '../cell.ts';

interface DemoCell {
  readonly name: string;
  readonly browser: 'chrome' | 'firefox';
  readonly size: { readonly updates: number; readonly tasks: number | null };
}

/** Seconds in which even a busy machine is done. */
const TIMEOUT = 240_000;
/** Somewhere below the root of a server: the page must not mind. */
const FOLDER = 'some/where';

/** The demo's page, which trains there: what is seen must rise, and come to the numbers of Node. */
function demoCell({ name, browser, size }: DemoCell): Cell {
  const { describe, program } =
    browser === 'chrome'
      ? { describe: chromium(), program: findChromium }
      : { describe: firefox, program: findFirefox };
  return {
    name,
    expect: 'wasm-simd',
    check: checkDemoOutcome,
    tools: true,
    debian: describe.debian,
    describe: async ({ packed }) => `${await describe.version(packed.folder)}, demo:web`,
    async run(project) {
      const site = join(project, 'site');
      mkdirSync(site);
      await buildPage(join(site, FOLDER));
      const { trainLake } = await import('../../../ts/web/train-lake.ts');
      const settings = { seed: 1, warmUpSteps: null, ...size };
      const silent = { onWarmUp: () => {}, onSnapshot: () => {}, onWarning: () => {} };
      const parametersHash = await trainLake(settings, silent);
      const { url, close } = await serveFolder(site);
      try {
        // What drives the browser is here only when the tools are.
        const { checkDemo } = await import('../demo/check-demo.mjs');
        const search = new URLSearchParams({ updates: String(size.updates) });
        if (size.tasks !== null) search.set('tasks', String(size.tasks));
        const report = await checkDemo({
          browser,
          program: program(),
          url: `${url}${FOLDER}/?${search}`,
          parametersHash,
          timeout: TIMEOUT,
        });
        return { code: 0, stdout: JSON.stringify(report), stderr: '' };
      } finally {
        close();
      }
    },
  };
}

function checkDemoOutcome({ stdout }: Outcome): Report {
  const { cases, failures } = JSON.parse(stdout) as Pick<Report, 'cases' | 'failures'>;
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return { cases, failures, kernels: '–', notices: [], digest: null };
}

const short = { updates: 40, tasks: 8 };
const whole = { updates: 80, tasks: null };

export const demoCells: readonly Cell[] = [
  demoCell({ name: 'chromium-demo', browser: 'chrome', size: short }),
  demoCell({ name: 'firefox-demo', browser: 'firefox', size: short }),
  demoCell({ name: 'whole-demo-chromium', browser: 'chrome', size: whole }),
  demoCell({ name: 'whole-demo-firefox', browser: 'firefox', size: whole }),
];
