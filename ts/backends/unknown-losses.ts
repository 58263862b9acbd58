import type { ConfigProblem } from '../errors/config-error.ts';
import { describeUnknownLoss, isKnownLoss } from '../losses/registry.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';

/** The losses of a config that nobody knows, of all roles and of single ones. */
export function unknownLosses({
  lossFn,
  lossFnMap,
}: Pick<AlgorithmConfig, 'lossFn' | 'lossFnMap'>): ConfigProblem[] {
  const named = [
    ['rllm.algorithm.loss_fn', lossFn] as const,
    ...Object.entries(lossFnMap).map(([role, loss]) => [`the loss of role ${role}`, loss] as const),
  ];
  return named.flatMap(([path, loss]) =>
    loss === null || isKnownLoss(loss) ? [] : [{ path, message: describeUnknownLoss(loss) }],
  );
}
