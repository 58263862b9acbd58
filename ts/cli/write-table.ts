import { numberText } from './number-text.ts';
import { cellText } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRollout } from './score.ts';
import type { Sink } from './sink.ts';
import type { Style } from './style.ts';
import { pad, textWidth } from './text-width.ts';

/** Widths are chosen by so many first rows; what is wider later on sticks out. */
const MEASURED = 500;

const columns = ['source', 'line', 'item', 'set', 'group', 'role', 'reward', 'advantage'] as const;
type ColumnName = (typeof columns)[number];
const numeric: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'line',
  'item',
  'reward',
  'advantage',
]);

export interface TableOptions {
  /** Aligned and coloured for people; otherwise tab-separated with a header for programs. */
  readonly forPeople: boolean;
  readonly style: Style;
}

/** A table of rollouts, an empty line, and a table of metrics. */
export async function writeTable(result: Result, sink: Sink, options: TableOptions): Promise<void> {
  const hidden = new Set<ColumnName>([
    ...(result.severalSources ? [] : (['source'] as const)),
    ...(result.severalItems ? [] : (['item'] as const)),
    ...(result.severalSets ? [] : (['set'] as const)),
  ]);
  const shown = columns.filter((column) => !hidden.has(column));
  const layout = options.forPeople ? alignedLayout(result, shown, options.style) : tabs;
  sink.write(`${layout.header(shown)}\n`);
  for (const rollout of result.scores.rollouts()) {
    if (sink.write(`${layout.row(shown, rollout)}\n`)) await sink.flush();
    if (sink.closed) return;
  }
  sink.write('\n');
  const metrics = Object.entries(result.scores.metrics);
  const width = metrics.reduce((most, [key]) => Math.max(most, textWidth(cellText(key))), 0);
  if (!options.forPeople) sink.write('metric\tvalue\n');
  for (const [key, value] of metrics) {
    const name = cellText(key);
    sink.write(
      options.forPeople
        ? `${options.style.dim(pad(name, width))}  ${numberText(value)}\n`
        : `${name}\t${numberText(value)}\n`,
    );
  }
}

interface Layout {
  header(shown: readonly ColumnName[]): string;
  row(shown: readonly ColumnName[], rollout: ScoredRollout): string;
}

const tabs: Layout = {
  header: (shown) => shown.join('\t'),
  row: (shown, rollout) => shown.map((column) => cell(column, rollout)).join('\t'),
};

function cell(column: ColumnName, rollout: ScoredRollout): string {
  const value = rollout[column] ?? null;
  if (value === null && (column === 'item' || column === 'set')) return '';
  return typeof value === 'string' ? cellText(value) : numberText(value);
}

function alignedLayout(result: Result, shown: readonly ColumnName[], style: Style): Layout {
  const widths = new Map(shown.map((column) => [column, column.length]));
  let measured = 0;
  for (const rollout of result.scores.rollouts()) {
    if (++measured > MEASURED) break;
    for (const column of shown) {
      const width = textWidth(cell(column, rollout));
      widths.set(column, Math.max(width, widths.get(column) ?? 0));
    }
  }
  const line = (texts: (column: ColumnName) => string): string =>
    shown
      .map((column) => {
        const side = numeric.has(column) ? 'left' : 'right';
        return pad(texts(column), widths.get(column) ?? 0, side);
      })
      .join('  ')
      .trimEnd();
  return {
    header: () => style.bold(line((column) => column)),
    row: (_, rollout) => {
      const text = line((column) => cell(column, rollout));
      const { advantage } = rollout;
      if (advantage === null || Number.isNaN(advantage)) return style.dim(text);
      const start = text.length - numberText(advantage).length;
      const colour = advantage > 0 ? style.good : advantage < 0 ? style.bad : style.dim;
      return text.slice(0, start) + colour(text.slice(start));
    },
  };
}
