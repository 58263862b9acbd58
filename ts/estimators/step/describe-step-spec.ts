import { describePost, describeSpec } from '../spec/describe-spec.ts';
import type { StepSpec } from './step-spec.ts';

/**
 * A checked spec as a formula: what a step gets of its trajectory and of the steps that began in the same state, whose
 * rewards r are their returns.
 *
 * @example
 * const centred = { baseline: { kind: 'mean', scope: 'group' }, scale: { kind: 'none' }, singleton: 'zero' } as const;
 * describeStepSpec({
 *   level: 'step',
 *   trajectory: centred,
 *   state: { weight: 0.5, spec: centred, same: 'equal', history: 0 },
 * });
 * // '[r − mean(group)] of trajectories + 0.5 · [r − mean(group)] of steps in the same state'
 */
export function describeStepSpec({ trajectory, state, post = [] }: StepSpec): string {
  const { weight, spec, same, history } = state;
  const first = trajectory === undefined ? '' : `[${describeSpec(trajectory)}] of trajectories + `;
  const factor = weight === 1 ? '' : `${weight} · `;
  const kind = same === 'equal' ? 'the same state' : `states alike to ${same.similarity}`;
  const earlier = history === 0 ? '' : `, and of those that share 1 … ${history} states before it`;
  const sum = `${first}${factor}[${describeSpec(spec)}] of steps in ${kind}${earlier}`;
  return [sum, ...post.map(describePost)].join('; ');
}
