import { calculateGrpoAdvantages } from '../../../estimators/grpo.ts';
import { GroupedRewards } from '../../../kernels/grouped-rewards.ts';
import { KeyTable } from '../../table/key-table.ts';
import type { DetailedSurvey } from '../survey.ts';
import type { SurveyTable } from '../survey-table.ts';
import type { AdvantageAgreement } from './comparison.ts';

/**
 * How GRPO's advantages of rollouts agree that two surveys have of one role, which their attempts tell; those that occur
 * twice in A are passed over. The surveys must have been made with `keepIndexes`.
 */
export function advantageAgreement(
  a: DetailedSurvey,
  b: DetailedSurvey,
  groupsOfA: readonly number[],
  groupsOfB: readonly number[],
): AdvantageAgreement | null {
  const keys = new KeyTable();
  const first = new Map<number, Attempt | null>();
  for (const attempt of attemptsOf(a, groupsOfA)) {
    const key = keys.intern(attempt.key);
    first.set(key, first.has(key) ? null : attempt);
  }
  const pairs: [Attempt, Attempt][] = [];
  for (const attempt of attemptsOf(b, groupsOfB)) {
    const same = first.get(keys.intern(attempt.key));
    if (same) pairs.push([same, attempt]);
  }
  if (pairs.length === 0) return null;
  const known = pairs.filter(([x, y]) => !Number.isNaN(x.length) && !Number.isNaN(y.length));
  return {
    pairs: pairs.length,
    sameSign: share(pairs, ([x, y]) => Math.sign(x.advantage) === Math.sign(y.advantage)),
    correlation: pearson(pairs.map(([x, y]) => [x.advantage, y.advantage])),
    sameLength: share(known, ([x, y]) => x.length === y.length),
  };
}

interface Attempt {
  readonly key: string;
  readonly advantage: number;
  /** NaN where it is not known. */
  readonly length: number;
}

function* attemptsOf(survey: DetailedSurvey, numbers: readonly number[]): Generator<Attempt> {
  const { groupTable: groups, rolloutTable: table } = survey;
  const rewards = GroupedRewards.fromFlat(groups.values, groups.offsets);
  const advantages = calculateGrpoAdvantages(rewards).advantages.values;
  for (const g of numbers) {
    let place = groups.offsets[g] as number;
    for (const row of groups.rows.subarray(groups.starts[g], groups.starts[g + 1])) {
      if (table.reward(row) === null) continue;
      const advantage = advantages[place++] as number;
      const index = table.rolloutIndex(row);
      if (index === null || Number.isNaN(advantage)) continue;
      const key = JSON.stringify([groups.set(g), groups.name(g), index]);
      yield { key, advantage, length: lengthOf(table, row) };
    }
  }
}

function lengthOf({ tokens, chars }: SurveyTable, row: number): number {
  return Number.isNaN(tokens.get(row)) ? chars.get(row) : tokens.get(row);
}

function share<T>(values: readonly T[], holds: (value: T) => boolean): number {
  return values.filter(holds).length / values.length;
}

function pearson(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [a, b] of pairs) {
    xx += (a - x) ** 2;
    yy += (b - y) ** 2;
    xy += (a - x) * (b - y);
  }
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}
