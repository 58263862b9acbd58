import { byId, countText, el, numberText } from './elements.ts';
import type { Groups } from './groups.ts';
import { hashOf, type PageState, type SortKey } from './page-state.ts';

const PAGE = 50;

const columns: readonly [SortKey | null, string, boolean][] = [
  ['place', '#', true],
  ['task', 'task', false],
  [null, 'role', false],
  [null, 'step', false],
  ['size', 'rollouts', true],
  ['mean', 'mean reward', true],
  ['std', 'std', true],
  ['length', 'mean length', true],
  [null, 'signal', false],
];

/** The table of groups, a page of it at a time. */
export class GroupList {
  shown: number[] = [];
  readonly #groups: Groups;
  readonly #go: (state: Partial<PageState>) => void;

  constructor(groups: Groups, go: (state: Partial<PageState>) => void) {
    this.#groups = groups;
    this.#go = go;
  }

  show(state: PageState): void {
    this.shown = this.#groups.shown(state);
    const pages = Math.max(1, Math.ceil(this.shown.length / PAGE));
    const page = Math.min(state.page, pages - 1);
    const from = page * PAGE;
    const numbers = this.shown.slice(from, from + PAGE);
    byId('group-head').replaceChildren(...columns.map((column) => this.#heading(column, state)));
    byId('group-rows').replaceChildren(...numbers.map((g) => this.#row(g, state)));
    byId('group-count').textContent =
      this.shown.length === 0
        ? 'No group is like that.'
        : `${countText(from + 1)} to ${countText(from + numbers.length)} of ${countText(this.shown.length)} groups`;
    byId<HTMLButtonElement>('page-before').disabled = page === 0;
    byId<HTMLButtonElement>('page-after').disabled = page >= pages - 1;
  }

  /** Moves among the groups; beyond the last of a page to the next one. */
  move(by: number, state: PageState): void {
    const links = [...document.querySelectorAll<HTMLElement>('#group-rows a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
    const turn = next < 0 ? -1 : next >= links.length ? 1 : 0;
    if (turn === 0) links[next]?.focus();
    else if (this.turn(turn, state)) {
      const all = [...document.querySelectorAll<HTMLElement>('#group-rows a')];
      (turn > 0 ? all[0] : all.at(-1))?.focus();
    }
  }

  /** Another page; false where there is none. */
  turn(by: number, state: PageState): boolean {
    const page = state.page + by;
    if (page < 0 || page * PAGE >= this.shown.length) return false;
    this.#go({ page });
    return true;
  }

  #heading([key, label, isNumber]: (typeof columns)[number], state: PageState): HTMLElement {
    const is = key !== null && state.sort === key;
    const sorted = !is ? 'none' : state.descending ? 'descending' : 'ascending';
    const sort = (): void => {
      if (key === null) return;
      // Whoever sorts by a number wants to see the highest first.
      const descending = is ? !state.descending : isNumber && key !== 'place';
      this.#go({ sort: key, descending, page: 0 });
      byId('group-head').querySelector<HTMLElement>(`[data-sort="${key}"]`)?.focus();
    };
    return el(
      'th',
      {
        scope: 'col',
        ...(isNumber && { class: 'number' }),
        ...(key && { 'aria-sort': sorted }),
      },
      key === null
        ? label
        : el(
            'button',
            { type: 'button', class: 'sort', 'data-sort': key, onclick: sort },
            label + (is ? (state.descending ? ' ↓' : ' ↑') : ''),
          ),
    );
  }

  #row(g: number, state: PageState): HTMLElement {
    const { task, set, signal, mean, std, size, length } = this.#groups.list.groups;
    const link = el(
      'a',
      { href: hashOf({ ...state, group: g, rollout: null }), 'data-group': g },
      task[g] || '(empty)',
    );
    const number = (value: number | undefined): HTMLElement =>
      el('td', { class: 'number' }, Number.isNaN(value) ? '–' : numberText(value));
    const kind = signal[g] ?? 'none';
    return el(
      'tr',
      {},
      number(g + 1),
      el('td', { class: 'task' }, link),
      el('td', {}, this.#groups.role(g)),
      el('td', {}, set[g] ?? ''),
      number(size[g]),
      number(mean[g]),
      number(std[g]),
      number(length[g] === undefined ? undefined : Math.round(length[g])),
      el('td', {}, el('span', { class: `badge ${kind}` }, signalText(kind))),
    );
  }
}

/** What a group tells, in words. */
export function signalText(kind: string): string {
  return kind === 'none' ? 'nothing to compare' : kind.replace('-', ' ');
}
