import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../ts/cli/main.ts';
import { readPage, root } from '../docs/code-blocks.ts';

interface Picture {
  readonly name: string;
  readonly title: string;
}

// Modules without types.
const { terminalSvg } = (await import(join(root, 'scripts/terminal-svg.mjs'))) as {
  terminalSvg: (title: string, text: string) => string;
};
const { pictures, drawPicture } = (await import(join(root, 'scripts/inspect-pictures.mjs'))) as {
  pictures: readonly Picture[];
  drawPicture: (command: typeof main, picture: Picture) => Promise<string>;
};

describe('terminalSvg', () => {
  it('puts each run of a look at its column, and escapes what it says', () => {
    const svg = terminalSvg('a < b', '\u001b[1mhead\u001b[22m\n  ok \u001b[32m1 < 2\u001b[39m  \n');
    expect(svg.match(/<text .*<\/text>/g)).toEqual([
      '<text x="16" y="29.5" textLength="31.2" class="bold">head</text>',
      '<text x="31.6" y="47.5" textLength="15.6">ok</text>',
      '<text x="55" y="47.5" textLength="39" class="good">1 &#60; 2</text>',
    ]);
    expect(svg).toContain('<title>a &#60; b</title>');
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('refuses a code that it does not know', () => {
    expect(() => terminalSvg('', '\u001b[44mx')).toThrow('not known: 44');
  });
});

describe('the pictures of docs/inspect.md', () => {
  it.each(pictures)('$name is what the command writes', async (picture) => {
    const drawn = await drawPicture(main, picture);
    // `npx tsx scripts/inspect-pictures.mjs` draws it anew.
    expect(readPage(`docs/pictures/${picture.name}.svg`)).toBe(drawn);
  });

  it('are all in the page', () => {
    const page = readPage('docs/inspect.md');
    for (const { name } of pictures) expect(page).toContain(`](pictures/${name}.svg)`);
  });
});
