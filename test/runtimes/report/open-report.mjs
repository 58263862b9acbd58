// A report in a browser that is driven, opened from disk, and what went wrong there.

import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/**
 * @param program the path of Chromium
 * @param file the report's
 * @param options.scheme `'light'` or `'dark'`
 * @param options.hash of the address
 * @returns the page, a list of problems that grows, and what ends the browser
 */
export async function openReport(
  program,
  file,
  { width = 1200, height = 900, scheme = 'light', hash = '' } = {},
) {
  const started = await puppeteer.launch({
    browser: 'chrome',
    executablePath: program,
    args: ARGUMENTS,
    defaultViewport: { width, height },
  });
  const problems = [];
  const close = () => started.close();
  try {
    const page = await started.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const url = pathToFileURL(file).href;
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== url) problems.push(`request: ${request.url()}`);
    });
    await page.goto(url + hash);
    await page.waitForFunction(() => document.body.dataset.ready === 'true', { timeout: 20_000 });
    return { page, problems, close };
  } catch (error) {
    await close();
    throw new Error([String(error), ...problems].join('\n'));
  }
}
