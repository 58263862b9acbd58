import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from '../../scripts/build.mjs';
import {
  describeAdvEstimator,
  describeSingleton,
  getAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
} from '../../ts/index.ts';
import { type CodeBlock, codeBlocks, pages, pageTables, readPage, root } from './code-blocks.ts';
import { countChecks, fileName, runCode, workFolder } from './run-code.ts';
import { runUpperhand, shellSteps } from './run-shell.ts';

const blocks = pages.flatMap(codeBlocks);
const ofLanguage = (...languages: string[]): [string, CodeBlock][] =>
  blocks
    .filter(({ language, path }) => languages.includes(language) && path === '')
    .map((block) => [`${block.page}:${block.line}`, block]);

const { scripts, exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

beforeAll(() => {
  if (!isBuilt()) throw new Error('dist/ is missing or older than its sources: `npm run build`');
  rmSync(workFolder, { recursive: true, force: true });
});

describe('code in the pages', () => {
  it('is of a language that is run or checked here', () => {
    const known = ['js', 'ts', 'html', 'sh', 'console', 'text', 'yaml'];
    const unknown = blocks.filter(({ language }) => !known.includes(language));
    expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it.concurrent.each(ofLanguage('js', 'ts'))('%s runs and gives what it says', async (_, block) => {
    expect(await runCode(block)).toMatchObject({ code: 0, stderr: '' });
    expect(countChecks(block)).toBeGreaterThan(0);
  });

  it('type-checks where it is TypeScript', () => {
    const folder = join(workFolder, 'types');
    mkdirSync(folder, { recursive: true });
    for (const [, block] of ofLanguage('ts')) {
      writeFileSync(join(folder, `${fileName(block)}.mts`), `${block.text}\nexport {};\n`);
    }
    const config = {
      extends: '../../../tsconfig.json',
      compilerOptions: { noEmit: true, noUnusedLocals: false, paths: {} },
      include: ['*.mts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it.each(ofLanguage('html'))('%s runs in a page', async (_, block) => {
    const script = /<script type="module">\n([\s\S]*?)<\/script>/.exec(block.text)?.[1] ?? '';
    const path = './node_modules/upperhand/dist/browser.js';
    expect(script).toContain(path);
    const text = `${script.replace(path, '../../dist/browser.js')}\nconsole.log(output.textContent);`;
    const before = 'const output = {}; const document = { querySelector: () => output };';
    const ran = await runCode({ ...block, text }, { before });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(readPage(block.page)).toContain(`\`${ran.stdout.trim()}\``);
  });
});

describe('commands in the pages', () => {
  const steps = ofLanguage('console').flatMap(([place, block]) =>
    shellSteps(block).map((step) => ({ ...step, place })),
  );

  it.each(steps)('$place: $command', async ({ command, output }) => {
    expect(command).toMatch(/^upperhand /);
    const ran = await runUpperhand(command);
    expect([0, 3]).toContain(ran.code);
    // A line `…` stands for any number of lines.
    const pieces = output.split(/^…$/m).map((piece) => piece.trim());
    let rest = ran.output;
    for (const piece of pieces) {
      expect(rest).toContain(piece);
      rest = rest.slice(rest.indexOf(piece) + piece.length);
    }
    if (!output.includes('…')) expect(ran.output).toBe(output);
  });

  it('name scripts and files that are there', () => {
    for (const [place, { text }] of ofLanguage('sh')) {
      for (const [, script] of text.matchAll(/npm run ([\w:]+)/g))
        expect([place, script, (script as string) in scripts]).toEqual([place, script, true]);
      for (const [, file] of text.matchAll(/(?:node|bash) ([\w./-]+)/g))
        expect([place, file, existsSync(join(root, file as string))]).toEqual([place, file, true]);
    }
  });
});

describe('the pages', () => {
  it.each(pages)('%s links to files and headings that are there', (page) => {
    const text = readPage(page).replace(/^```[\s\S]*?^```/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      expect([target, existsSync(resolve(root, file))]).toEqual([target, true]);
      if (anchor) expect(headings(file)).toContain(anchor);
    }
  });

  it.each(pages)('%s names no machine', (page) => {
    expect(readPage(page)).not.toMatch(
      /\/(home|root|work|Users|tmp)\/|registry\.(?!ts)\w|localhost/,
    );
  });
});

describe('README.md', () => {
  const table = (heading: string) => pageTables('README.md').find((one) => one.heading === heading);

  it('lists every entry point', () => {
    const listed = table('Entry points')?.rows.map((row) => row.import);
    const there = Object.keys(entries).filter((entry) => entry !== './package.json');
    expect(listed?.toSorted()).toEqual(there.map((entry) => `upperhand${entry.slice(1)}`).sort());
  });

  it('lists every estimator as the registry describes it', () => {
    const expected = listAdvEstimators().map((name) => {
      const { formula, source } = describeAdvEstimator(name);
      const estimator = getAdvEstimator(name);
      const alone = isSpecEstimator(estimator) ? describeSingleton(estimator.spec()) : '';
      return { name, advantage: formula, 'a group of one gets': alone, source };
    });
    expect(table('Estimators')?.rows).toEqual(expected);
  });

  it('leaves the place of the bench tables', () => {
    expect(readPage('README.md')).toMatch(/^<!-- bench:start -->\n[\s\S]*^<!-- bench:end -->$/m);
  });
});

/** As GitHub makes anchors of headings. */
function headings(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
