import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { StepAdvantages } from '../estimators/adv-estimator.ts';
import { isArrayLike } from '../types/check.ts';
import type { CollectedPool } from './pool-by-role.ts';

/** What an estimator gave for steps or tokens: as it goes on the steps, and all numbers of it in order. */
export interface WrittenAdvantages {
  /** [trajectories][steps] */
  readonly bySteps: readonly (readonly (number | number[])[])[];
  /** One for each number, or each token of a list. */
  readonly flat: Float64Array;
}

/**
 * Checks what an estimator gave against the steps that it is to go on: nothing is written from a result that does not
 * fit. Lists are copied.
 *
 * @param who - the estimator, as messages are to call it: `estimator "mine" (role "solver")`
 * @throws UpperhandError `invalid-estimator-result` naming the trajectory and step, what was expected, and what came
 */
export function readStepAdvantages(
  { members }: CollectedPool,
  given: StepAdvantages,
  who: string,
): WrittenAdvantages {
  const flat: number[] = [];
  const bySteps = members.map(({ uid, steps }, t) => {
    const entries: unknown = given[t];
    if (!Array.isArray(entries) || entries.length !== steps.length) {
      const came = Array.isArray(entries) ? `${entries.length}` : show(entries);
      fail(who, `${steps.length} stepAdvantages for trajectory ${uid}, one a step`, came);
    }
    return steps.map(({ responseIds }, s) => {
      const place = `step ${s} of trajectory ${uid}`;
      const entry: unknown = entries[s];
      if (typeof entry === 'number') {
        flat.push(entry);
        return entry;
      }
      const expected = `a number, or ${responseIds.length} of them, one a response token, for ${place}`;
      if (!isArrayLike(entry)) fail(who, expected, show(entry));
      if (entry.length !== responseIds.length) fail(who, expected, `${entry.length}`);
      const tokens = Array.from(entry, (token) =>
        typeof token === 'number' ? token : fail(who, expected, show(token)),
      );
      for (const token of tokens) flat.push(token);
      return tokens;
    });
  });
  return { bySteps, flat: Float64Array.from(flat) };
}

function fail(who: string, expected: string, came: string): never {
  throw new UpperhandError(
    'invalid-estimator-result',
    `${who} must return ${expected}, got ${came}`,
  );
}
