import { refuse } from '../errors/refuse.ts';
import { checkArray, checkFields, checkRecord } from '../types/check.ts';
import { checkNumber } from './check-number.ts';
import { sequenceMeans, sequenceSums, spread } from './importance-ratio.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

/**
 * Which tokens are left out because two policies disagree on them too much. With d = log π_a − log π_b of a token:
 *
 *     ratio   exp(d)             by sequence: exp of the sum or mean of d (k1 is d: its bounds are the logs of these)
 *     k2      d² / 2
 *     k3      exp(d) − 1 − d
 */
export interface RejectRule {
  readonly of: 'ratio' | 'k2' | 'k3';
  /** What is left out: the token itself, or its whole sequence. */
  readonly by: 'token' | 'sequence';
  /** How the tokens of a sequence are taken together; `'any'`: one token out of bounds will do. Default `'mean'`. */
  readonly reduce?: 'sum' | 'mean' | 'any';
  /** What is below is left out. Default −Infinity. */
  readonly low?: number;
  /** What is above is left out. Default Infinity. */
  readonly high?: number;
  /** π_a / π_b. Default `'old/rollout'`. */
  readonly between?: 'old/rollout' | 'current/rollout' | 'current/old';
  /** Only tokens of negative advantage are left out. Default false. */
  readonly negativeOnly?: boolean;
}

const FIELDS: Readonly<Record<keyof RejectRule, readonly unknown[] | null>> = {
  of: ['ratio', 'k2', 'k3'],
  by: ['token', 'sequence'],
  reduce: ['sum', 'mean', 'any', undefined],
  low: null,
  high: null,
  between: ['old/rollout', 'current/rollout', 'current/old', undefined],
  negativeOnly: [true, false, undefined],
};

/**
 * 1 for each trained token that all rules keep, else 0; constants for the gradient. A loss multiplies by them, and its
 * aggregation counts all trained tokens as before: to count again, mask the batch.
 *
 * Sources: verl's rollout correction (`k1`, `k2`, `k3` by token, sum, mean or max); SkyRL's token, geometric, product and
 * outlier masks; OpenRLHF and NeMo RL `seq-mask-tis`; the off-policy sequence mask of DeepSeek-V3.2 (arXiv:2512.02556)
 * is `{ of: 'ratio', by: 'sequence', between: 'current/rollout', low: exp(−δ), negativeOnly: true }`.
 *
 * @throws UpperhandError `invalid-argument` for a rule that is not legal, and when the batch lacks log-probabilities
 * @example
 * const batch = [
 *   { logprobs: [-1, -1], oldLogprobs: [-1, -3], rolloutLogprobs: [-1, -1] },
 *   { logprobs: [-1], oldLogprobs: [-1], rolloutLogprobs: [-1] },
 * ];
 * rejectionMask(batch, [{ of: 'ratio', by: 'token', low: 0.5 }]);    // Uint8Array [1, 0, 1]
 * rejectionMask(batch, [{ of: 'ratio', by: 'sequence', low: 0.5 }]); // Uint8Array [0, 0, 1]
 */
export function rejectionMask(batch: TokenBatchInput, rules: readonly RejectRule[]): Uint8Array {
  checkRejectRules(rules);
  const checked = TokenBatch.from(batch);
  const kept = checked.mask.slice();
  for (const rule of rules) {
    const isOut = outOfBounds(checked, rule);
    const advantages = rule.negativeOnly === true ? checked.require('advantages') : null;
    isOut.forEach((out, i) => {
      if (out !== 0 && (advantages === null || (advantages[i] as number) < 0)) kept[i] = 0;
    });
  }
  return kept;
}

export function checkRejectRules(rules: unknown): void {
  checkArray('rejects', rules);
  Array.from(rules).forEach((rule, i) => {
    checkRecord(`rejects[${i}]`, rule);
    const given = rule as RejectRule;
    checkFields(`rejects[${i}]`, given, FIELDS);
    for (const [name, words] of Object.entries(FIELDS)) {
      const value = given[name as keyof RejectRule];
      if (words !== null && !words.includes(value))
        refuse(`rejects[${i}].${name}`, `one of ${words.filter(Boolean).join(', ')}`, value);
      if (words === null && value !== undefined) checkNumber(`rejects[${i}].${name}`, value, {});
    }
    const { low = -Infinity, high = Infinity } = given;
    if (low > high) refuse(`rejects[${i}].low`, `at most high, ${high}`, low);
  });
}

/** Not 0 where the rule's measure is out of its bounds, at trained tokens. */
function outOfBounds(batch: TokenBatch, rule: RejectRule): Float64Array {
  const { by, of, reduce = 'mean', low = -Infinity, high = Infinity } = rule;
  const distances = distancesOf(batch, rule.between ?? 'old/rollout');
  // What overflowed to NaN is far away.
  const isOut = (value: number): number => Number(!(value >= low && value <= high));
  const tokens = distances.map(MEASURES[of]);
  if (by === 'token') return tokens.map(isOut);
  if (reduce === 'any') return spread(sequenceSums(tokens.map(isOut), batch), batch);
  // Of ratios the logs are added up.
  const added = of === 'ratio' ? distances : tokens;
  const reduced =
    reduce === 'sum' ? spread(sequenceSums(added, batch), batch) : sequenceMeans(added, batch);
  return (of === 'ratio' ? reduced.map(Math.exp) : reduced).map(isOut);
}

const MEASURES: Readonly<Record<RejectRule['of'], (d: number) => number>> = {
  ratio: Math.exp,
  k2: (d) => 0.5 * d * d,
  k3: (d) => Math.expm1(d) - d,
};

function distancesOf(batch: TokenBatch, between: NonNullable<RejectRule['between']>): Float64Array {
  const above = between === 'old/rollout' ? batch.require('oldLogprobs') : batch.logprobs;
  const below = batch.require(between === 'current/old' ? 'oldLogprobs' : 'rolloutLogprobs');
  return above.map((logprob, i) => logprob - (below[i] as number));
}
