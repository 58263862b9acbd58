import { fieldIn } from '../config/field-names.ts';
import type { ConfigProblem } from '../errors/config-error.ts';
import { describeUnknownLoss, isKnownLoss } from '../losses/registry.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';

/** The losses of a config that nobody knows, of all roles and of single ones. */
export function unknownLosses(config: TrainerConfig): ConfigProblem[] {
  const { lossFn, lossFnMap } = config.algorithm;
  const named = [
    [fieldIn(config, 'algorithm.loss_fn', 'algorithm.lossFn'), lossFn] as const,
    ...Object.entries(lossFnMap).map(([role, loss]) => [`the loss of role ${role}`, loss] as const),
  ];
  return named.flatMap(([path, loss]) =>
    loss === null || isKnownLoss(loss) ? [] : [{ path, message: describeUnknownLoss(loss) }],
  );
}
