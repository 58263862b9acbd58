// A person at the demo's page: lets it train, pauses, looks around, goes on, and sees what became of it.

import { openDemo, waitForPhase } from './open-demo.mjs';

/** Longer than some updates take. */
const PAUSE = 1500;
/** Updates whose rewards are averaged, at the beginning and at the end. */
const SOME = 8;

/**
 * @param options.parametersHash what Node comes to with the same settings
 * @param options.timeout milliseconds for the training
 * @returns how much was checked, and what was wrong
 */
export async function checkDemo({ browser, program, url, parametersHash, timeout }) {
  const failures = [];
  let cases = 0;
  const must = (what, holds, found) => {
    cases++;
    if (!holds) failures.push(`${what}: ${JSON.stringify(found)}`);
  };
  const { page, problems, close } = await openDemo(browser, program, url);
  try {
    await page.waitForFunction(() => document.querySelectorAll('#numbers tbody tr').length > 3, {
      timeout,
    });
    await checkPause(page, must, timeout);
    await checkBoard(page, must);
    await page.click('#toggle');
    await waitForPhase(page, ['done'], timeout);
    await checkLearning(page, must);
    const said = await page.$eval('#parameters', (text) => text.textContent);
    must('parameters as in Node', said.endsWith(`: ${parametersHash}`), [said, parametersHash]);
    await checkRestart(page, must, timeout);
    await checkWidth(page, must);
    must('problems', problems.length === 0, problems);
  } finally {
    await close();
  }
  return { cases, failures };
}

const updatesOf = (page) =>
  page.$eval('#numbers tbody tr:last-child td', (cell) => +cell.textContent);

async function checkPause(page, must, timeout) {
  await page.click('#toggle');
  const before = await updatesOf(page);
  await waitForPhase(page, ['paused'], timeout);
  const paused = await updatesOf(page);
  must('the update in work is the last', paused <= before + 1, [before, paused]);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  must('no update while paused', (await updatesOf(page)) === paused, paused);
}

async function checkBoard(page, must) {
  const shown = await page.evaluate(() => {
    const board = document.querySelector('#board svg');
    const sizes = [...board.querySelectorAll('.cell')].map((cell) => cell.getBoundingClientRect());
    const chances = [...board.querySelectorAll('.arrow')].map((arrow) =>
      Number(arrow.style.getPropertyValue('--chance')),
    );
    return { cells: sizes.filter(({ width }) => width > 20).length, chances };
  });
  must('cells', shown.cells === 16, shown.cells);
  must('arrows', shown.chances.length === 44, shown.chances.length);
  const sums = Array.from({ length: 11 }, (_, i) =>
    shown.chances.slice(4 * i, 4 * i + 4).reduce((sum, chance) => sum + chance, 0),
  );
  // What is left is the chance of a token that is no move.
  must(
    'chances of moves',
    sums.every((sum) => sum > 0.9 && sum < 1.01),
    sums,
  );

  await page.$eval('#board [aria-label="Show a game from b"]', (cell) => cell.focus());
  await page.keyboard.press('Enter');
  const game = await page.$eval('#game', (text) => text.textContent);
  must('a game by the keyboard', game.startsWith('From b:'), game);
  await page.waitForFunction(() => document.querySelectorAll('#game .move').length > 0);

  await page.focus('#shown');
  await page.keyboard.press('Home');
  const past = await page.$eval('#shown-text', (text) => text.textContent);
  must('looking back', past === 'Shown: the policy before the training.', past);
  await page.click('#follow');
  const now = await page.$eval('#shown-text', (text) => text.textContent);
  must('back to now', now.startsWith('Shown: the policy of now'), now);
}

async function checkLearning(page, must) {
  const rows = await page.$$eval('#numbers tbody tr', (all) =>
    all.map((row) => [...row.cells].map((cell) => Number(cell.textContent))),
  );
  const rewards = rows.slice(1).map(([, reward]) => reward);
  const won = rows.map(([, , starts]) => starts);
  const [first, last] = [mean(rewards.slice(0, SOME)), mean(rewards.slice(-SOME))];
  must('the reward rises', last > first + 0.25, { first, last, rewards });
  must('more starts are won', won.at(-1) >= won[0] + 4, won);
  const drawn = await page.evaluate(() => ({
    points: document.querySelector('.line.reward').getAttribute('d').split('L').length,
    shares: document.querySelectorAll('.heat .share').length,
  }));
  must('points of the curve', drawn.points === rewards.length, drawn);
  must('shares of the strip', drawn.shares > 3 * rewards.length, drawn);
}

async function checkRestart(page, must, timeout) {
  await page.$eval('#seed', (input) => {
    input.value = 'x';
  });
  await page.click('#restart');
  const refused = await page.$eval('#status', (text) => text.textContent);
  must('a seed that is none', refused.startsWith('seed must be a whole number'), refused);
  await page.$eval('#seed', (input) => {
    input.value = '2';
  });
  await page.click('#restart');
  await page.waitForFunction(() => document.querySelectorAll('#numbers tbody tr').length > 0, {
    timeout,
  });
  const first = await page.$eval('#numbers tbody tr td', (cell) => cell.textContent);
  must('another run', first === '0', first);
  await page.click('#toggle');
}

async function checkWidth(page, must) {
  await page.setViewport({ width: 360, height: 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  must('it fits 360 pixels', width <= 360, width);
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
