// A person at a report, with the keyboard alone; and axe, which knows what others cannot use.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openReport } from './open-report.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param options.browser `'chrome'` or `'firefox'`
 * @param options.program its path
 * @param options.report of `makeRollouts`
 * @param options.hostile of `makeHostileRollouts`
 * @returns how much was checked, and what was wrong
 */
export async function checkReport({ browser, program, report, hostile }) {
  const failures = [];
  let cases = 0;
  const must = (what, holds, found) => {
    cases++;
    if (!holds) failures.push(`${what}: ${JSON.stringify(found)}`);
  };
  const at = async (file, options, check) => {
    const { page, problems, close } = await openReport(browser, program, file, options);
    try {
      await check(page);
      must('problems', problems.length === 0, problems);
    } finally {
      await close();
    }
  };
  await at(report, {}, async (page) => {
    await checkCharts(page, must);
    await checkAxe(page, must, 'overview');
    await checkKeyboard(page, must);
    await checkDifferences(page, must);
    await checkAxe(page, must, 'group');
    await checkWidth(page, must);
  });
  await at(report, { scheme: 'dark' }, async (page) => {
    await checkCharts(page, must);
    await checkAxe(page, must, 'dark overview');
    await page.evaluate(() => {
      location.hash = '#group=0&rollout=0&with=1';
    });
    await page.waitForFunction(() => document.querySelector('#difference del'));
    await checkAxe(page, must, 'dark group');
  });
  await at(report, { hash: '#group=3&rollout=26&role=judge' }, (page) => checkLink(page, must));
  await at(hostile, {}, (page) => checkHostile(page, must));
  return { cases, failures };
}

/** Each chart must have drawn something in a colour of its own. */
async function checkCharts(page, must) {
  await page.waitForFunction(
    () => document.querySelectorAll('.plot').length === document.querySelectorAll('canvas').length,
    { timeout: 20_000 },
  );
  const drawn = await page.$$eval('figure', (figures) =>
    figures.map((figure) => {
      const canvas = figure.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let coloured = 0;
      for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue] = data.subarray(i, i + 3);
        if (data[i + 3] > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60)
          coloured++;
      }
      return { title: figure.querySelector('figcaption').textContent, coloured };
    }),
  );
  must('charts', drawn.length >= 8, drawn.length);
  for (const { title, coloured } of drawn) must(`"${title}" is drawn`, coloured > 20, coloured);
}

async function checkAxe(page, must, where) {
  // Not as an element: the page's policy lets no other script run.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const found = await globalThis.axe.run(document);
    return found.violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html}`);
  });
  must(`axe, ${where}`, violations.length === 0, violations);
}

async function checkKeyboard(page, must) {
  const focused = () => page.evaluate(() => document.activeElement.dataset.group ?? null);
  const hash = () => page.evaluate(() => location.hash);
  const isShown = (id) => page.$eval(`#${id}`, (part) => part.checkVisibility());

  await page.keyboard.press('?');
  must('? opens the keys', await isShown('help'), false);
  await page.keyboard.press('Escape');
  must('Escape closes them', !(await isShown('help')), true);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  must('j goes down', (await focused()) === '1', await focused());
  await page.keyboard.press('k');
  must('k goes up', (await focused()) === '0', await focused());
  await page.keyboard.press('Enter');
  must('Enter opens the group', (await hash()) === '#group=0', await hash());
  await page.waitForFunction(() => document.querySelectorAll('article').length === 8);
  const said = await page.$eval('article', (attempt) => attempt.textContent);
  must('messages', said.includes('What is') && said.includes('reward'), said);
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  const attempt = await page.evaluate(() => document.activeElement.dataset.rollout);
  must('l goes to the right', attempt === '1', attempt);
  await page.keyboard.press('j');
  must('j opens the next group', (await hash()) === '#group=1', await hash());
  await page.keyboard.press('Escape');
  must('Escape leads back', await isShown('overview'), await hash());
  must('to the same place', (await focused()) === '1', await focused());

  await page.keyboard.press('n');
  const second = await page.$eval('#group-count', (text) => text.textContent);
  must('n turns the page', second.startsWith('51 to 100 of 192'), second);
  await page.keyboard.press('/');
  await page.keyboard.type('let me see');
  await page.waitForFunction(() => location.hash.includes('search=let+me+see'));
  const found = await page.$eval('#group-count', (text) => text.textContent);
  const count = Number(/of (\d+) groups/.exec(found)?.[1]);
  must('/ searches messages', count > 5 && count < 150, found);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  // The attempts of the group before stand there until those of this one take their place.
  const isThere = await page
    .waitForFunction(
      () =>
        document.querySelectorAll('article').length === 8 &&
        document.querySelector('#attempts').textContent.includes('let me see'),
    )
    .then(() => true)
    .catch(() => false);
  const text = await page.$eval('#attempts', (attempts) => attempts.textContent);
  must('what was searched is there', isThere, text.slice(0, 500));
}

/** Two attempts are compared with the keyboard alone; the address leads back to it. */
async function checkDifferences(page, must) {
  const shown = () =>
    page.$eval('#difference', (part) => ({
      hash: location.hash,
      changes: part.querySelectorAll('del, ins').length,
      said: part.querySelector('[role="status"]').textContent,
      focused: document.activeElement.id || document.activeElement.dataset.rollout,
    }));
  await page.evaluate(() => {
    location.hash = '#group=0';
  });
  await page.waitForFunction(() => document.querySelectorAll('article').length === 8);
  must('no differences at first', (await shown()).changes === 0, await shown());
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await page.keyboard.press('d');
  const opened = await shown();
  must('d compares the attempt', /^#group=0&rollout=1&with=\d+$/.test(opened.hash), opened);
  must('changes are marked', opened.changes > 0 && opened.said.includes('changed'), opened);
  must('they have the focus', opened.focused === 'difference-title', opened);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  must('Tab reaches what chooses', (await shown()).focused === 'difference-to', await shown());
  await page.select('#difference-to', '1');
  must('an attempt is like itself', (await shown()).said.includes('the same'), await shown());
  await page.select('#difference-to', '3');
  const chosen = await shown();
  must('the address has both', chosen.hash === '#group=0&rollout=1&with=3', chosen);
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  const closed = await shown();
  must('d closes them', closed.changes === 0 && closed.hash === '#group=0&rollout=1', closed);
  must('the attempt has the focus again', closed.focused === '1', closed);
  await page.keyboard.press('d');
}

/** An address leads to an attempt, among the groups that it chooses; what is chosen is in the address. */
async function checkLink(page, must) {
  const current = await page.$$eval('article[aria-current]', (all) =>
    all.map((attempt) => attempt.dataset.rollout),
  );
  must('the attempt of the address', current.join() === '26', current);
  const at = await page.$eval('#group-at', (text) => text.textContent);
  must('among the groups of the address', at === '2 of 96', at);
  await page.click('#back');
  await page.select('#filter-signal', 'too-easy');
  await page.click('[data-sort="mean"]');
  const hash = await page.evaluate(() => location.hash);
  must('what is chosen', hash === '#role=judge&signal=too-easy&sort=-mean', hash);
  const means = await page.$$eval('#group-rows tr', (rows) =>
    rows.map(({ cells }) => `${cells[2].textContent} ${cells[5].textContent}`),
  );
  must('only that is shown', means.length > 3 && means.every((one) => one === 'judge 1'), means);
}

async function checkWidth(page, must) {
  await page.setViewport({ width: 360, height: 740 });
  for (const hash of ['', '#group=3']) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    must(`${hash || 'the overview'} fits 360 pixels`, width <= 360, width);
  }
}

async function checkHostile(page, must) {
  const groups = await page.$$eval('#group-rows a', (links) => links.length);
  must('hostile groups', groups === 6, groups);
  for (let group = 0; group < groups; group++) {
    await page.evaluate((next) => {
      location.hash = `#group=${next}`;
    }, group);
    await page.waitForFunction(() => document.querySelectorAll('article').length === 2);
    await page.$$eval('details', (all) => {
      for (const one of all) one.open = true;
    });
    await page.keyboard.press('d');
    const parts = await page.evaluate(() => ({
      ran: globalThis.ran ?? null,
      foreign: document.querySelectorAll('img, svg, iframe, style + style').length,
      scripts: document.querySelectorAll('script:not([type="application/json"])').length,
      messages: document.querySelectorAll('article .message').length,
    }));
    must('nothing of a file runs', parts.ran === null, parts.ran);
    must('nothing of a file is an element', parts.foreign === 0 && parts.scripts === 1, parts);
    must('messages are shown', parts.messages === 6, parts);
  }
}
