import { calculateGrpoAdvantages } from '../../../estimators/grpo.ts';
import { GroupedRewards } from '../../../kernels/grouped-rewards.ts';
import { Column } from '../../table/column.ts';
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
  const advantages = new Column(Float64Array);
  const lengths = new Column(Float64Array);
  eachAttempt(a, groupsOfA, (key, advantage, length) => {
    const number = keys.intern(key);
    if (number < advantages.length) advantages.set(number, Number.NaN);
    else {
      advantages.push(advantage);
      lengths.push(length);
    }
  });
  const pairs = new Pairs();
  eachAttempt(b, groupsOfB, (key, advantage, length) => {
    const number = keys.intern(key);
    // Keys that A does not have get higher numbers.
    if (number >= advantages.length || Number.isNaN(advantages.get(number))) return;
    pairs.add(advantages.get(number), advantage, lengths.get(number), length);
  });
  return pairs.agreement;
}

/** @param see - with the length NaN where it is not known */
function eachAttempt(
  survey: DetailedSurvey,
  numbers: readonly number[],
  see: (key: string, advantage: number, length: number) => void,
): void {
  const { groupTable: groups, rolloutTable: table } = survey;
  const rewards = GroupedRewards.fromFlat(groups.values, groups.offsets);
  const advantages = calculateGrpoAdvantages(rewards).advantages.values;
  for (const g of numbers) {
    let place = groups.offsets[g] as number;
    const owner = JSON.stringify([groups.set(g), groups.name(g)]);
    for (const row of groups.rows.subarray(groups.starts[g], groups.starts[g + 1])) {
      if (table.reward(row) === null) continue;
      const advantage = advantages[place++] as number;
      const index = table.rolloutIndex(row);
      if (index === null || Number.isNaN(advantage)) continue;
      see(owner + index, advantage, lengthOf(table, row));
    }
  }
}

function lengthOf({ tokens, chars }: SurveyTable, row: number): number {
  return Number.isNaN(tokens.get(row)) ? chars.get(row) : tokens.get(row);
}

/** Pairs of advantages, and what they have in common. */
class Pairs {
  readonly #x = new Column(Float64Array);
  readonly #y = new Column(Float64Array);
  #sameSign = 0;
  #known = 0;
  #sameLength = 0;

  add(x: number, y: number, lengthOfX: number, lengthOfY: number): void {
    this.#x.push(x);
    this.#y.push(y);
    if (Math.sign(x) === Math.sign(y)) this.#sameSign++;
    if (Number.isNaN(lengthOfX) || Number.isNaN(lengthOfY)) return;
    this.#known++;
    if (lengthOfX === lengthOfY) this.#sameLength++;
  }

  get agreement(): AdvantageAgreement | null {
    const pairs = this.#x.length;
    if (pairs === 0) return null;
    return {
      pairs,
      sameSign: this.#sameSign / pairs,
      correlation: this.#correlation(),
      sameLength: this.#sameLength / this.#known,
    };
  }

  #correlation(): number {
    const [x, y] = [meanOf(this.#x), meanOf(this.#y)];
    let [xx, yy, xy] = [0, 0, 0];
    for (let i = 0; i < this.#x.length; i++) {
      const [a, b] = [this.#x.get(i) - x, this.#y.get(i) - y];
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
    return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
  }
}

function meanOf(values: Column): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values.get(i);
  return sum / values.length;
}
