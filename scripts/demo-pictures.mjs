// The pictures of the demo's page in docs/: `node scripts/demo-pictures.mjs`, with Chromium at hand ($CHROMIUM or in the
// PATH). The page trains a whole run, once, and is then seen light and dark, with the game from the hardest start.
// scripts/setup.mjs --build comes first, and `npm ci` in test/runtimes, which has what drives the browser.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openDemo, waitForPhase } from '../test/runtimes/demo/open-demo.mjs';
import { buildPage, serveFolder } from './demo-web.mjs';
import { orFail, root, say } from './run.mjs';
import { smallPng } from './small-png.mjs';

const TIMEOUT = 600_000;
/** Bytes of a picture. */
const LIMIT = 150_000;
const SIZE = { width: 1120, height: 1000 };

await orFail(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-pictures-'));
  await buildPage(folder);
  const { url, close: stopServing } = await serveFolder(folder);
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const { page, problems, close } = await openDemo('chrome', program, url, SIZE);
  try {
    say(await waitForPhase(page, ['done'], TIMEOUT));
    for (const scheme of ['light', 'dark']) await take(page, scheme);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await close();
    stopServing();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function take(page, scheme) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.select('#game-pace', '800');
  await page.$eval('#board [aria-label="Show a game from d"]', (cell) => {
    cell.dispatchEvent(new MouseEvent('click'));
  });
  // The end of the game stays for some moves.
  await page.waitForFunction(() => document.querySelector('#game strong'), { timeout: TIMEOUT });
  await new Promise((resolve) => setTimeout(resolve, 600));
  const path = join(root, 'docs', `demo-web-${scheme}.png`);
  const png = await smallPng(page, await page.screenshot({ fullPage: true }));
  writeFileSync(path, png);
  say(`${relative(root, path)}: ${png.length} bytes`);
  if (png.length > LIMIT) throw new Error(`${path} is larger than ${LIMIT} bytes`);
}
