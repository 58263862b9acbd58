import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layers } from '../layers/layers.ts';
import { pages, pageTables, readPage, root } from './code-blocks.ts';

it('ARCHITECTURE.md shows the layers that the lint rules know, as far as they are there', () => {
  const rows = pageTables('ARCHITECTURE.md').find(({ heading }) => heading === 'Layers')?.rows;
  const shown = rows?.map((row) => [row.layer, row['folders of ts/']?.split(', ')]);
  const there = readdirSync(join(root, 'ts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const expected = layers
    .map((folders, layer) => [`${layer}`, folders.filter((folder) => there.includes(folder))])
    .filter(([, folders]) => folders?.length);
  expect(shown).toEqual(expected);
});

it.each(pages)('%s names files and folders that are there', (page) => {
  const code = readPage(page).replace(/^```[\s\S]*?^```/gm, '');
  const made = ['ts/estimators/lite-ppo.ts', 'test/slow/results'];
  const folders = ['ts', 'test', 'crates', 'scripts', 'docs', 'examples', 'bench'].join('|');
  for (const [, path = ''] of code.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))) {
    if (!made.includes(path)) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  }
});

it('CONTRIBUTING.md lists the scripts that a developer calls', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const text = readPage('CONTRIBUTING.md') + readPage('README.md');
  const missing = Object.keys(scripts).filter(
    (name) => name !== 'test' && !text.includes(`npm run ${name}`),
  );
  expect(missing).toEqual([]);
});
