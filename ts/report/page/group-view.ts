import type { ReportData } from '../report-data.ts';
import { attemptTexts, textNode } from './attempt.ts';
import type { DifferenceView, Pair } from './difference-view.ts';
import { byId, counted, countText, el, numberText, table } from './elements.ts';
import { signalText } from './group-list.ts';
import type { Groups } from './groups.ts';
import type { TextBlocks } from './texts.ts';

const FAILED = 1;
const TRUNCATED = 2;

/** The attempts of a group, side by side. */
export class GroupView {
  readonly #data: ReportData;
  readonly #groups: Groups;
  readonly #texts: TextBlocks;
  readonly #differences: DifferenceView;
  #shown: number | null = null;

  constructor(data: ReportData, groups: Groups, texts: TextBlocks, differences: DifferenceView) {
    this.#data = data;
    this.#groups = groups;
    this.#texts = texts;
    this.#differences = differences;
  }

  /**
   * @param rollout - the one that is pointed at
   * @param other - the one that it is compared with
   */
  show(group: number, rollout: number | null, other: number | null): void {
    if (group !== this.#shown) {
      this.#shown = group;
      this.#draw(group);
    }
    const ids = this.#groups.rollouts(group);
    const from = rollout ?? ids[0] ?? -1;
    const isPair = other !== null && ids.includes(from) && ids.includes(other);
    this.#differences.show(isPair ? { from, to: other } : null);
    for (const card of this.#cards()) {
      const is = card.dataset.rollout === String(rollout);
      if (is) card.setAttribute('aria-current', 'true');
      else card.removeAttribute('aria-current');
      if (is && !isPair) card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  /** The attempt beside the one that has the focus. */
  move(by: number): void {
    const cards = this.#cards();
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = cards[at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + by))];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Leads to an attempt. */
  focus(rollout: number | null): void {
    this.#cards()
      .find((card) => card.dataset.rollout === String(rollout))
      ?.focus();
  }

  /** The attempt that has the focus or is pointed at, and the first one with another reward, or else the first other one. */
  pairOf(group: number, rollout: number | null): Pair | null {
    const ids = this.#groups.rollouts(group);
    const focused = this.#cards().find((card) => card.contains(document.activeElement));
    const from = focused ? Number(focused.dataset.rollout) : (rollout ?? ids[0] ?? -1);
    const { reward } = this.#groups.list.rollouts;
    const others = ids.filter((id) => id !== from);
    const to = others.find((id) => reward[id] !== reward[from]) ?? others[0];
    return to === undefined ? null : { from, to };
  }

  #cards(): HTMLElement[] {
    return [...byId('attempts').querySelectorAll<HTMLElement>('article')];
  }

  #draw(group: number): void {
    const { task, set, signal, mean, std, size } = this.#groups.list.groups;
    const rollouts = this.#groups.rollouts(group);
    const kind = signal[group] ?? 'none';
    byId('group-title').textContent = `Task ${task[group] || '(empty)'}`;
    byId('group-facts').replaceChildren(
      ...[this.#groups.role(group), set[group] ?? '', counted(size[group] ?? 0, 'attempt')]
        .filter((fact) => fact !== '')
        .map((fact) => el('span', {}, fact)),
      el('span', {}, `mean reward ${numberText(mean[group])}, std ${numberText(std[group])}`),
      el('span', { class: `badge ${kind}` }, signalText(kind)),
    );
    const first = rollouts.map((id) => this.#texts.of(id)).find((texts) => texts !== undefined);
    byId('group-task').replaceChildren(
      ...(first?.task
        ? [el('details', {}, el('summary', {}, 'The task'), textNode(first.task))]
        : []),
    );
    byId('group-numbers').replaceChildren(this.#numbers(rollouts));
    this.#differences.offer(
      rollouts.map((id, i) => {
        const name = this.#name(id, i);
        const reward = numberText(this.#groups.list.rollouts.reward[id]);
        return { id, name, label: `attempt ${name}, reward ${reward}` };
      }),
    );
    byId('attempts').replaceChildren(...rollouts.map((id, i) => this.#card(id, i)));
    byId('attempts').scrollLeft = 0;
  }

  #numbers(rollouts: readonly number[]): HTMLElement {
    const { estimators } = this.#groups.list;
    const { reward, length, advantages } = this.#groups.list.rollouts;
    return table(
      'Rewards and advantages',
      ['attempt', 'reward', ...estimators, 'length', 'ended', 'place'],
      rollouts.map((id, i) => [
        this.#name(id, i),
        reward[id] ?? 'none',
        ...advantages.map((of) => of[id] ?? 'none'),
        length[id] ?? '–',
        this.#ended(id),
        this.#place(id),
      ]),
    );
  }

  #name(id: number, i: number): string {
    return this.#groups.list.rollouts.index[id] ?? String(i + 1);
  }

  #ended(id: number): string {
    const { ending, flags } = this.#groups.list.rollouts;
    const flag = flags[id] ?? 0;
    return [
      this.#groups.list.endings[ending[id] ?? -1],
      (flag & TRUNCATED) > 0 && 'by a limit',
      (flag & FAILED) > 0 && 'by an error',
    ]
      .filter(Boolean)
      .join(', ');
  }

  #place(id: number): string {
    const { source, line, item } = this.#groups.list.rollouts;
    const name = (this.#groups.list.sources[source[id] ?? -1] ?? '').split('/').at(-1);
    const number = item[id] ?? 0;
    return `${name}:${line[id]}${number > 0 ? `:${number}` : ''}`;
  }

  #card(id: number, i: number): HTMLElement {
    const { reward, length, advantages, flags } = this.#groups.list.rollouts;
    const [advantage] = advantages;
    const name = this.#name(id, i);
    const unit = this.#data.tokens ? 'token' : 'character';
    const ended = this.#ended(id);
    const facts = [
      length[id] !== null && length[id] !== undefined && counted(length[id], unit),
      ended,
    ].filter(Boolean);
    const of = advantage?.[id];
    const sign = !of ? 'zero' : of > 0 ? 'plus' : 'minus';
    const id0 = `attempt-${id}`;
    return el(
      'article',
      {
        class: 'attempt card',
        tabindex: -1,
        'data-rollout': id,
        'aria-labelledby': id0,
      },
      el(
        'header',
        {},
        el('h3', { id: id0 }, `Attempt ${name}`),
        el(
          'p',
          { class: 'scores' },
          el('span', {}, 'reward ', el('strong', {}, numberText(reward[id]))),
          el(
            'span',
            { class: sign },
            `${this.#groups.list.estimators[0]} `,
            el('strong', {}, numberText(of)),
          ),
        ),
        facts.length > 0 &&
          el('p', { class: (flags[id] ?? 0) > 0 ? 'note warn' : 'note' }, facts.join(' · ')),
      ),
      ...attemptTexts(this.#texts.of(id)),
    );
  }

  /** Where this group stands among those that are shown. */
  said(shown: readonly number[], group: number): string {
    const at = shown.indexOf(group);
    return at < 0 ? '' : `${countText(at + 1)} of ${countText(shown.length)}`;
  }
}
