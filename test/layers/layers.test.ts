import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstLayerWithPackages, layers } from './layers.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = layers.flat();
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));

/** What the project's own lint rules say about a tree of planted files: `ts/a/x.ts: rule`, one a diagnostic. */
let found: Set<string>;
let planted: string;

/** One file per folder and rule, so that one run of the linter judges them all. */
function plant(): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(planted, path)), { recursive: true });
    writeFileSync(join(planted, path), text);
  };
  write('biome.json', readFileSync(join(root, 'biome.json'), 'utf8'));
  for (const folder of folders) {
    write(`ts/${folder}/value.ts`, 'export const value = 1;\nexport type Value = number;\n');
    for (const other of folders) {
      const path = `../${other}/value.ts`;
      write(
        `ts/${folder}/to-${other}.ts`,
        `import { value } from '${path}';\n\nvalue.toFixed();\n`,
      );
      write(`ts/${folder}/deep/to-${other}.ts`, `export { value } from '../${path}';\n`);
      write(`ts/${folder}/type-to-${other}.ts`, `export type { Value } from '${path}';\n`);
      write(`ts/${folder}/later-to-${other}.ts`, `export const later = import('${path}');\n`);
    }
    write(`ts/${folder}/node.ts`, "export { readFileSync } from 'node:fs';\n");
    write(`ts/${folder}/bare-node.ts`, "export { readFileSync } from 'fs';\n");
    write(`ts/${folder}/package.ts`, "export { Command } from 'commander';\n");
    write(`ts/${folder}/cycle-a.ts`, "export { b } from './cycle-b.ts';\nexport const a = 1;\n");
    write(`ts/${folder}/cycle-b.ts`, "export { a } from './cycle-a.ts';\nexport const b = 1;\n");
  }
}

function lint(): Set<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', 'ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], {
    cwd: planted,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (!stdout.startsWith('{')) throw new Error(`the linter gave no report: ${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return new Set(
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ location, category }) => `${location.path}: ${category}`),
  );
}

interface Diagnostic {
  severity: string;
  category: string;
  location: { path: string };
}

const refused = (path: string): boolean => found.has(`${path}: lint/style/noRestrictedImports`);

beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'upperhand-layers-'));
  plant();
  found = lint();
});

afterAll(() => {
  rmSync(planted, { recursive: true, force: true });
});

describe('the lint rules', () => {
  it('know every folder of ts/', () => {
    const present = readdirSync(join(root, 'ts'), { withFileTypes: true });
    const unknown = present.filter((entry) => entry.isDirectory() && layerOf(entry.name) < 0);
    expect(unknown.map((entry) => entry.name)).toEqual([]);
  });

  it.each(folders)('ts/%s imports from its own and lower layers only', (folder) => {
    for (const other of folders) {
      const upward = layerOf(other) > layerOf(folder);
      for (const form of ['to-', 'deep/to-', 'type-to-', 'later-to-']) {
        const path = `ts/${folder}/${form}${other}.ts`;
        expect([path, refused(path)]).toEqual([path, upward]);
      }
    }
  });

  it.each(folders)('ts/%s imports packages and node: modules only from layer 4 on', (folder) => {
    const allowed = layerOf(folder) >= firstLayerWithPackages;
    for (const form of ['node', 'bare-node', 'package']) {
      expect([form, refused(`ts/${folder}/${form}.ts`)]).toEqual([form, !allowed]);
    }
  });

  it.each(folders)('ts/%s has no cycles', (folder) => {
    for (const file of ['cycle-a', 'cycle-b']) {
      expect(found).toContain(`ts/${folder}/${file}.ts: lint/suspicious/noImportCycles`);
    }
  });

  it('are what `npm run lint` runs, and no file of ts/ is excused from them', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.lint).toMatch(/^biome check /);
    const files = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' });
    const excused = files
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => {
        const text = readFileSync(join(root, 'ts', path), 'utf8');
        return /biome-ignore\S* \S*(noRestrictedImports|noImportCycles)|biome-ignore\S* lint:/.test(
          text,
        );
      });
    expect(excused).toEqual([]);
  });
});
