import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importGraph, readModule, targetsOf } from './imports.ts';
import { install, type Packed, pack, packageJson, start } from './packed.ts';

let packed: Packed;
/** A project that has the tarball, and nothing else, in its node_modules. */
let project: string;
/** The installed package. */
let installed: string;

beforeAll(() => {
  packed = pack();
  const remove = () => rmSync(packed.folder, { recursive: true, force: true });
  project = join(packed.folder, 'bare');
  mkdirSync(project);
  install(packed, project);
  installed = join(project, 'node_modules', packageJson.name);
  return remove;
});

/** Entry name, as one imports it, and its built file. */
const entries = Object.entries(packageJson.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [[name, target.default as string] as const],
);

/** Names of the shared modules that a module loads at once. */
function sharedBy(file: string): string[] {
  const { files } = importGraph(installed, file, { later: false });
  return [...files].flatMap((path) => /^dist\/shared\/(.*)\.js$/.exec(path)?.[1] ?? []).sort();
}

describe('the tarball', () => {
  it('holds the modules, their declarations and the documents that belong to them', () => {
    const others = packed.files.filter((path) => !/^dist\/.+(?<!\.d)\.(js|d\.ts)$/.test(path));
    expect(others).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/kernels/wasm/kernels.wasm',
      'dist/report/template.html',
      'docs/formats.md',
      'docs/losses.md',
      'package.json',
    ]);
  });

  it('holds no sources and no source maps', () => {
    const modules = packed.files.filter((path) => path.endsWith('.js'));
    for (const path of modules) {
      expect(readFileSync(join(installed, path), 'utf8')).not.toMatch(/^\/\/# sourceMappingURL=/m);
    }
    expect(packed.files.filter((path) => /(?<!\.d)\.ts$|\.map$/.test(path))).toEqual([]);
  });

  it('holds modules that take one byte a character', () => {
    const modules = packed.files.filter((path) => path.endsWith('.js'));
    const isAscii = (path: string) =>
      readFileSync(join(installed, path)).every((byte) => byte < 0x80);
    expect(modules.filter((path) => !isAscii(path))).toEqual([]);
  });

  it('holds every file that package.json names', () => {
    const { bin, exports, imports } = packageJson;
    for (const entry of [bin, ...Object.values(exports), ...Object.values(imports)]) {
      for (const path of targetsOf(entry)) expect(packed.files).toContain(path);
    }
  });

  it('refers in its declarations only to declarations that it holds', () => {
    for (const path of packed.files.filter((file) => file.endsWith('.d.ts'))) {
      const text = readFileSync(join(installed, path), 'utf8');
      for (const [, source = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
        const target = join(installed, path, '..', source.replace(/\.js$/, '.d.ts'));
        expect([path, source, existsSync(target)]).toEqual([path, source, true]);
      }
    }
  });

  it('names no path of the machine that built it', () => {
    const home = process.cwd();
    for (const path of packed.files) {
      expect([path, readFileSync(join(installed, path), 'utf8').includes(home)]).toEqual([
        path,
        false,
      ]);
    }
  });
});

describe('an entry', () => {
  it.each(['.', './kernels'])('%s imports no package and no node: module', (name) => {
    const [, file = ''] = entries.find(([entry]) => entry === name) ?? [];
    const { outside, computed } = importGraph(installed, file);
    expect([...outside]).toEqual([]);
    expect(computed).toEqual([]);
  });

  it.each(entries)('%s loads no package and no node: module at once', (_, file) => {
    const { outside } = importGraph(installed, file, { later: false });
    expect([...outside]).toEqual([]);
  });

  it.each([
    ['.', ['core', 'engine', 'losses', 'specs']],
    ['./kernels', ['core']],
    ['./rollouts', ['comparison', 'core', 'readers', 'rollouts', 'specs', 'writers']],
    ['./trainer', ['core', 'engine', 'rollouts', 'specs', 'trainer']],
  ])('%s loads at once only what it needs of what entries share', (name, wanted) => {
    const [, file = ''] = entries.find(([entry]) => entry === name) ?? [];
    expect(sharedBy(file)).toEqual(wanted);
  });

  it.each(entries)(
    '%s loads at most node: modules later, and what YAML, Parquet and Zstandard need',
    (name, file) => {
      const { outside } = importGraph(installed, file);
      const packages = [...outside].filter((source) => !source.startsWith('node:')).sort();
      const readers = ['fzstd', 'hyparquet', 'hyparquet-compressors', 'yaml'];
      const runs = name === './trainer' || name === './local' ? ['yaml'] : [];
      expect(packages).toEqual(name === './rollouts' ? readers : runs);
    },
  );

  it('./browser is one file that imports nothing', () => {
    const graph = importGraph(installed, 'dist/browser.js');
    expect(graph).toEqual({
      files: new Set(['dist/browser.js']),
      outside: new Set(),
      computed: [],
    });
  });

  it.each(entries)('%s never awaits while it loads', (_, file) => {
    const { files } = importGraph(installed, file);
    const modules = [...files].filter((path) => path.endsWith('.js'));
    expect(modules.filter((path) => readModule(join(installed, path)).awaits)).toEqual([]);
  });

  it.each(entries)('%s can be imported and required', (name) => {
    const specifier = `'${name.replace('.', packageJson.name)}'`;
    const count = 'if (Object.keys(all).length === 0) throw new Error("no exports")';
    const imported = ['--input-type=module', '-e', `import * as all from ${specifier}; ${count}`];
    expect(start(process.execPath, imported, project)).toEqual({ code: 0, stdout: '', stderr: '' });
    const required = ['--no-warnings', '-e', `const all = require(${specifier}); ${count}`];
    expect(start(process.execPath, required, project)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('the command line', () => {
  it('imports at most what YAML, Parquet and Zstandard need', () => {
    const { outside } = importGraph(installed, packageJson.bin.upperhand as string);
    const packages = [...outside].filter((source) => !source.startsWith('node:'));
    expect(packages.sort()).toEqual(Object.keys(packageJson.dependencies));
  });

  it('tells its version before it loads anything, and its help before it loads readers', () => {
    expect(sharedBy(packageJson.bin.upperhand as string)).toEqual([]);
    expect(sharedBy('dist/shared/program.js')).toEqual(['program']);
  });

  it('can be started as a program', () => {
    const text = readFileSync(join(installed, packageJson.bin.upperhand as string), 'utf8');
    expect(text.split('\n')[0]).toBe('#!/usr/bin/env node');
  });
});
