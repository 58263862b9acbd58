import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { percent, svg } from './elements.ts';

/** A row for each start, a column for each update; where no game began nothing is drawn. */
export class HeatStrip {
  readonly element: SVGSVGElement;
  readonly #cursor: SVGLineElement = svg('line', { class: 'cursor', y1: 0, y2: STARTS.length });

  constructor(updates: number) {
    this.element = svg('svg', {
      viewBox: `0 0 ${updates} ${STARTS.length}`,
      preserveAspectRatio: 'none',
      role: 'img',
      class: 'plot heat',
    });
    this.element.append(this.#cursor);
  }

  add(update: number, success: readonly (number | null)[]): void {
    for (const [row, share] of success.entries()) {
      if (share === null) continue;
      const name = cellName(STARTS[row] as number);
      const title = svg('title', {}, `update ${update}, from ${name}: ${percent(share)}`);
      const at = { x: update - 1, y: row + 0.06, width: 1.02, height: 0.88, class: 'share' };
      const rect = svg('rect', at, title);
      rect.style.setProperty('--share', percent(share).replace(' ', ''));
      this.element.insertBefore(rect, this.#cursor);
    }
  }

  /** Marks the update that is looked at. */
  mark(update: number): void {
    this.#cursor.setAttribute('x1', String(update));
    this.#cursor.setAttribute('x2', String(update));
  }
}
