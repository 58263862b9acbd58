import { ConfigError } from '../../errors/config-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { checkSpec } from '../spec/check-spec.ts';
import { runSpec } from '../spec/run-spec.ts';
import type { RowGroups } from './checked-rows.ts';
import type { SpecProblems } from './spec-problems.ts';

/** One number each, in any order, and what specs may need beside them. */
export interface Grouped {
  readonly values: Float64Array;
  readonly groups: RowGroups;
  readonly lengths?: Float64Array;
  readonly baselines?: Float64Array;
}

/** Runs a spec over groups whose members do not lie side by side. The result is in the order of the values. */
export function estimateInGroups(
  spec: AdvantageSpec,
  { values, groups, lengths, baselines }: Grouped,
  kernels: Kernels,
): Float64Array {
  const { order, offsets } = groups;
  const gather = (from: Float64Array): Float64Array =>
    Float64Array.from(order, (at) => from[at] as number);
  const inputs = {
    ...(lengths === undefined ? {} : { lengths: gather(lengths) }),
    ...(baselines === undefined ? {} : { baselines: gather(baselines) }),
  };
  const rewards = GroupedRewards.fromFlat(gather(values), offsets);
  const found = runSpec(spec, rewards, kernels, inputs).values;
  const out = new Float64Array(values.length);
  order.forEach((at, i) => {
    out[at] = found[i] as number;
  });
  return out;
}

/** Adds what is wrong with a spec inside another one, at its place there. */
export function checkInnerSpec(spec: AdvantageSpec, path: string, problems: SpecProblems): void {
  try {
    checkSpec(spec);
  } catch (error) {
    if (!(error instanceof ConfigError)) problems.add(path, messageOf(error));
    else
      for (const problem of error.problems)
        problems.add(problem.path.replace(/^spec/, path), problem.message);
  }
}
