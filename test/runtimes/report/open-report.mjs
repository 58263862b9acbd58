// A report in a browser that is driven, opened from disk, and what went wrong there.

import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const ARGUMENTS = {
  chrome: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  firefox: [],
};

/**
 * @param browser `'chrome'` or `'firefox'`
 * @param program its path
 * @param file the report's
 * @param options.scheme `'light'` or `'dark'`
 * @param options.hash of the address
 * @returns the page, a list of problems that grows, and what ends the browser
 */
export async function openReport(
  browser,
  program,
  file,
  { width = 1200, height = 900, scheme = 'light', hash = '' } = {},
) {
  const started = await puppeteer.launch({
    browser,
    executablePath: program,
    args: ARGUMENTS[browser],
    // Firefox is told by its settings.
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
    defaultViewport: { width, height },
  });
  const problems = [];
  const close = () => started.close();
  try {
    const page = await started.newPage();
    if (browser === 'chrome')
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const url = pathToFileURL(file).href;
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on('request', (request) => {
      const address = request.url();
      // Firefox brings the triangles of its lists and details in a font like that.
      if (browser === 'firefox' && address.startsWith('data:font/')) return;
      if (address.split('#')[0] !== url) problems.push(`request: ${address.slice(0, 200)}`);
    });
    await page.goto(url + hash);
    await page.waitForFunction(() => document.body.dataset.ready === 'true', { timeout: 20_000 });
    return { page, problems, close };
  } catch (error) {
    await close();
    throw new Error([String(error), ...problems].join('\n'));
  }
}
