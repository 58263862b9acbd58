// The pictures of docs/report.md: `node scripts/report-pictures.mjs`, with Chromium at hand ($CHROMIUM or in the PATH).
// scripts/setup.mjs --build comes first, and `npm ci` in test/runtimes, which has what drives the browser.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeRollouts } from '../test/runtimes/report/make-rollouts.mjs';
import { openReport } from '../test/runtimes/report/open-report.mjs';
import { orFail, root, run, say } from './run.mjs';
import { smallPng } from './small-png.mjs';

/** Bytes of a picture. */
const LIMIT = 150_000;
const pictures = [
  { name: 'report-light.png', scheme: 'light', size: { width: 1200, height: 1180 } },
  { name: 'report-dark.png', scheme: 'dark', size: { width: 1200, height: 1180 } },
  {
    name: 'report-group.png',
    scheme: 'light',
    size: { width: 1200, height: 1060 },
    hash: '#group=32&rollout=256&with=259',
  },
];

await orFail(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-pictures-'));
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  try {
    writeFileSync(join(folder, 'sums.jsonl'), makeRollouts());
    const upperhand = join(root, 'dist/cli/bin.js');
    run(process.execPath, [upperhand, 'report', 'sums.jsonl'], { cwd: folder });
    for (const { name, scheme, size, hash = '' } of pictures) {
      const file = join(folder, 'report.html');
      const { page, problems, close } = await openReport('chrome', program, file, {
        ...size,
        scheme,
        hash,
      });
      try {
        await new Promise((resolve) => setTimeout(resolve, 800));
        const path = join(root, 'docs', 'pictures', name);
        const png = await page.screenshot();
        if (problems.length > 0) throw new Error(problems.join('\n'));
        // The report's own policy would keep the picture from being decoded in it.
        await page.goto('about:blank');
        const small = await smallPng(page, png);
        writeFileSync(path, small);
        say(`${relative(root, path)}: ${small.length} bytes`);
        if (small.length > LIMIT) throw new Error(`${path} is larger than ${LIMIT} bytes`);
      } finally {
        await close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
