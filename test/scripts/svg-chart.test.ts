import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, readPage, root } from '../docs/code-blocks.ts';

interface Line {
  readonly name: string;
  readonly className: string;
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
}

interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly Line[] }[];
}

const { chart } = (await import(
  // A module without types.
  join(root, 'scripts/svg-chart.mjs')
)) as { chart: (what: Chart) => string };

const line = (ys: Line['ys'], name = ''): Line => ({
  name,
  className: 'c0',
  xs: ys.map((_, i) => i * 10),
  ys,
});

describe('a chart', () => {
  it('has a path for each line, from the bottom for 0 to the top for 1, without what is missing', () => {
    const made = chart({
      title: 'a < b',
      xLabel: 'updates',
      panels: [{ title: 'one', lines: [line([0, null, 1], 'up'), line([0.5, 0.5])] }],
    });
    expect(made).toContain('<title>a &#60; b</title>');
    const paths = [...made.matchAll(/class="line c0" d="M([^"]*)"/g)].map(([, d]) => d);
    expect(paths).toEqual(['44 180L254 30', '44 105L149 105']);
    expect(made).toContain('>up</text>');
  });

  it('writes names below each other where lines end together', () => {
    const lines = [line([0, 1], 'a'), line([1, 1], 'b'), line([0.5, 1], 'c')];
    const made = chart({ title: 't', xLabel: 'x', panels: [{ title: 'one', lines }] });
    const heights = ['a', 'b', 'c'].map((name) =>
      Number(new RegExp(`y="([\\d.]+)" class="c0">${name}</text>`).exec(made)?.[1]),
    );
    expect(heights).toEqual([34, 47, 60]);
  });
});

it.each(pages)('%s shows pictures that are there', (page) => {
  for (const [, source = ''] of readPage(page).matchAll(/(?:<img src="|!\[[^\]]*\]\()([^")]+)/g))
    if (!source.includes(':'))
      expect([source, existsSync(join(root, dirname(page), source))]).toEqual([source, true]);
});
