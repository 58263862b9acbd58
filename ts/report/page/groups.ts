import type { ReportData, RolloutListing } from '../report-data.ts';
import type { PageState } from './page-state.ts';
import { holds, type TextBlocks } from './texts.ts';

/** The groups of the listing: where their rollouts are, and which of them are shown. */
export class Groups {
  readonly list: RolloutListing;
  /** The rollouts of group g are those from `starts[g]` to `starts[g + 1]`. */
  readonly starts: number[] = [0];
  readonly #texts: TextBlocks;
  #searched = '';
  #found = new Set<number>();

  constructor({ list }: ReportData, texts: TextBlocks) {
    this.list = list;
    this.#texts = texts;
    for (const size of list.groups.size) this.starts.push((this.starts.at(-1) ?? 0) + size);
  }

  get length(): number {
    return this.list.groups.task.length;
  }

  rollouts(group: number): number[] {
    const [from = 0, to = 0] = [this.starts[group], this.starts[group + 1]];
    return Array.from({ length: to - from }, (_, i) => from + i);
  }

  groupOf(rollout: number): number {
    let [low, high] = [0, this.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] ?? 0) <= rollout) low = middle;
      else high = middle;
    }
    return low;
  }

  role(group: number): string {
    return this.list.roles[this.list.groups.role[group] ?? -1] ?? '';
  }

  /** Those that a state shows, in its order. */
  shown(state: PageState): number[] {
    const { task, set, signal } = this.list.groups;
    const wanted = state.search.trim().toLowerCase();
    if (wanted !== '') this.#search(wanted);
    const shown: number[] = [];
    for (let g = 0; g < this.length; g++) {
      if (state.role !== '' && this.role(g) !== state.role) continue;
      if (state.set !== '' && (set[g] ?? '') !== state.set) continue;
      if (state.signal !== '' && (signal[g] ?? 'none') !== state.signal) continue;
      const named = (task[g] ?? '').toLowerCase().includes(wanted);
      if (wanted !== '' && !named && !this.#found.has(g)) continue;
      shown.push(g);
    }
    return this.#sorted(shown, state);
  }

  #sorted(shown: number[], { sort, descending }: PageState): number[] {
    const { mean, std, size, length, task } = this.list.groups;
    const sign = descending ? -1 : 1;
    if (sort === 'place') return descending ? shown.reverse() : shown;
    if (sort === 'task') {
      return shown.sort(
        (a, b) => sign * (task[a] ?? '').localeCompare(task[b] ?? '', 'en', { numeric: true }),
      );
    }
    const values = { mean, std, size, length }[sort];
    return shown.sort((a, b) => {
      const [x = Number.NaN, y = Number.NaN] = [values[a], values[b]];
      // What has no number comes last.
      if (Number.isNaN(x) || Number.isNaN(y))
        return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      return sign * (x - y);
    });
  }

  #search(wanted: string): void {
    if (wanted === this.#searched) return;
    this.#searched = wanted;
    this.#found = new Set();
    for (let number = 0; number < this.#texts.count; number++) {
      for (const texts of this.#texts.block(number)) {
        const group = this.groupOf(texts.id);
        if (!this.#found.has(group) && holds(texts, wanted)) this.#found.add(group);
      }
    }
  }
}
