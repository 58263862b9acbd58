// Runs the packed package in every runtime and through every bundler: `npm run test:runtimes [-- CELL…]`.
//
// CELL is a cell's name or the beginning of several: `node`, `chromium-csp`. What is missing on this machine is skipped
// by name; with --require it counts as failed. --install gets missing browsers from Debian, for root. --write puts the
// table into docs/runtimes.md, --keep leaves the projects there.
// Runs under tsx; scripts/setup.mjs --build comes first.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from '../test/package/packed.ts';
import { checkOutcome, Missing } from '../test/runtimes/cell.ts';
import { cells } from '../test/runtimes/cells/index.ts';
import { createProject } from '../test/runtimes/project.ts';
import { orFail, root, say } from './run.mjs';

const tools = join(root, 'test', 'runtimes');

/** Installs what test/runtimes/package.json lists, when it is missing or another. Gives what went wrong. */
function installTools() {
  const lock = readFileSync(join(tools, 'package-lock.json'), 'utf8');
  const copy = join(tools, 'node_modules', '.installed-lock.json');
  if (existsSync(copy) && readFileSync(copy, 'utf8') === lock) return null;
  say('test-runtimes: npm ci in test/runtimes …');
  const { status, stderr } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: tools,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    writeFileSync(copy, lock);
    return null;
  }
  return `npm ci in test/runtimes failed: ${(stderr ?? '').trim().split('\n')[0]}`;
}

/** Gets the browsers that cells miss, where that is possible; what stays missing is skipped by name later. */
async function installBrowsers(chosen, matrix) {
  const missing = new Set();
  for (const cell of chosen) {
    if (cell.debian === undefined || missing.has(cell.debian)) continue;
    try {
      await cell.describe(matrix);
    } catch {
      missing.add(cell.debian);
    }
  }
  if (missing.size === 0 || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  for (const args of [['update', '-q'], install]) {
    say(`test-runtimes: apt-get ${args.join(' ')} …`);
    const { status, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', env });
    if (status !== 0) return say(`apt-get: ${stderr ?? 'not here'}`);
  }
}

function choose(names) {
  if (names.length === 0) return cells;
  for (const name of names) {
    if (!cells.some((cell) => isNamed(cell, name))) {
      throw new Error(`no cell is named ${name}; there are ${cells.map((c) => c.name).join(', ')}`);
    }
  }
  return cells.filter((cell) => names.some((name) => isNamed(cell, name)));
}

function isNamed(cell, name) {
  return cell.name === name || cell.name.startsWith(`${name}-`);
}

async function runCell(cell, matrix, noTools) {
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  let runtime = '–';
  try {
    if (cell.tools && noTools !== null) throw new Missing(noTools);
    runtime = await cell.describe(matrix);
    const outcome = await cell.run(createProject(matrix, cell.name), matrix);
    const report = cell.check ? cell.check(outcome) : checkOutcome(cell, outcome);
    return { cell, runtime, result: 'passed', report, seconds: seconds() };
  } catch (error) {
    const result = error instanceof Missing ? 'skipped' : 'failed';
    const why = error instanceof Error ? error.message : String(error);
    return { cell, runtime, result, why, seconds: seconds() };
  }
}

/** Every runtime must have computed the same numbers. */
function compareDigests(results) {
  const first = results.find(({ report }) => report?.digest);
  for (const result of results) {
    if (!result.report?.digest || result.report.digest === first.report.digest) continue;
    result.result = 'failed';
    result.why = `its results (${result.report.digest}) are not those of ${first.cell.name} (${first.report.digest})`;
  }
}

const headings = ['cell', 'runtime', 'kernels', 'cases', 'result', 'seconds'];

function rowOf({ cell, runtime, result, report, seconds }) {
  const kernels = report?.kernels ?? '–';
  return [cell.name, runtime, kernels, String(report?.cases ?? '–'), result, seconds];
}

function printTable(rows) {
  const widths = headings.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const right = new Set([3, 5]);
  for (const row of rows) {
    const padded = row.map((text, i) =>
      right.has(i) ? text.padStart(widths[i]) : text.padEnd(widths[i]),
    );
    console.log(padded.join('  ').trimEnd());
  }
}

function writeDocs(results) {
  const path = join(root, 'docs', 'runtimes.md');
  const rows = results.map((result) => {
    const cells = rowOf(result).slice(0, 5);
    if (result.why) cells[4] += `: ${result.why.split('\n')[0]}`;
    return cells;
  });
  const table = [headings.slice(0, 5), headings.slice(0, 5).map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
  const date = new Date().toISOString().slice(0, 10);
  const marked = /(<!-- matrix -->\n)[\s\S]*(<!-- \/matrix -->)/;
  const text = readFileSync(path, 'utf8');
  if (!marked.test(text)) throw new Error(`${path} has no place for the table`);
  writeFileSync(
    path,
    text.replace(
      marked,
      (_, before, after) =>
        `${before}\nAs of ${date}, on ${process.platform} ${process.arch}:\n\n${table}\n\n${after}`,
    ),
  );
}

await orFail(async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      ['require', 'install', 'write', 'keep'].map((name) => [name, { type: 'boolean' }]),
    ),
  });
  if (options.write && positionals.length > 0) throw new Error('--write is for the whole table');
  const chosen = choose(positionals);
  const noTools = chosen.some((cell) => cell.tools) ? installTools() : null;
  const packed = pack();
  const matrix = { packed, tools };
  const results = [];
  try {
    if (options.install) await installBrowsers(chosen, matrix);
    for (const cell of chosen) {
      const result = await runCell(cell, matrix, noTools);
      say(
        `${cell.name}: ${result.result}${result.why ? `: ${result.why}` : ''}, ${result.seconds} s`,
      );
      results.push(result);
    }
  } finally {
    if (options.keep) say(`projects: ${packed.folder}`);
    else rmSync(packed.folder, { recursive: true, force: true, maxRetries: 3 });
  }
  compareDigests(results);
  if (options.require) for (const r of results) if (r.result === 'skipped') r.result = 'failed';

  console.log();
  printTable([headings, ...results.map(rowOf)]);
  const withReason = results.filter(({ why }) => why);
  if (withReason.length > 0) console.log();
  for (const { cell, result, why } of withReason) console.log(`${result}: ${cell.name}: ${why}`);
  const count = (result) => results.filter((r) => r.result === result).length;
  console.log(
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
  );
  if (options.write) writeDocs(results);
  if (count('failed') > 0) process.exitCode = 1;
});
