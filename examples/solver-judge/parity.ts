// The task: is a number of two digits even or odd? And which of two answers to that is the right one?

/** `e` for even, `o` for odd. */
export const ANSWERS = ['e', 'o'] as const;
export type Answer = (typeof ANSWERS)[number];

/** Of two answers the first, or the second. */
export const VERDICTS: readonly string[] = ['A', 'B'];

/** The number that is asked about. */
export interface Question {
  readonly id: string;
  readonly number: number;
}

/** Two answers, of which one is right, for the judge alone. */
export interface Pair extends Question {
  readonly answers: readonly [Answer, Answer];
}

/** In every row of ten, three numbers that no training ever shows; each last digit is three times among them. */
export function isHeldOut(number: number): boolean {
  const [tens, units] = [Math.floor(number / 10), number % 10];
  return (units + 3 * tens) % 10 < 3;
}

const NUMBERS: readonly number[] = Array.from({ length: 100 }, (_, number) => number);

export const TRAINED: readonly Question[] = NUMBERS.filter((n) => !isHeldOut(n)).map(asked);
export const HELD_OUT: readonly Question[] = NUMBERS.filter(isHeldOut).map(asked);
/** Both orders of the two answers for each number that is held out. */
export const UNSEEN_PAIRS: readonly Pair[] = HELD_OUT.flatMap((question) =>
  [ANSWERS, [...ANSWERS].reverse() as [Answer, Answer]].map((answers) => ({
    ...question,
    id: `${question.id} ${answers.join('')}`,
    answers,
  })),
);

export function isAnswer(text: string): text is Answer {
  return (ANSWERS as readonly string[]).includes(text);
}

export function isRight(number: number, answer: string): boolean {
  return answer === ANSWERS[number % 2];
}

/** What the solver reads: `37?` */
export function questionText(number: number): string {
  return `${String(number).padStart(2, '0')}?`;
}

/** What the judge reads: the question, as the solver reads it, and two answers: `37?eo:` */
export function pairText(number: number, answers: readonly [string, string]): string {
  return `${questionText(number)}${answers.join('')}:`;
}

function asked(number: number): Question {
  return { id: questionText(number), number };
}
