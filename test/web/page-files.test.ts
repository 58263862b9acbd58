import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage, serveFolder } from '../../scripts/demo-web.mjs';

/** Bytes of the whole page after gzip; raise it only together with the reason. */
const LIMIT = 400_000;

const folder = mkdtempSync(join(tmpdir(), 'upperhand-page-'));
let files: string[] = [];
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

beforeAll(async () => {
  await buildPage(folder);
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder with other files', () => {
  it('is refused, and keeps them', async () => {
    const other = mkdtempSync(join(tmpdir(), 'upperhand-other-'));
    writeFileSync(join(other, 'thesis.txt'), 'years');
    await expect(buildPage(other)).rejects.toThrow(
      `${other} must be empty, or have an earlier page`,
    );
    expect(readdirSync(other)).toEqual(['thesis.txt']);
    rmSync(other, { recursive: true });
  });

  it.each([[['--out=']], [['--port=']], [['--port', '70000']], [['--out', '/dev/null/page']]])(
    'nor is a page made for %j',
    (args) => {
      const script = fileURLToPath(new URL('../../scripts/demo-web.mjs', import.meta.url));
      // In a folder of its own, so that nothing else is at risk.
      const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(/--out must|--port must|ENOTDIR/);
      expect(stderr).not.toContain('    at ');
    },
  );
});

describe('the page of the demo', () => {
  it('is a page, a style and modules', () => {
    expect(files).toContain('index.html');
    for (const file of files) expect(file).toMatch(/^index\.html$|^assets[\\/][\w-]+\.(js|css)$/);
  });

  it('names its files by where they are beside it', () => {
    const named = [...read('index.html').matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to);
    expect(named).toHaveLength(3);
    for (const to of named) expect(to).toMatch(/^(\.\/assets\/[\w.-]+|data:,)$/);
  });

  it('has no script and no style in its text, which its own policy forbids', () => {
    const page = read('index.html');
    expect(page).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style="/);
  });

  it('is small', () => {
    const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length);
    const size = bytes.reduce((sum, each) => sum + each, 0);
    expect(size).toBeLessThan(LIMIT);
  });
});

it('a folder is served, and nothing beside it', async () => {
  const { url, close } = await serveFolder(join(folder, 'assets'));
  try {
    const script = files.find((file) => file.endsWith('.js'))?.replace(/^assets./, '') as string;
    const found = await fetch(`${url}${script}`);
    expect([found.status, found.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    await found.arrayBuffer();
    for (const path of [
      '',
      'nothing.js',
      '../index.html',
      '%2e%2e/index.html',
      '..%2findex.html',
      '%',
    ])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  } finally {
    close();
  }
});
