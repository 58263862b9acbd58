import { refuse } from '../errors/refuse.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';

/** One attempt at a task. It was right when its reward is above 0. */
export interface PassResult {
  /** Objects are the same task when their JSON is, whatever the order of keys; all else when its text is. */
  readonly task: unknown;
  readonly reward: number | boolean;
}

export interface PassAtK {
  /** Distinct tasks. */
  readonly problems: number;
  /** Right attempts among all attempts. */
  readonly passAt1: number;
  /** Tasks with at least one right attempt among all tasks, whatever the number of attempts. */
  readonly passAtK: number;
}

/**
 * Success rates of a set of attempts, each task having as many attempts as it has.
 *
 * Source: rLLM's `compute_pass_at_k`, which prints them.
 *
 * @throws UpperhandError `invalid-argument` when there are no results, or for a reward that is no number: a missing
 *   one is not a wrong answer
 * @example
 * computePassAtK([
 *   { task: 'a', reward: 1 },
 *   { task: 'a', reward: 0 },
 *   { task: 'b', reward: 0 },
 * ]); // { problems: 2, passAt1: 0.3333333333333333, passAtK: 0.5 }
 */
export function computePassAtK(results: readonly PassResult[]): PassAtK {
  if (!Array.isArray(results) || results.length === 0)
    refuse('results', 'a non-empty array of attempts', results);
  const solved = new Map<string, boolean>();
  let right = 0;
  results.forEach(({ task, reward }, i) => {
    if (typeof reward !== 'number' && typeof reward !== 'boolean')
      refuse(`results[${i}].reward`, 'a number or a boolean', reward);
    const isRight = Number(reward) > 0;
    const key = taskKey(task);
    solved.set(key, isRight || solved.get(key) === true);
    if (isRight) right++;
  });
  const passed = [...solved.values()].filter(Boolean).length;
  return {
    problems: solved.size,
    passAt1: right / results.length,
    passAtK: passed / solved.size,
  };
}

/**
 * The chance that at least one of k attempts is right, estimated without bias from n attempts of which c were right:
 * 1 − C(n−c, k) / C(n, k).
 *
 * With fewer than k attempts there is no such estimate. It then says whether any attempt was right, 1 or 0, with a
 * `too-few-attempts` warning.
 *
 * Source: M. Chen et al., "Evaluating Large Language Models Trained on Code", 2021.
 *
 * @throws UpperhandError `invalid-argument` unless n and k are positive integers and c one from 0 to n
 * @example
 * unbiasedPassAtK(5, 2, 3); // 0.9
 */
export function unbiasedPassAtK(
  n: number,
  c: number,
  k: number,
  options: { readonly onWarning?: OnWarning } = {},
): number {
  if (!Number.isSafeInteger(n) || n < 1) refuse('n', 'a positive integer', n);
  if (!Number.isSafeInteger(k) || k < 1) refuse('k', 'a positive integer', k);
  if (!Number.isInteger(c) || c < 0 || c > n) refuse('c', `an integer from 0 to n (${n})`, c);
  if (n < k) {
    const { onWarning = warnOnce } = options;
    onWarning({
      kind: 'too-few-attempts',
      message: `pass@${k} of ${n} ${n === 1 ? 'attempt' : 'attempts'} is no estimate; it tells whether any was right`,
    });
    return c > 0 ? 1 : 0;
  }
  if (n - c < k) return 1;
  let allWrong = 1;
  for (let i = n - c + 1; i <= n; i++) allWrong *= 1 - k / i;
  return 1 - allWrong;
}

/** Texts and numbers by their text, so that `1` and `'1'` are one task; objects by their JSON with sorted keys. */
function taskKey(task: unknown): string {
  return typeof task === 'object' && task !== null ? JSON.stringify(task, sortKeys) : String(task);
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
