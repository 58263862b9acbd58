import { svg } from './elements.ts';

/** A point: an update or the middle of one, and a share from 0 to 1. */
export type Point = readonly [x: number, share: number];

const GRID = [0, 0.25, 0.5, 0.75, 1];

/** Shares over updates. It is stretched to its place, so all its text stands beside it. */
export class LineChart {
  readonly element: SVGSVGElement;
  readonly #lines: readonly SVGPathElement[];
  readonly #cursor: SVGLineElement = svg('line', { class: 'cursor', y1: 0, y2: 1 });

  /** @param names - classes of the lines */
  constructor(updates: number, names: readonly string[]) {
    // A little more than 1, so that a line at the edge is seen whole.
    this.element = svg('svg', {
      viewBox: `0 -0.02 ${updates} 1.04`,
      preserveAspectRatio: 'none',
      role: 'img',
      class: 'plot lines',
    });
    for (const y of GRID)
      this.element.append(svg('line', { class: 'grid', x1: 0, x2: updates, y1: y, y2: y }));
    this.#lines = names.map((name) => svg('path', { class: `line ${name}` }));
    this.element.append(this.#cursor, ...this.#lines);
  }

  /** @param lines - a list of points for each name */
  show(lines: readonly (readonly Point[])[]): void {
    for (const [i, path] of this.#lines.entries()) {
      const points = (lines[i] ?? []).map(([x, share]) => `${x} ${1 - share}`);
      path.setAttribute('d', points.length === 0 ? '' : `M${points.join('L')}`);
    }
  }

  /** Marks the update that is looked at. */
  mark(update: number): void {
    this.#cursor.setAttribute('x1', String(update));
    this.#cursor.setAttribute('x2', String(update));
  }
}
