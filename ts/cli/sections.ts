import type { Sink } from './sink.ts';
import type { Style } from './style.ts';
import { pad, textWidth } from './text-width.ts';

/** Of a longer table people see the first and the last half of so many rows. */
const MOST_ROWS = 24;

export interface SectionColumn {
  readonly name: string;
  /** Numbers stand at the right of their column. */
  readonly right?: boolean;
  /** For people or for programs alone; both by default. */
  readonly only?: 'people' | 'programs';
}

/** A table with a title, of cells that are safe to print. */
export interface Section {
  readonly title: string;
  readonly columns: readonly SectionColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Whether all rows are shown to people, however many there are. */
  readonly whole?: boolean;
}

export interface SectionOptions {
  /** Aligned and with titles for people; otherwise tab-separated with headers for programs. */
  readonly forPeople: boolean;
  readonly style: Style;
}

/** Writes tables with an empty line between them. */
export async function writeSections(
  sections: readonly Section[],
  sink: Sink,
  options: SectionOptions,
): Promise<void> {
  const { forPeople } = options;
  let isFirst = true;
  for (const section of sections) {
    if (section.rows.length === 0) continue;
    const lines = forPeople ? alignedLines(section, options.style) : tabLines(section);
    if (!isFirst) sink.write('\n');
    isFirst = false;
    for (const line of lines) {
      if (sink.write(`${line}\n`)) await sink.flush();
      if (sink.closed) return;
    }
  }
}

function* tabLines({ columns, rows }: Section): Generator<string> {
  const shown = columns.map(({ only }) => only !== 'people');
  const kept = (cells: readonly string[]): string => cells.filter((_, i) => shown[i]).join('\t');
  yield kept(columns.map(({ name }) => name));
  for (const row of rows) yield kept(row);
}

function* alignedLines({ title, columns, rows, whole }: Section, style: Style): Generator<string> {
  const shown = columns
    .map(({ only }, i) => ({ only, i }))
    .filter(({ only }) => only !== 'programs');
  const half = MOST_ROWS / 2;
  const isCut = !whole && rows.length > MOST_ROWS;
  const seen = isCut ? [...rows.slice(0, half), ...rows.slice(-half)] : rows;
  const names = columns.map(({ name }) => name);
  const widths = names.map((_, i) =>
    Math.max(...[names, ...seen].map((cells) => textWidth(cells[i] ?? ''))),
  );
  const line = (cells: readonly string[]): string => {
    const padded = shown.map(({ i }) =>
      pad(cells[i] ?? '', widths[i] ?? 0, columns[i]?.right ? 'left' : 'right'),
    );
    return `  ${padded.join('  ')}`.trimEnd();
  };
  yield style.bold(title);
  if (shown.some(({ i }) => names[i] !== '')) yield style.dim(line(names));
  for (const [i, row] of seen.entries()) {
    if (isCut && i === half) yield style.dim(`  … ${rows.length - MOST_ROWS} more`);
    yield line(row);
  }
}
