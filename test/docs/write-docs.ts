/** `npm run docs`: writes the pages that are made of the presets. */
import { writeFileSync } from 'node:fs';
import { pathOf, renderPresetPages } from './preset-pages.ts';

for (const [page, text] of Object.entries(renderPresetPages())) {
  writeFileSync(pathOf(page), text);
  console.log(page);
}
