import type { Io } from './io.ts';
import { cellText } from './printable.ts';
import { styleFor } from './style.ts';
import { pad, textWidth } from './text-width.ts';

/** A table with one header: aligned for people, tab-separated for programs. */
export function namedTable(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
): string {
  const rows = lines.map((line) => line.map(cellText));
  if (stdout.isTTY !== true)
    return `${[header, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
  const style = styleFor(stdout, env);
  const widths = header.map((_, i) =>
    Math.max(...[header, ...rows].map((row) => textWidth(row[i] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, i) => pad(text, widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[style.bold(line(header)), ...rows.map(line)].join('\n')}\n`;
}
