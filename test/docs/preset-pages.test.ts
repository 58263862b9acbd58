import { expect, it } from 'vitest';
import { readPage } from './code-blocks.ts';
import { renderPresetPages } from './preset-pages.ts';

it.each(Object.entries(renderPresetPages()))('%s is what `npm run docs` writes', (page, text) => {
  expect(readPage(page)).toBe(text);
});
