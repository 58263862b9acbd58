import { messageNode } from './attempt.ts';
import { type DifferencePart, differencesOf, type MessageDifference } from './differences.ts';
import { byId, counted, el } from './elements.ts';
import type { TextBlocks } from './texts.ts';

/** Two attempts by number. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** An attempt that can be chosen. */
export interface Choice {
  readonly id: number;
  readonly name: string;
  /** Its name and its reward. */
  readonly label: string;
}

/** What two attempts of a group say otherwise. */
export class DifferenceView {
  readonly #texts: TextBlocks;
  #choices: readonly Choice[] = [];

  /** @param choose - called with the two that are wanted; null for none */
  constructor(texts: TextBlocks, choose: (pair: Pair | null) => void) {
    this.#texts = texts;
    const [from, to] = this.#selects();
    const chosen = (): void => {
      choose(to.value === '' ? null : { from: Number(from.value), to: Number(to.value) });
    };
    from.addEventListener('change', chosen);
    to.addEventListener('change', chosen);
  }

  /** The attempts of another group. */
  offer(choices: readonly Choice[]): void {
    this.#choices = choices;
    byId('difference').hidden = choices.length < 2;
    const [from, to] = this.#selects();
    const options = (): HTMLElement[] =>
      choices.map(({ id, label }) => el('option', { value: id }, label));
    from.replaceChildren(...options());
    to.replaceChildren(el('option', { value: '' }, 'none'), ...options());
  }

  show(pair: Pair | null): void {
    const [from, to] = this.#selects();
    to.value = pair === null ? '' : String(pair.to);
    if (pair !== null) from.value = String(pair.from);
    const [said, nodes] = pair === null ? ['', []] : this.#compare(pair);
    byId('difference-said').textContent = said;
    byId('difference-messages').replaceChildren(...nodes);
  }

  #selects(): [HTMLSelectElement, HTMLSelectElement] {
    return [byId('difference-from'), byId('difference-to')];
  }

  #compare({ from, to }: Pair): [string, Node[]] {
    const [first, second] = [this.#texts.of(from), this.#texts.of(to)];
    if (!first || !second) return ['Their messages are not in this report (--max-mb).', []];
    const found = differencesOf(first, second);
    const [one, other] = [this.#name(from), this.#name(to)];
    if (found.every(isSame)) {
      return [from === to ? 'It is the same attempt.' : 'Both say the same.', nodesOf(found, [])];
    }
    const only = found.filter(({ side }) => side !== 'both').length;
    const same = found.filter(isSame).length;
    const counts = [
      same > 0 && `${counted(same, 'message')} in both`,
      `${found.length - same - only} changed`,
      only > 0 && `${only} in one of them only`,
    ].filter(Boolean);
    const said = `${counts.join(', ')}. Struck out is what only attempt ${one} has, underlined what only attempt ${other} has.`;
    return [said, nodesOf(found, [`only in attempt ${one}`, `only in attempt ${other}`])];
  }

  #name(id: number): string {
    return this.#choices.find((choice) => choice.id === id)?.name ?? String(id);
  }
}

function isSame({ parts, side }: MessageDifference): boolean {
  return side === 'both' && parts.every((part) => part.side === 'both');
}

/** @param notes - what is said of messages that are in the first only, and in the second */
function nodesOf(found: readonly MessageDifference[], notes: readonly string[]): Node[] {
  const nodes: Node[] = [];
  let same: Node[] = [];
  const settle = (): void => {
    if (same.length === 0) return;
    const summary = el('summary', {}, `${counted(same.length, 'message')} in both`);
    nodes.push(el('details', {}, summary, ...same));
    same = [];
  };
  for (const one of found) {
    const text = el('div', { class: 'text', dir: 'auto' }, ...one.parts.map(partNode));
    const note = one.side === 'both' ? '' : (notes[one.side === 'first' ? 0 : 1] ?? '');
    const node = messageNode(one.role, note, text);
    if (isSame(one)) same.push(node);
    else {
      settle();
      nodes.push(node);
    }
  }
  settle();
  return nodes;
}

function partNode({ side, text }: DifferencePart): Node {
  if (side === 'both') return document.createTextNode(text);
  return el(side === 'first' ? 'del' : 'ins', {}, text);
}
