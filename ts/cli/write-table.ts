import { disagreementSections } from './advantages/disagreement-sections.ts';
import { numberText } from './number-text.ts';
import { cellText } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRows } from './scored-rows.ts';
import { writeSections } from './sections.ts';
import type { Sink } from './sink.ts';
import type { Style } from './style.ts';
import { type Cells, TabRows, type TextCells } from './tab-rows.ts';
import { pad, textWidth } from './text-width.ts';

/** Widths are chosen by so many first rows; what is wider later on sticks out. */
const MEASURED = 500;
interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  readonly isAdvantage: boolean;
  cells(rows: ScoredRows): Cells;
}

export interface TableOptions {
  /** Aligned and coloured for people; otherwise tab-separated with a header for programs. */
  readonly forPeople: boolean;
  readonly style: Style;
}

/** A table of rollouts, one of metrics, and of several estimators those of where they disagree; empty lines between them. */
export async function writeTable(result: Result, sink: Sink, options: TableOptions): Promise<void> {
  const { disagreements = [] } = result;
  const columns = columnsOf(result);
  if (options.forPeople) await writeAligned(result, columns, sink, options.style);
  else await writeTabs(result, columns, sink);
  if (sink.closed) return;
  sink.write('\n');
  writeMetrics(result, sink, options);
  if (disagreements.length === 0) return;
  sink.write('\n');
  await writeSections(disagreementSections(result, options.forPeople), sink, options);
}

function columnsOf(result: Result): Column[] {
  const { columns } = result.scores;
  const column = (name: string, cells: Column['cells'], isNumber: boolean): Column => {
    return { name, isNumber, isAdvantage: false, cells };
  };
  const ofGroup = (name: string, text: TextCells['text']): Column =>
    column(name, ({ groups }) => ({ keys: groups, text }), false);
  const source = (number: number): string => columns.sources[number]?.name ?? '';
  return [
    ...(result.severalSources
      ? [column('source', ({ sources }) => ({ keys: sources, text: source }), false)]
      : []),
    column('line', ({ lines }) => ({ numbers: lines, missing: null }), true),
    ...(result.severalItems
      ? [column('item', ({ items }) => ({ keys: items ?? none, text: itemText }), true)]
      : []),
    ...(result.severalSets ? [ofGroup('set', (group) => columns.groupSet(group) ?? '')] : []),
    ofGroup('group', (group) => columns.groupName(group)),
    ofGroup('role', (group) => columns.groupRole(group)),
    column('reward', ({ rewards, missing }) => ({ numbers: rewards, missing }), true),
    ...advantageNames(result).map((name, k): Column => {
      const cells: Column['cells'] = ({ advantages, missing }) => {
        return { numbers: advantages[k] as Float64Array, missing };
      };
      return { name, isNumber: true, isAdvantage: true, cells };
    }),
  ];
}

const none = new Uint32Array();
const itemText = (item: number): string => (item === 0 ? '' : String(item));

/** What the columns of advantages are called. */
function advantageNames({ settings: { estimators } }: Result): string[] {
  if (estimators.length === 1) return ['advantage'];
  return estimators.map((name) => `advantage/${cellText(name)}`);
}

function writeMetrics({ scores, settings }: Result, sink: Sink, options: TableOptions): void {
  const { forPeople, style } = options;
  const { estimators } = settings;
  const all = [scores.metrics, ...scores.otherMetrics];
  const header = estimators.length === 1 ? ['value'] : estimators.map(cellText);
  const rows = Object.keys(scores.metrics).map((key) => ({
    name: cellText(key),
    values: all.map((metrics) => numberText(metrics[key] ?? null)),
  }));
  if (!forPeople) {
    sink.write(`metric\t${header.join('\t')}\n`);
    for (const { name, values } of rows) sink.write(`${name}\t${values.join('\t')}\n`);
    return;
  }
  const width = rows.reduce((most, { name }) => Math.max(most, textWidth(name)), 0);
  const widths = header.map((name, i) =>
    rows.reduce((most, { values }) => Math.max(most, values[i]?.length ?? 0), textWidth(name)),
  );
  // A last column needs no blanks after it.
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === cells.length - 1 ? cell : pad(cell, widths[i] ?? 0))).join('  ');
  if (estimators.length > 1) sink.write(`${style.bold(`${pad('', width)}  ${line(header)}`)}\n`);
  for (const { name, values } of rows) {
    sink.write(`${style.dim(pad(name, width))}  ${line(values)}\n`);
  }
}

async function writeTabs(
  { scores }: Result,
  columns: readonly Column[],
  sink: Sink,
): Promise<void> {
  sink.write(`${columns.map(({ name }) => name).join('\t')}\n`);
  const lines = new TabRows();
  for (const rows of scores.rows()) {
    const cells = columns.map((column) => column.cells(rows));
    if (sink.writeBytes(lines.encode(rows.length, cells))) await sink.flush();
    if (sink.closed) return;
  }
}

async function writeAligned(
  result: Result,
  columns: readonly Column[],
  sink: Sink,
  style: Style,
): Promise<void> {
  const layout = alignedLayout(result, columns, style);
  let written = layout.header;
  for (const rows of result.scores.rows()) {
    const cells = columns.map((column) => column.cells(rows));
    for (let row = 0; row < rows.length; row++) written += `\n${layout.row(rows, cells, row)}`;
    if (sink.write(written)) await sink.flush();
    if (sink.closed) return;
    written = '';
  }
  sink.write(`${written}\n`);
}

interface Layout {
  readonly header: string;
  row(rows: ScoredRows, cells: readonly Cells[], row: number): string;
}

function cellOf(cells: Cells, row: number): string {
  if ('keys' in cells) return cellText(cells.text(cells.keys[row] as number));
  return numberText(cells.missing?.[row] === 1 ? null : (cells.numbers[row] as number));
}

function alignedLayout({ scores }: Result, columns: readonly Column[], style: Style): Layout {
  const widths = columns.map(({ name }) => textWidth(name));
  for (const rows of scores.rows()) {
    for (const [i, column] of columns.entries()) {
      const cells = column.cells(rows);
      for (let row = 0; row < Math.min(rows.length, MEASURED); row++)
        widths[i] = Math.max(textWidth(cellOf(cells, row)), widths[i] ?? 0);
    }
    break;
  }
  const padded = (texts: readonly string[]): string[] =>
    texts.map((text, i) => pad(text, widths[i] ?? 0, columns[i]?.isNumber ? 'left' : 'right'));
  return {
    header: style.bold(padded(columns.map(({ name }) => name)).join('  ')),
    row({ missing }, cells, row) {
      const texts = padded(cells.map((one) => cellOf(one, row)));
      if (missing[row] === 1) return style.dim(texts.join('  ').trimEnd());
      return texts
        .map((text, i) => (columns[i]?.isAdvantage ? coloured(text, style) : text))
        .join('  ');
    },
  };
}

/** The number in colour, and not the blanks before it. */
function coloured(text: string, style: Style): string {
  const value = Number(text);
  const colour = value > 0 ? style.good : value < 0 ? style.bad : style.dim;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + colour(text.slice(start));
}
