import type { RolloutTexts, Text } from '../report-data.ts';
import { fromSafeJson } from '../safe-json.ts';

/** The texts of rollouts, which stand in blocks that are read when they are wanted. */
export class TextBlocks {
  readonly #blocks: {
    readonly element: Element;
    texts: readonly RolloutTexts[] | null;
  }[] = [];
  readonly #blockOf = new Map<number, number>();

  constructor() {
    for (const element of document.querySelectorAll('script[data-report="texts"]')) {
      const number = this.#blocks.push({ element, texts: null }) - 1;
      const ids = element.getAttribute('data-ids') ?? '';
      for (const id of ids.split(' ')) this.#blockOf.set(Number(id), number);
    }
  }

  get count(): number {
    return this.#blocks.length;
  }

  block(number: number): readonly RolloutTexts[] {
    const block = this.#blocks[number];
    if (!block) return [];
    block.texts ??= fromSafeJson<RolloutTexts[]>(block.element.textContent ?? '[]');
    return block.texts;
  }

  /** Undefined where the report holds none. */
  of(id: number): RolloutTexts | undefined {
    const number = this.#blockOf.get(id);
    return number === undefined ? undefined : this.block(number).find((one) => one.id === id);
  }
}

/** Whether a text is somewhere in a rollout, however it is written. */
export function holds({ task, steps, facts }: RolloutTexts, wanted: string): boolean {
  const has = (text: Text | null): boolean => {
    if (text === null) return false;
    if (typeof text === 'string') return text.toLowerCase().includes(wanted);
    return has(text.head) || has(text.tail);
  };
  return (
    has(task) ||
    steps.some(({ messages }) => messages.some(({ text }) => has(text))) ||
    facts.some(([name, value]) => has(name) || has(value))
  );
}
