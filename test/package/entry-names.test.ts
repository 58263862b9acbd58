import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The file that each exported name of an entry comes from, types included. */
function exportsOf(entry: string): [name: string, file: string][] {
  const text = readFileSync(join(root, entry), 'utf8');
  const statements = text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g);
  return [...statements].flatMap(([, list = '', from = '']) =>
    list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name): [string, string] => [name, resolve(root, dirname(entry), from)]),
  );
}

it('no name means one thing in one entry and another in the next', () => {
  const meanings = new Map<string, Set<string>>();
  for (const entry of [
    'ts/index.ts',
    'ts/kernels/index.ts',
    'ts/rollouts/index.ts',
    'ts/trainer/index.ts',
    'ts/backends/local/index.ts',
  ]) {
    const exported = exportsOf(entry);
    expect(exported.length).toBeGreaterThan(5);
    for (const [name, file] of exported)
      meanings.set(name, (meanings.get(name) ?? new Set()).add(file));
  }
  expect([...meanings].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
});
