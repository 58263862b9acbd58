import { computePassAtK } from '../../../ts/metrics/pass-at-k.ts';
import { decodeNumber, expectsError, orError } from '../decode.ts';
import type { Topic } from '../topic.ts';

interface Expected {
  readonly problems: number;
  readonly pass_at_1: unknown;
  readonly pass_at_k: unknown;
}

/** Success rates over attempts at tasks that are texts, numbers or objects. */
export const passAtK: Topic = {
  name: 'pass_at_k',
  run(record) {
    const results = record.results as readonly (readonly [unknown, unknown])[];
    const actual = orError(() =>
      computePassAtK(results.map(([task, reward]) => ({ task, reward: decodeNumber(reward) }))),
    );
    if (expectsError(record)) return { expected: { error: true }, actual };
    const { problems, pass_at_1, pass_at_k } = record.expect as Expected;
    const expected = {
      problems,
      passAt1: decodeNumber(pass_at_1),
      passAtK: decodeNumber(pass_at_k),
    };
    return { expected, actual };
  },
};
