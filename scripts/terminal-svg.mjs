// What a terminal shows as SVG text: bold, dim, green, red and yellow, light and dark, without anything to load.

const FONT = 13;
/** Of a character, in most fonts of terminals; each run is fitted to it. */
const WIDTH = 7.8;
const LINE = 18;
const EDGE = 16;

const STYLE = `
  text { font: ${FONT}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; white-space: pre; }
  .page { fill: #f6f8fa; stroke: #d1d9e0; }
  .bold { font-weight: 700; }
  .dim { fill: #59636e; }
  .good { fill: #1a7f37; }
  .bad { fill: #b3261e; }
  .warn { fill: #8a5a00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .page { fill: #0d1117; stroke: #3d444d; }
    .dim { fill: #9198a1; }
    .good { fill: #56d364; }
    .bad { fill: #ff8f84; }
    .warn { fill: #e3b341; }
  }
`;

/** What a code turns on; what it turns off is told by the codes 22 and 39. */
const CLASSES = { 1: 'bold', 2: 'dim', 31: 'bad', 32: 'good', 33: 'warn' };

/**
 * @param title what is said of it to those who do not see it
 * @param text with the codes of colours that the command line writes, and no others
 */
export function terminalSvg(title, text) {
  const lines = text.replace(/\n+$/, '').split('\n').map(runsOf);
  const columns = Math.max(...lines.map((runs) => runs.at(-1)?.end ?? 0));
  const width = Math.ceil(columns * WIDTH) + 2 * EDGE;
  const height = lines.length * LINE + 2 * EDGE;
  const body = lines.flatMap((runs, i) => runs.map((run) => textOf(run, EDGE + (i + 0.75) * LINE)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** The pieces of a line that look alike, with the columns where they begin and end. */
function runsOf(line) {
  const runs = [];
  const on = new Set();
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what codes begin with
  for (const piece of line.split(/(\u001b\[\d+m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what codes begin with
    const code = /^\u001b\[(\d+)m$/.exec(piece)?.[1];
    if (code === undefined) {
      const end = column + [...piece].length;
      if (piece.trim() !== '') runs.push({ text: piece, start: column, end, classes: [...on] });
      column = end;
    } else if (code in CLASSES) on.add(CLASSES[code]);
    else if (code === '22') for (const name of ['bold', 'dim']) on.delete(name);
    else if (code === '39') for (const name of ['good', 'bad', 'warn']) on.delete(name);
    else throw new Error(`a terminal's code that is not known: ${code}`);
  }
  return runs;
}

function textOf({ text, start, end, classes }, y) {
  const before = text.length - text.trimStart().length;
  const shown = text.trim();
  const x = round(EDGE + (start + before) * WIDTH);
  const length = round((end - start - (text.length - shown.length)) * WIDTH);
  const named = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
  return `<text x="${x}" y="${round(y)}" textLength="${length}"${named}>${escaped(shown)}</text>`;
}

function escaped(content) {
  return content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
