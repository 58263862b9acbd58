import { AlgorithmConfig } from '../../config/algorithm-config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { getKernels } from '../../kernels/active-kernels.ts';
import { kernelsByName } from '../../kernels/kernels-by-name.ts';
import { checkInputs } from '../check-inputs.ts';
import { effectiveEpsilon } from '../estimator-settings.ts';
import type { Settings } from '../result.ts';
import type { ScoreOptions } from '../score.ts';
import { UsageError } from '../usage-error.ts';
import type { AdvantagesOptions } from './advantages-options.ts';

/** All that the command line says about computing, checked before anything is read. */
export function readScoring(
  options: AdvantagesOptions,
): Omit<ScoreOptions, 'onWarning'> & { settings: Settings } {
  const { estimator: estimators = ['grpo'], estimatorMap = {}, epsilon } = options;
  const { std: normAdvByStdInGrpo } = options;
  const twice = estimators.find((name, i) => estimators.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`--estimator ${twice} is given twice`);
  try {
    for (const name of [...estimators, ...Object.values(estimatorMap)])
      checkInputs(name, { normAdvByStdInGrpo });
    const kernels = options.kernels === undefined ? getKernels() : kernelsByName(options.kernels);
    const [config, ...others] = estimators.map((estimator) =>
      AlgorithmConfig.create({ estimator, estimatorMap, normAdvByStdInGrpo }),
    ) as [AlgorithmConfig, ...AlgorithmConfig[]];
    return {
      config,
      others,
      kernels,
      epsilon,
      settings: {
        estimators,
        estimatorMap,
        normAdvByStdInGrpo,
        epsilon: effectiveEpsilon({ config, others: estimators, epsilon }),
        kernels: kernels.name,
      },
    };
  } catch (error) {
    if (!(error instanceof UpperhandError || error instanceof ConfigError)) throw error;
    const hint = error.message.endsWith('adds your own.')
      ? ' (--import loads a module that does; upperhand estimators --all lists those of frameworks)'
      : '';
    throw new UsageError(error.message + hint);
  }
}
