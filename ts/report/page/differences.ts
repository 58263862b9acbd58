import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import type { RolloutTexts, Text } from '../report-data.ts';

/** More changes than that are told line by line, or as a whole, which takes less time and says as much. */
const MOST_CHANGES = 1000;
/** Texts that share less than that are shown one below the other. */
const LEAST_COMMON = 0.2;

/** In which of two rollouts something is. */
export type Side = 'both' | 'first' | 'second';

export interface DifferencePart {
  readonly side: Side;
  readonly text: string;
}

/** A message of two rollouts, or of one of them. */
export interface MessageDifference {
  readonly side: Side;
  readonly role: string;
  /** One part where it is the same in both, or in one only. */
  readonly parts: readonly DifferencePart[];
}

interface Said {
  readonly role: string;
  readonly text: string;
}

/**
 * What two rollouts say otherwise, message by message in their order: those that are the same, those of one role that
 * stand between them in both, word by word, and those that only one has.
 */
export function differencesOf(first: RolloutTexts, second: RolloutTexts): MessageDifference[] {
  const [a, b] = [saidIn(first), saidIn(second)];
  const chunks = diffArrays(a, b, {
    comparator: (one, other) => one.role === other.role && one.text === other.text,
    maxEditLength: MOST_CHANGES,
  });
  if (!chunks) return pairUp(a, b);
  const found: MessageDifference[] = [];
  let removed: readonly Said[] = [];
  let added: readonly Said[] = [];
  const settle = (): void => {
    found.push(...pairUp(removed, added));
    [removed, added] = [[], []];
  };
  for (const chunk of chunks) {
    if (chunk.removed) removed = chunk.value;
    else if (chunk.added) added = chunk.value;
    else {
      settle();
      found.push(...chunk.value.map((one) => whole('both', one)));
    }
  }
  settle();
  return found;
}

function saidIn({ steps }: RolloutTexts): Said[] {
  return steps.flatMap(({ messages }) =>
    messages.map(({ role, text }) => ({ role, text: plainText(text) })),
  );
}

function plainText(text: Text): string {
  if (typeof text === 'string') return text;
  return `${text.head} … ${text.cut} characters left out … ${text.tail}`;
}

/** Messages of one role stand for each other, in their order. */
function pairUp(a: readonly Said[], b: readonly Said[]): MessageDifference[] {
  const found: MessageDifference[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one && other && one.role === other.role) {
      found.push({ side: 'both', role: one.role, parts: textDifference(one.text, other.text) });
      i++;
      j++;
    } else if (one && (!other || a.length - i >= b.length - j)) {
      found.push(whole('first', one));
      i++;
    } else if (other) {
      found.push(whole('second', other));
      j++;
    }
  }
  return found;
}

function whole(side: Side, { role, text }: Said): MessageDifference {
  return { side, role, parts: [{ side, text }] };
}

/** Two texts as one: what both have, and what one of them has. */
export function textDifference(a: string, b: string): DifferencePart[] {
  const options = { maxEditLength: MOST_CHANGES };
  const changes = diffWordsWithSpace(a, b, options) ?? diffLines(a, b, options);
  const parts = changes?.map(({ value, added, removed }): DifferencePart => {
    return { side: added ? 'second' : removed ? 'first' : 'both', text: value };
  });
  const common = (parts ?? [])
    .filter(({ side }) => side === 'both')
    .reduce((sum, { text }) => sum + text.length, 0);
  if (parts && common >= LEAST_COMMON * Math.max(a.length, b.length)) return parts;
  const both: DifferencePart[] = [
    { side: 'first', text: a },
    { side: 'second', text: b },
  ];
  return both.filter(({ text }) => text !== '');
}
