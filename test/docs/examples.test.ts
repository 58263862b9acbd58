import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { setKernels } from '../../ts/index.ts';
import { kernelsBase64 } from '../../ts/kernels/wasm/generated/kernels-base64.ts';
import { layers } from '../layers/layers.ts';
import { root } from './code-blocks.ts';
import { type Example, examplesOf, runExample } from './examples.ts';

/** Of the rollout readers and of the command line there is a test of its own. */
const folders = layers.flat().filter((folder) => !['rollouts', 'cli'].includes(folder));
const examples = examplesOf(folders);
const named = examples.map((example): [string, Example] => [
  `${example.file}:${example.line}`,
  example,
]);

/** What examples take for granted: a server that has the wasm. */
const scope = {
  fetch: async () =>
    new Response(Buffer.from(kernelsBase64, 'base64'), {
      headers: { 'content-type': 'application/wasm' },
    }),
};

afterEach(() => setKernels(null));

/** What examples write, where they are run. */
afterAll(() => {
  for (const folder of ['logs', 'runs']) {
    const place = join(root, folder);
    rmSync(join(place, 'first'), { recursive: true, force: true });
    if (existsSync(place) && readdirSync(place).length === 0) rmdirSync(place);
  }
});

describe('the examples of the doc comments', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThan(40);
  });

  it.each(named)('%s runs and gives what it says', async (_, example) => {
    const own = await import(join(root, example.file));
    // The transform takes an example for a script, in which `for await` is not allowed.
    const text = example.text.replace(/for await \((.*) of (.*?)\)/, 'for ($1 of await all($2))');
    const shown = await runExample({ ...example, text }, { ...own, ...scope, all });
    for (const { statement, value, says } of shown)
      expect({ [statement]: value }).toEqual({ [statement]: says });
    const comments = example.text.split('\n').filter((line) => /^[^\s/].*; +\/\/ /.test(line));
    expect(shown).toHaveLength(comments.length);
  });

  it('type-check, with nothing but what the entries and their own file export', () => {
    const folder = join(root, 'build/examples');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const entries = [
      'ts/index.ts',
      'ts/kernels/index.ts',
      'ts/trainer/index.ts',
      'ts/backends/local/index.ts',
    ].map((entry) => ({
      entry,
      names: namesIn(readFileSync(join(root, entry), 'utf8')),
    }));
    for (const [name, { text, file: source }] of named) {
      const own = readFileSync(join(root, source), 'utf8');
      const declared = [...own.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)];
      const internal = { entry: source, names: declared.map(([, one = '']) => one) };
      const imported = new Set<string>();
      const imports = [...entries, internal].map(({ entry, names }) => {
        const used = names.filter(
          (exported) => new RegExp(`\\b${exported}\\b`).test(text) && !imported.has(exported),
        );
        for (const exported of used) imported.add(exported);
        return `import { ${used.join(', ')} } from '../../${entry}';`;
      });
      const file = name.replaceAll(/[/:]/g, '-');
      writeFileSync(join(folder, `${file}.ts`), `${imports.join('\n')}\n${text}\nexport {};\n`);
    }
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: {
        // As most people have them.
        noUncheckedIndexedAccess: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
        verbatimModuleSyntax: false,
      },
      include: ['*.ts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

/** The names that an entry exports, types included. */
function namesIn(entry: string): string[] {
  return [...entry.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.replace(/^\s*(type )?/, '').trim())
      .filter((name) => name !== ''),
  );
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const held: T[] = [];
  for await (const value of values) held.push(value);
  return held;
}
