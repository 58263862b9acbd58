import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageJson, root } from './packed.ts';

describe('package.json', () => {
  it('is an ESM-only package without side effects for Node 20.19 and later', () => {
    expect(packageJson.name).toBe('upperhand');
    expect(packageJson.license).toBe('Apache-2.0');
    expect(packageJson.type).toBe('module');
    expect(packageJson.sideEffects).toBe(false);
    expect(packageJson.engines).toEqual({ node: '>=20.19' });
    expect(packageJson.bin).toEqual({ upperhand: 'dist/cli/bin.js' });
  });

  it('has the exports that the documentation lists, types first', () => {
    expect(Object.keys(packageJson.exports)).toEqual([
      '.',
      './kernels',
      './rollouts',
      './trainer',
      './local',
      './browser',
      './kernels.wasm',
      './package.json',
    ]);
    for (const [name, conditions] of Object.entries(packageJson.exports)) {
      if (typeof conditions === 'string') continue;
      expect([name, Object.keys(conditions)]).toEqual([name, ['types', 'default']]);
      expect(conditions.types).toBe(conditions.default?.replace(/\.js$/, '.d.ts'));
    }
  });

  it('gives pages the file that needs nothing else', () => {
    expect(packageJson.exports['./browser']).toMatchObject({ default: './dist/browser.js' });
    expect(packageJson).toMatchObject({
      unpkg: './dist/browser.js',
      jsdelivr: './dist/browser.js',
    });
  });

  it('depends on what only YAML, Parquet and Zstandard need, and load then', () => {
    expect(Object.keys(packageJson.dependencies)).toEqual([
      'fzstd',
      'hyparquet',
      'hyparquet-compressors',
      'yaml',
    ]);
    expect(packageJson).not.toHaveProperty('optionalDependencies');
    expect(packageJson).not.toHaveProperty('peerDependencies');
  });

  it('pins every version exactly', () => {
    const { dependencies, devDependencies } = packageJson;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(`${name} ${version}`).toMatch(/^\S+ \d+\.\d+\.\d+$/);
    }
  });

  it('ships every page that a message, a help text or a doc comment names, and no other one', () => {
    const sources = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' });
    const named = sources
      .filter((path) => /\.(ts|html)$/.test(path))
      .flatMap(
        (path) => readFileSync(join(root, 'ts', path), 'utf8').match(/docs\/[\w./-]*\w/g) ?? [],
      );
    const shipped = packageJson.files.filter((path) => path.startsWith('docs/'));
    expect([...new Set(named)].sort()).toEqual(shipped);
    expect(shipped.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names only scripts that exist', () => {
    for (const [name, command] of Object.entries(packageJson.scripts)) {
      for (const [path] of command.matchAll(/(?:scripts|\.ci|test)\/[\w./-]+/g)) {
        expect([name, path, existsSync(join(root, path))]).toEqual([name, path, true]);
      }
    }
  });
});

describe('package-lock.json', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages: all } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const { '': project, ...packages } = all;

  it('agrees with package.json', () => {
    expect(project?.version).toBe(packageJson.version);
    expect(project?.dependencies).toEqual(packageJson.dependencies);
    expect(project?.devDependencies).toEqual(packageJson.devDependencies);
  });

  it('holds no download addresses', () => {
    for (const [path, { funding: _, ...entry }] of Object.entries(packages)) {
      expect(entry).not.toHaveProperty('resolved');
      expect([path, entry.integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
      expect(JSON.stringify(entry)).not.toMatch(/:\/\/|registry/);
    }
  });
});

interface LockedPackage {
  version: string;
  integrity?: string;
  /** Where one may fund the package: the only addresses in the file. */
  funding?: unknown;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
