/** A Markdown table: a header, and rows of as many cells. Columns after the first stand to the right. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = line(header.map((_, column) => (column === 0 ? '---' : '--:')));
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/** A ratio in about three digits. */
export const ratio = (x) =>
  x === undefined ? '' : x >= 100 ? x.toFixed(0) : x.toFixed(x < 10 ? 2 : 1);

export const milliseconds = (x) => `${x >= 100 ? x.toFixed(0) : x.toFixed(x < 10 ? 2 : 1)} ms`;
