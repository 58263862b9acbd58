import uPlot from 'uplot';
import { el, numberText, table } from './elements.ts';

export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly kind: 'line' | 'steps' | 'bars' | 'points';
  /** Name of a colour in the style sheet. Default: the next of the row. */
  readonly color?: string;
  /** Whether it is only shown when it is asked for. Default false. */
  readonly hidden?: boolean;
}

export interface ChartInit {
  readonly title: string;
  /** What can be seen, for those who cannot. */
  readonly summary: string;
  readonly x: readonly number[];
  readonly xLabel: string;
  /** What stands at the marks of the x axis, where it is not the number. */
  readonly xText?: (value: number) => string;
  readonly yLabel: string;
  readonly lines: readonly Line[];
  readonly yRange?: readonly [number, number];
  readonly note?: string;
  /** The same in numbers. */
  readonly numbers: readonly [readonly string[], readonly (readonly (string | number)[])[]];
}

const HEIGHT = 230;
const charts: uPlot[] = [];

/** The colours of the style sheet, as they are now: charts are drawn anew when the scheme changes. */
function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const chart of charts) chart.redraw(false, true);
});

/** A chart with its title, and its numbers as a table. */
export function chart(init: ChartInit): HTMLElement {
  const { title, summary, lines, note, numbers } = init;
  const place = el('div', {
    class: 'plot',
    role: 'img',
    'aria-label': `${title}: ${summary}`,
  });
  const legend = el('p', { class: 'legend' });
  if (lines.length > 1) legend.append(...lines.map((line, i) => legendEntry(line, i, place)));
  const [headings, rows] = numbers;
  const details = el('details', {}, el('summary', {}, 'Numbers'));
  details.addEventListener(
    'toggle',
    () => details.append(table(`${title}, in numbers`, headings, rows)),
    { once: true },
  );
  const figure = el(
    'figure',
    { class: 'card' },
    el('figcaption', {}, title),
    note !== undefined && el('p', { class: 'note' }, note),
    lines.length > 1 && legend,
    place,
    details,
  );
  const observer = new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (width < 60) return;
    const drawn = chartIn(place);
    if (drawn) drawn.setSize({ width, height: HEIGHT });
    else charts.push(draw(init, place, width));
  });
  observer.observe(place);
  return figure;
}

/** What a line is called; those that do not stand on each other can be taken away. */
function legendEntry(line: Line, i: number, place: HTMLElement): HTMLElement {
  const { label, kind, color: name = `c${(i % 6) + 1}`, hidden = false } = line;
  const mark = el('span', { class: `mark ${name}` });
  if (kind === 'bars') return el('span', {}, mark, label);
  const entry = el(
    'button',
    { type: 'button', 'aria-pressed': !hidden ? 'true' : 'false' },
    mark,
    label,
  );
  entry.addEventListener('click', () => {
    const show = entry.getAttribute('aria-pressed') !== 'true';
    entry.setAttribute('aria-pressed', String(show));
    chartIn(place)?.setSeries(i + 1, { show });
  });
  return entry;
}

function chartIn(place: HTMLElement): uPlot | undefined {
  return charts.find((one) => one.root.parentElement === place);
}

function draw(init: ChartInit, place: HTMLElement, width: number): uPlot {
  const { x, xLabel, xText, yLabel, lines, yRange } = init;
  const isBars = lines.some(({ kind }) => kind === 'bars');
  const axis = {
    stroke: () => color('muted'),
    grid: { stroke: () => color('line'), width: 1 },
    ticks: { stroke: () => color('line'), width: 1, size: 4 },
    font: '12px system-ui, sans-serif',
    labelFont: '12px system-ui, sans-serif',
    labelSize: 20,
  };
  const [first = 0, last = 0] = [x[0], x.at(-1)];
  const space = isBars ? 0.6 : (last - first) * 0.02 || 1;
  const options: uPlot.Options = {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [first - space, last + space] },
      y: yRange
        ? { range: [...yRange] }
        : isBars
          ? { range: (_, __, max) => [0, (max || 1) * 1.04] }
          : {},
    },
    axes: [
      {
        ...axis,
        label: xLabel,
        size: 34,
        space: isBars ? 30 : 60,
        ...(xText && {
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
          values: (_: uPlot, marks: number[]) => marks.map(xText),
        }),
      },
      {
        ...axis,
        label: yLabel,
        size: 52,
        values: (_, marks) => marks.map(numberText),
      },
    ],
    series: [{}, ...lines.map(seriesOf)],
  };
  const data = [x, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  return new uPlot(options, data, place);
}

function seriesOf({ label, kind, color: name, hidden = false }: Line, i: number): uPlot.Series {
  const stroke = (): string => color(name ?? `c${(i % 6) + 1}`);
  const common = { label, stroke, spanGaps: false, show: !hidden };
  const { bars, stepped } = uPlot.paths;
  switch (kind) {
    case 'bars':
      return {
        ...common,
        fill: stroke,
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars({ size: [0.84, 90] }) }),
      };
    case 'steps':
      return {
        ...common,
        width: 2,
        fill: () => `${stroke()}33`,
        points: { show: false },
        ...(stepped && { paths: stepped({ align: 1 }) }),
      };
    case 'points':
      return {
        ...common,
        paths: () => null,
        points: { show: true, size: 6, width: 0, fill: () => `${stroke()}99` },
      };
    case 'line':
      return {
        ...common,
        width: 2,
        points: { show: true, size: 6, fill: stroke },
      };
  }
}
