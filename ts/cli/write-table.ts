import { disagreementSections } from './advantages/disagreement-sections.ts';
import { numberText } from './number-text.ts';
import { cellText } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRollout } from './score.ts';
import { writeSections } from './sections.ts';
import type { Sink } from './sink.ts';
import type { Style } from './style.ts';
import { type TabColumn, TabRows } from './tab-rows.ts';
import { pad, textWidth } from './text-width.ts';

/** Widths are chosen by so many first rows; what is wider later on sticks out. */
const MEASURED = 500;
/** So many rows are written together. */
const WRITTEN = 256;

interface Column extends TabColumn<ScoredRollout> {
  readonly name: string;
  readonly isAdvantage: boolean;
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
  const text = (name: string, value: Column['value']): Column => {
    return { name, isNumber: false, isAdvantage: false, value };
  };
  const number = (name: string, value: Column['value']): Column => {
    return { name, isNumber: true, isAdvantage: false, value };
  };
  return [
    ...(result.severalSources ? [text('source', ({ source }) => source)] : []),
    number('line', ({ line }) => line),
    ...(result.severalItems ? [number('item', ({ item }) => item)] : []),
    ...(result.severalSets ? [text('set', ({ set }) => set)] : []),
    text('group', ({ group }) => group),
    text('role', ({ role }) => role),
    number('reward', ({ reward }) => reward),
    ...advantageNames(result).map((name, i): Column => {
      const value: Column['value'] =
        i === 0 ? ({ advantage }) => advantage : ({ others }) => others[i - 1];
      return { name, isNumber: true, isAdvantage: true, value };
    }),
  ];
}

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
  const rows = new TabRows(columns);
  for (const rollout of scores.rollouts()) {
    rows.add(rollout);
    if (rows.length < WRITTEN) continue;
    if (sink.writeBytes(rows.take())) await sink.flush();
    if (sink.closed) return;
  }
  sink.writeBytes(rows.take());
}

async function writeAligned(
  result: Result,
  columns: readonly Column[],
  sink: Sink,
  style: Style,
): Promise<void> {
  const layout = alignedLayout(result, columns, style);
  let written = layout.header;
  let rows = 0;
  for (const rollout of result.scores.rollouts()) {
    written += `\n${layout.row(rollout)}`;
    if (++rows % WRITTEN > 0) continue;
    if (sink.write(written)) await sink.flush();
    if (sink.closed) return;
    written = '';
  }
  sink.write(`${written}\n`);
}

interface Layout {
  readonly header: string;
  row(rollout: ScoredRollout): string;
}

function cell(column: Column, rollout: ScoredRollout): string {
  const value = column.value(rollout) ?? null;
  return typeof value === 'string' ? cellText(value) : numberText(value);
}

function alignedLayout(result: Result, columns: readonly Column[], style: Style): Layout {
  const widths = columns.map(({ name }) => textWidth(name));
  let measured = 0;
  for (const rollout of result.scores.rollouts()) {
    if (++measured > MEASURED) break;
    for (const [i, column] of columns.entries()) {
      widths[i] = Math.max(textWidth(cell(column, rollout)), widths[i] ?? 0);
    }
  }
  const padded = (texts: readonly string[]): string[] =>
    texts.map((text, i) => pad(text, widths[i] ?? 0, columns[i]?.isNumber ? 'left' : 'right'));
  return {
    header: style.bold(padded(columns.map(({ name }) => name)).join('  ')),
    row(rollout) {
      const texts = padded(columns.map((column) => cell(column, rollout)));
      if (rollout.advantage === null) return style.dim(texts.join('  ').trimEnd());
      return texts
        .map((text, i) => {
          const column = columns[i] as Column;
          return column.isAdvantage ? coloured(text, column.value(rollout), style) : text;
        })
        .join('  ');
    },
  };
}

/** The number in colour, and not the blanks before it. */
function coloured(text: string, value: unknown, style: Style): string {
  const colour = Number(value) > 0 ? style.good : Number(value) < 0 ? style.bad : style.dim;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + colour(text.slice(start));
}
