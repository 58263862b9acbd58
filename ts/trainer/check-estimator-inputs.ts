import type { ConfigReading } from '../config/config-reading.ts';
import { fieldIn } from '../config/field-names.ts';
import { messageOf } from '../errors/message-of.ts';
import { show } from '../errors/show.ts';
import type { EstimatorInput } from '../estimators/estimator-input.ts';
import { isGiven } from '../estimators/given-inputs.ts';
import { describeInputs, inputsNeededBy } from '../estimators/needed-inputs.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import type { Backend } from './backend.ts';

/**
 * Refuses estimators that need what will never come, before a model is opened and a batch of rollouts is paid for. Where it
 * cannot be known whether it will, or whether the estimator is asked at all, it is said.
 */
export function checkEstimatorInputs(
  reading: ConfigReading,
  backend: Backend,
  config: TrainerConfig,
): void {
  const { algorithm } = config;
  const { estimator, estimatorMap, usePrecomputedAdvantage } = algorithm;
  const roles = Object.entries(estimatorMap);
  const asked: [path: string, name: string, isAsked: boolean][] = [
    // With a map it may be that no role is left for it.
    [
      fieldIn(config, 'algorithm.adv_estimator', 'algorithm.estimator'),
      estimator,
      roles.length === 0,
    ],
    ...roles.map(([role, name]): [string, string, boolean] => [
      `the estimator of role ${show(role)}`,
      name,
      true,
    ]),
  ];
  for (const [path, name, isAsked] of asked) {
    const needed = toldNeeds(reading, path, name, algorithm);
    const missing = needed.filter((input) => isGiven(input) && !backend.estimatorInputs?.[input]);
    const mayCome = !isAsked || usePrecomputedAdvantage || backend.computeAdvantages !== undefined;
    if (missing.length > 0) {
      const message = describeMissing(name, needed, missing, backend);
      if (!mayCome) reading.problem(path, message);
      else warn(reading, `${path} ${message}. Batches that come to it without are refused`);
    } else if (needed.includes('observations'))
      warn(
        reading,
        `${path} ${show(name)} compares steps by the state of the environment that they began in: the workflow must set an observation on every step, or the first batch is refused`,
      );
  }
}

/** A spec that is made by somebody's function may not come, or not be legal: that is a problem of the config. */
function toldNeeds(
  reading: ConfigReading,
  path: string,
  name: string,
  algorithm: AlgorithmConfig,
): readonly EstimatorInput[] {
  try {
    return inputsNeededBy(name, algorithm);
  } catch (error) {
    reading.problem(path, `${show(name)} does not tell its spec: ${messageOf(error)}`);
    return [];
  }
}

function warn(reading: ConfigReading, message: string): void {
  reading.warn({ kind: 'estimator-inputs', message });
}

function describeMissing(
  name: string,
  needed: readonly EstimatorInput[],
  missing: readonly EstimatorInput[],
  { name: backend }: Backend,
): string {
  return `${show(name)} needs ${needed.join(', ')}; neither trajectories nor the backend ${show(backend)} give it ${describeInputs(missing)}: register one that has them, registerAdvEstimator(name, withInputs(getAdvEstimator(${show(name)}), { ${missing.map((input) => `${input}: (groups) => …`).join(', ')} })), or take a backend whose estimatorInputs give them`;
}
