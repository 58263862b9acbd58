import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { OnWarning } from '../errors/warning.ts';
import type { Step } from '../types/step.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** Per-token advantages of one group that its workflow wrote, and what has to be written back to its steps. */
export interface PrecomputedAdvantages {
  /** Of all tokens of all steps, in order. */
  readonly flat: number[];
  /** Steps whose advantage takes another form. */
  readonly rewrites: readonly { readonly step: Step; readonly advantage: number[] }[];
}

/**
 * Reads a group's own advantages as one list of numbers for each step, without changing anything: a number counts
 * for each response token, a list of the right length is kept, and a list of another length becomes zeros, with a
 * warning.
 *
 * Source: rLLM's `_collect_precomputed_advantages`.
 *
 * @throws UpperhandError `invalid-advantage` naming the step that has none, or a list with something else than
 *   numbers
 */
export function readPrecomputed(
  group: TrajectoryGroup,
  role: string,
  onWarning: OnWarning,
): PrecomputedAdvantages {
  const flat: number[] = [];
  const rewrites: { step: Step; advantage: number[] }[] = [];
  const mismatched = new Places();
  group.trajectories.forEach(({ steps }, t) => {
    steps.forEach((step, s) => {
      const { advantage, responseIds } = step;
      const place = () => `${group.groupId || role} trajectory ${t} step ${s}`;
      if (typeof advantage !== 'number' && !Array.isArray(advantage)) {
        throw new UpperhandError(
          'invalid-advantage',
          `${place()}: precomputed advantage must be a number or an array (role ${show(role)}), got ${show(advantage)}; every step of a group needs one when usePrecomputedAdvantage is on`,
        );
      }
      let tokens = advantage as number[];
      if (typeof advantage === 'number') {
        tokens = new Array<number>(responseIds.length).fill(advantage);
        rewrites.push({ step, advantage: tokens });
      } else if (advantage.length !== responseIds.length) {
        mismatched.add(() => `${place()} (${advantage.length} for ${responseIds.length} tokens)`);
        tokens = new Array<number>(responseIds.length).fill(0);
        rewrites.push({ step, advantage: tokens });
      }
      for (const token of tokens) {
        if (typeof token !== 'number') {
          throw new UpperhandError(
            'invalid-advantage',
            `${place()}: precomputed advantages must be numbers (role ${show(role)}), got ${show(token)}`,
          );
        }
        flat.push(token);
      }
    });
  });
  if (mismatched.count > 0) {
    onWarning({
      kind: 'advantage-length-mismatch',
      message: `${mismatched.counted('step', 'has', 'have')} a precomputed advantage of another length than the response, and zeros in its place: ${mismatched}`,
      places: mismatched.names,
    });
  }
  return { flat, rewrites };
}
