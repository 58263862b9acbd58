// Line charts as SVG text: several panels beside each other, light and dark, without anything to load.

const PANEL = { width: 210, height: 150 };
const GAP = 66;
const EDGE = { left: 44, top: 30, right: 64, bottom: 40 };

export const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #333; }
  .title { font-weight: 600; }
  .box { fill: #f4f6f8; stroke: #8a94a0; }
  .axis, .arrow { stroke: #8a94a0; fill: none; }
  .grid { stroke: #dde2e7; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .many { stroke: #9aa7b5; stroke-width: 1; }
  .c0 { stroke: #1f63ad; } .c1 { stroke: #b8500a; } .c2 { stroke: #0c7a6c; }
  text.c0 { fill: #1f63ad; stroke: none; } text.c1 { fill: #b8500a; stroke: none; } text.c2 { fill: #0c7a6c; stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #d5dae0; }
    .box { fill: #1d242c; stroke: #76818d; }
    .axis, .arrow { stroke: #76818d; }
    .grid { stroke: #333c46; }
    .many { stroke: #66727f; }
    .c0 { stroke: #79b4f2; } .c1 { stroke: #f0a35e; } .c2 { stroke: #57cbbb; }
    text.c0 { fill: #79b4f2; } text.c1 { fill: #f0a35e; } text.c2 { fill: #57cbbb; }
  }
`;

export function svg(width, height, title, body) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

export function text(x, y, content, attributes = '') {
  return `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escaped(content)}</text>`;
}

/**
 * Panels of lines over updates; values are shares from 0 to 1.
 *
 * @param panels - `{ title, lines: [{ name, className, xs, ys }] }`; a `name` is written at the end of its line, and
 *   null among `ys` leaves a gap out
 */
export function chart({ title, xLabel, panels }) {
  const width = EDGE.left + panels.length * (PANEL.width + GAP) - GAP + EDGE.right;
  const height = EDGE.top + PANEL.height + EDGE.bottom;
  const most = Math.max(...panels.flatMap(({ lines }) => lines.flatMap(({ xs }) => xs)));
  const body = panels.flatMap((panel, i) =>
    panelOf(panel, { left: EDGE.left + i * (PANEL.width + GAP), most, isFirst: i === 0 }),
  );
  const middle = EDGE.left + (width - EDGE.left - EDGE.right) / 2;
  const label = text(middle, height - 8, xLabel, 'text-anchor="middle"');
  return svg(width, height, title, [...body, label]);
}

function panelOf({ title, lines }, { left, most, isFirst }) {
  const x = (value) => left + (value / most) * PANEL.width;
  const y = (value) => EDGE.top + (1 - value) * PANEL.height;
  const bottom = EDGE.top + PANEL.height;
  const out = [text(left, EDGE.top - 12, title, 'class="title"')];
  for (const value of [0, 0.5, 1]) {
    out.push(
      `<path class="${value === 0 ? 'axis' : 'grid'}" d="M${left} ${y(value)}h${PANEL.width}"/>`,
    );
    if (isFirst) out.push(text(left - 8, y(value) + 4, String(value), 'text-anchor="end"'));
  }
  for (const value of [0, most / 2, most])
    out.push(text(x(value), bottom + 16, String(value), 'text-anchor="middle"'));
  const ends = [];
  for (const { name, className, xs, ys } of lines) {
    const points = xs.flatMap((at, i) => (ys[i] === null ? [] : [[x(at), y(ys[i])]]));
    const path = points.map(([px, py]) => `${round(px)} ${round(py)}`).join('L');
    out.push(`<path class="line ${className}" d="M${path}"/>`);
    if (name) ends.push({ name, className, at: points.at(-1)[1] + 4 });
  }
  // Labels of lines that end together stand below each other.
  let last = -Infinity;
  for (const { name, className, at } of ends.sort((a, b) => a.at - b.at)) {
    last = Math.max(at, last + 13);
    out.push(text(left + PANEL.width + 6, last, name, `class="${className}"`));
  }
  return out;
}

function escaped(content) {
  return content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
