import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isBuilt } from '../../scripts/build.mjs';

export const root: string = resolve(import.meta.dirname, '../..');

export interface PackageJson {
  name: string;
  version: string;
  type: string;
  sideEffects: boolean;
  license: string;
  engines: { node: string };
  bin: Record<string, string>;
  files: string[];
  exports: Record<string, string | Record<string, string>>;
  imports: Record<string, Record<string, string>>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export const packageJson: PackageJson = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

export interface Packed {
  /** The throw-away folder that holds the rest. */
  folder: string;
  /** The `.tgz` that would be published. */
  tarball: string;
  /** What the tarball holds, relative to its root. */
  files: string[];
}

/** Packs what is built, as publishing would. The caller removes `folder`. */
export function pack(): Packed {
  if (!isBuilt()) throw new Error('dist/ is missing or older than its sources: `npm run build`');
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-package-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(run('npm', args, root).stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  return { folder, tarball: join(folder, filename), files: files.map(({ path }) => path).sort() };
}

/** Unpacks the tarball to `node_modules/upperhand` below `project`, as an installation would. */
export function install({ tarball }: Packed, project: string): void {
  const target = join(project, 'node_modules', 'upperhand');
  for (const { path, mode, content } of untar(gunzipSync(readFileSync(tarball)))) {
    const file = join(target, ...path.split('/').slice(1));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
  }
}

/** The files of a tar archive as npm writes them, so that Node alone is needed: no links, no path beyond 255 bytes. */
function* untar(tar: Buffer): Generator<{ path: string; mode: number; content: Buffer }> {
  for (let at = 0; tar[at]; ) {
    const text = (from: number, length: number): string =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*/s, '');
    const [name, prefix, type] = [text(0, 100), text(345, 155), text(156, 1)];
    if (type !== '0') throw new Error(`${name} is no plain file but of type "${type}"`);
    const size = Number.parseInt(text(124, 12), 8);
    const content = tar.subarray(at + 512, at + 512 + size);
    const path = prefix ? `${prefix}/${name}` : name;
    yield { path, mode: Number.parseInt(text(100, 8), 8), content };
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end and gives what it wrote. */
export function start(command: string, args: readonly string[], cwd: string): Run {
  // A colourless environment, so that stdout and stderr can be compared with plain text.
  const { FORCE_COLOR: _, NODE_OPTIONS: __, ...env } = process.env;
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (result.error) throw result.error;
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

function run(command: string, args: readonly string[], cwd: string): Run {
  const result = start(command, args, cwd);
  if (result.code !== 0) {
    throw new Error(
      `\`${command} ${args.join(' ')}\` exited with ${result.code}: ${result.stderr}`,
    );
  }
  return result;
}
