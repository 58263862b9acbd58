// The demo's page in a browser that is driven, and what went wrong there.

import puppeteer from 'puppeteer-core';

const ARGUMENTS = {
  chrome: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  firefox: [],
};

/**
 * @param browser `'chrome'` or `'firefox'`
 * @param program its path
 * @param url of the page
 * @param options.scheme `'light'` or `'dark'`
 * @returns the page, a list of problems that grows, and what ends the browser
 */
export async function openDemo(browser, program, url, { width = 1200, height = 900, scheme } = {}) {
  const started = await puppeteer.launch({
    browser,
    executablePath: program,
    args: ARGUMENTS[browser],
    defaultViewport: { width, height },
  });
  const problems = [];
  const close = () => started.close();
  try {
    const page = await started.newPage();
    if (scheme) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(new URL('.', url).href) && !address.startsWith('data:'))
        problems.push(`another place was asked: ${address}`);
    });
    await page.goto(url);
    return { page, problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the page is in one of the phases; gives its status line. */
export async function waitForPhase(page, phases, timeout) {
  const wanted = ['failed', ...phases];
  await page.waitForFunction(
    (names) => names.includes(document.body.dataset.phase),
    { timeout },
    wanted,
  );
  const { phase, status } = await page.evaluate(() => ({
    phase: document.body.dataset.phase,
    status: document.getElementById('status').textContent,
  }));
  if (!phases.includes(phase)) throw new Error(`the page is ${phase}: ${status}`);
  return status;
}
