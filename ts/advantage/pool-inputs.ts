import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import type { OnWarning } from '../errors/warning.ts';
import type { EstimatorInputs } from '../estimators/estimator-input.ts';
import { inputsNeededBy } from '../estimators/needed-inputs.ts';
import { getAdvEstimator } from '../estimators/registry.ts';
import type { SpecInputs } from '../estimators/spec/spec-input.ts';
import { takeInputs } from '../estimators/take-inputs.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import { estimatorOf } from './estimate-pool.ts';
import type { CollectedPool } from './pool-by-role.ts';

/**
 * What the estimator of a role is given beside rewards and groups. Only what it needs is asked for: it may have to be
 * computed.
 *
 * @throws UpperhandError as `takeInputs`
 */
export function inputsOfPool(
  { role, groups }: CollectedPool,
  config: AlgorithmConfig,
  inputs: EstimatorInputs,
  onWarning: OnWarning,
): SpecInputs {
  const name = estimatorOf(role, config);
  const taken = takeInputs(getAdvEstimator(name), inputsNeededBy(name, config), inputs, groups);
  for (const [input, numbers] of Object.entries(taken.tokenRows ?? taken))
    warnNonFinite(
      input,
      numbers as ArrayLike<unknown>,
      `estimator ${show(name)} (role ${show(role)})`,
      onWarning,
    );
  return taken;
}

/**
 * As of rewards: what is not finite spreads by the arithmetic. Not so in `columns`, lists of lists, where it stands for what
 * is missing.
 */
function warnNonFinite(
  input: string,
  numbers: ArrayLike<unknown>,
  who: string,
  onWarning: OnWarning,
): void {
  const places = new Places();
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (typeof number === 'number' && !Number.isFinite(number))
      places.add(() => `${input}[${i}] = ${number}`);
  }
  if (places.count === 0) return;
  onWarning({
    kind: 'estimator-inputs',
    message: `${who}: ${places.counted('input', 'is', 'are')} not finite, nor are the advantages computed with them: ${places}`,
    places: places.names,
  });
}
