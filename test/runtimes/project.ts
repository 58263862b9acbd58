import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, packageJson, root } from '../package/packed.ts';
import type { Matrix } from './cell.ts';

/** A project that installed the package from its tarball, with the suite and its sample. */
export function createProject({ packed }: Matrix, name: string): string {
  const project = join(packed.folder, name);
  mkdirSync(project);
  const description = {
    name,
    private: true,
    type: 'module',
    dependencies: { [packageJson.name]: packageJson.version },
  };
  writeFileSync(join(project, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  install(packed, project);
  // What the trainer would read a config file with; bundlers follow it.
  symlinkSync(join(root, 'node_modules/yaml'), join(project, 'node_modules/yaml'), 'junction');
  cpSync(join(import.meta.dirname, 'suite'), project, { recursive: true });
  const sample = readFileSync(join(import.meta.dirname, 'golden', 'sample.json'), 'utf8');
  writeFileSync(join(project, 'sample.mjs'), `export const sample = ${sample.trimEnd()};\n`);
  return project;
}
