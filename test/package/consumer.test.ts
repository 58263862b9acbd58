import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { install, type Packed, pack, packageJson, root, start } from './packed.ts';

let packed: Packed;
let project: string;
/** What compiling it, to `built/`, said. */
let compiled: ReturnType<typeof start>;

/** A project of its own that installed the tarball; everything else that it needs is linked from here. */
beforeAll(() => {
  packed = pack();
  const remove = () => rmSync(packed.folder, { recursive: true, force: true });
  project = join(packed.folder, 'consumer');
  cpSync(join(import.meta.dirname, 'consumer'), project, { recursive: true });
  install(packed, project);
  link(...Object.keys(packageJson.dependencies), '@types/node', 'undici-types');
  compiled = compile();
  return remove;
});

function link(...names: string[]): void {
  for (const name of names) {
    const target = join(project, 'node_modules', name);
    mkdirSync(join(target, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), target, 'junction');
  }
}

function compile(...args: string[]) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return start(process.execPath, [tsc, '-p', 'tsconfig.json', ...args], project);
}

const clean = { code: 0, stdout: '', stderr: '' };

it('type-checks, with the declarations of the package itself', () => {
  expect(compiled).toEqual(clean);
  expect(compile('--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler')).toEqual(clean);
});

it('type-checks in a page, without the types of Node', () => {
  const dom = ['--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--types', ''];
  expect(compile('--noEmit', ...dom)).toEqual(clean);
});

it('needs neither the types of Node nor those of the DOM for the universal entries', () => {
  for (const entry of ['upperhand', 'upperhand/kernels']) {
    writeFileSync(join(project, 'bare.mts'), `export type * from '${entry}';\n`);
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--lib',
      'es2022',
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = start(process.execPath, [tsc, ...flags, '--types', '', 'bare.mts'], project);
    expect([entry, checked]).toEqual([entry, clean]);
  }
});

it('refuses a wrong estimator and a wrong option while compiling', () => {
  writeFileSync(
    join(project, 'wrong.ts'),
    `import { registerAdvEstimator } from 'upperhand';
     registerAdvEstimator('text', () => ({ advantages: 'high' }));
     registerAdvEstimator('flag', (rewards) => ({ advantages: rewards.values }), { overide: true });\n`,
  );
  try {
    const { code, stdout } = compile('--noEmit');
    expect(code).not.toBe(0);
    expect(stdout.match(/^wrong\.ts\(\d+/gm)).toEqual(['wrong.ts(2', 'wrong.ts(3']);
  } finally {
    rmSync(join(project, 'wrong.ts'));
  }
});

it('uses an own estimator, a map by role and both config layouts', () => {
  const expected = [
    'current layout',
    '  t1:solver 0.6666666666666666 -0.6666666666666666 -0.6666666666666666 0.6666666666666666',
    '  t1:judge 1 -0.25',
    '  t2:solver 2 -2',
    '  advantage/judge/max 1',
    'older layout',
    '  t1:solver 0.5 -0.5 -0.5 0.5',
    '  t1:judge 1 -0.25',
    '  t2:solver 1 -1',
    '  advantage/judge/max 1',
    'true',
    '',
  ].join('\n');
  const ran = start(process.execPath, ['built/main.js'], project);
  expect(ran).toEqual({ code: 0, stdout: expected, stderr: '' });
});

it('loads every entry', () => {
  const ran = start(process.execPath, ['built/entries.js'], project);
  expect(ran).toEqual({ code: 0, stdout: 'all entries load\n', stderr: '' });
});

it('trains a local model, in a thread whose module it finds', () => {
  writeFileSync(
    join(project, 'local.mjs'),
    `import { LocalPolicy } from 'upperhand/local';
     const config = { layers: 1, width: 8, heads: 2, feedForward: 8, context: 8, vocabulary: 4 };
     const hashes = [];
     for (const workers of [1, 0]) {
       const policy = await LocalPolicy.create({ config, workers });
       await policy.forwardBackward([{ tokens: [1, 2, 3] }], 'cross_entropy');
       await policy.optimStep({ learningRate: 0.1 });
       hashes.push(await policy.parametersHash());
     }
     console.log(hashes[0] === hashes[1]);\n`,
  );
  const ran = start(process.execPath, ['local.mjs'], project);
  expect(ran).toEqual({ code: 0, stdout: 'true\n', stderr: '' });
});

it('has the command line', () => {
  const bin = join('node_modules', packageJson.name, packageJson.bin.upperhand as string);
  const version = start(process.execPath, [bin, '--version'], project);
  expect(version).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  const estimators = start(process.execPath, [bin, 'estimators'], project);
  expect(estimators).toMatchObject({ code: 0, stderr: '' });
  expect(estimators.stdout).toContain('reinforce_plus_plus_baseline');
  writeFileSync(
    join(project, 'mine.mjs'),
    `import { registerAdvEstimator } from 'upperhand';
     registerAdvEstimator('mine', (rewards) => ({ advantages: rewards.values }));\n`,
  );
  const own = start(process.execPath, [bin, 'estimators', '--import', 'mine.mjs'], project);
  expect(own).toMatchObject({ code: 0, stderr: '' });
  expect(own.stdout).toContain('\nmine\t');
});
