import { disagreementSections } from './advantages/disagreement-sections.ts';
import { numberText } from './number-text.ts';
import { cellText } from './printable.ts';
import type { Result } from './result.ts';
import type { ScoredRollout } from './score.ts';
import { writeSections } from './sections.ts';
import type { Sink } from './sink.ts';
import type { Style } from './style.ts';
import { pad, textWidth } from './text-width.ts';

/** Widths are chosen by so many first rows; what is wider later on sticks out. */
const MEASURED = 500;
/** So many characters are written together. */
const WRITTEN = 4096;

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  readonly isAdvantage: boolean;
  value(rollout: ScoredRollout): string | number | null | undefined;
}

export interface TableOptions {
  /** Aligned and coloured for people; otherwise tab-separated with a header for programs. */
  readonly forPeople: boolean;
  readonly style: Style;
}

/** A table of rollouts, one of metrics, and of several estimators those of where they disagree; empty lines between them. */
export async function writeTable(result: Result, sink: Sink, options: TableOptions): Promise<void> {
  const { scores, disagreements = [] } = result;
  const columns = columnsOf(result);
  const layout = options.forPeople ? alignedLayout(result, columns, options.style) : tabs(columns);
  sink.write(`${layout.header}\n`);
  let rows = '';
  for (const rollout of scores.rollouts()) {
    rows += `${layout.row(rollout)}\n`;
    if (rows.length < WRITTEN) continue;
    if (sink.write(rows)) await sink.flush();
    if (sink.closed) return;
    rows = '';
  }
  sink.write(`${rows}\n`);
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

interface Layout {
  readonly header: string;
  row(rollout: ScoredRollout): string;
}

function tabs(columns: readonly Column[]): Layout {
  return {
    header: columns.map(({ name }) => name).join('\t'),
    row(rollout) {
      let text = '';
      for (const column of columns) text += `\t${cell(column, rollout)}`;
      return text.slice(1);
    },
  };
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
