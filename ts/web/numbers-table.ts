import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { html } from './elements.ts';
import type { LakeSnapshot } from './lake-snapshot.ts';

/** What the charts show, as numbers; a row an update. */
export class NumbersTable {
  readonly #body: HTMLTableSectionElement;

  constructor(table: HTMLTableElement) {
    const names = ['update', 'reward', 'starts won', ...STARTS.map(cellName)];
    const head = table.tHead as HTMLTableSectionElement;
    head.replaceChildren(html('tr', '', ...names.map((name) => html('th', '', name))));
    this.#body = table.tBodies[0] as HTMLTableSectionElement;
    this.#body.replaceChildren();
  }

  add(snapshot: LakeSnapshot): void {
    const { update, reward, success } = snapshot;
    const numbers = [reward, wonStarts(snapshot), ...success].map((number) =>
      number === null ? '–' : String(Math.round(1e4 * number) / 1e4),
    );
    const cells = [String(update), ...numbers].map((text) => html('td', '', text));
    this.#body.append(html('tr', '', ...cells));
  }
}

/** Starts from which the likeliest moves reach the goal. */
export function wonStarts({ games }: LakeSnapshot): number {
  return games.filter(({ isWon }) => isWon).length;
}
