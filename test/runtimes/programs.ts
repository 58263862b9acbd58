import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Matrix, Missing } from './cell.ts';

/**
 * The program that an npm package has for this platform, below node_modules/{scope}/{platform}/. (The package's own
 * launcher needs an install script, and those stay off.)
 */
export function programOf({ tools }: Matrix, scope: string, path: string): string {
  const folder = join(tools, 'node_modules', scope);
  const programs = (existsSync(folder) ? readdirSync(folder) : [])
    .map((platform) => join(folder, platform, path))
    .filter((program) => existsSync(program));
  const [program] = programs;
  if (program === undefined)
    throw new Missing(`npm has no program for ${process.platform} ${process.arch}`);
  return program;
}

/** The version of a package in test/runtimes/node_modules. */
export function versionOf({ tools }: Matrix, name: string): string {
  const text = readFileSync(join(tools, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
