import {
  getAdvEstimator,
  isFinerEstimator,
  isSpecEstimator,
  listAdvEstimators,
} from '../estimators/registry.ts';
import type { AdvantageSpec } from '../estimators/spec/advantage-spec.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { CliWarning } from './cli-warning.ts';

/** What of a command line bears upon the estimators. */
export interface EstimatorSettings {
  readonly config: AlgorithmConfig;
  /** Estimators whose advantages stand beside those of `config`. Default none. */
  readonly others?: readonly string[];
  readonly epsilon: number | undefined;
}

/**
 * What is added to the std, or to the mean that some divide by: one number where all estimators in use that add one add the same, else by their names. Null
 * where none adds any, or only functions of their own would know.
 */
export type EffectiveEpsilon = number | Readonly<Record<string, number>> | null;

export function effectiveEpsilon(settings: EstimatorSettings): EffectiveEpsilon {
  const found = new Map<string, number>();
  for (const name of usedEstimators(settings)) {
    const epsilon = epsilonOf(name, settings);
    if (epsilon !== undefined) found.set(name, epsilon);
  }
  const different = new Set(found.values());
  const [only] = different;
  return different.size > 1 ? Object.fromEntries(found) : (only ?? null);
}

/** Options that were given and change nothing, since no estimator in use heeds them. */
export function unusedOptions(settings: EstimatorSettings): CliWarning[] {
  const { config, epsilon } = settings;
  const used = usedEstimators(settings);
  const warnings: CliWarning[] = [];
  const check = (option: string, heeds: (name: string) => boolean, aside = ''): void => {
    if (used.some(heeds)) return;
    const heeding = listPlainEstimators().filter(heeds);
    const hint = heeding.length > 0 ? `; it is heeded by ${heeding.join(', ')}` : '';
    const message = `${option} has no effect on ${used.join(', ')}${aside}${hint}`;
    warnings.push({ kind: 'unused-option', message });
  };
  if (!config.normAdvByStdInGrpo) check('--no-std', (name) => heedsNoStd(name, config));
  if (epsilon !== undefined) {
    const aside = config.normAdvByStdInGrpo ? '' : ' with --no-std';
    check('--epsilon', (name) => epsilonOf(name, settings) !== undefined, aside);
  }
  return warnings;
}

function usedEstimators({ config, others = [] }: EstimatorSettings): string[] {
  return [...new Set([config.estimator, ...others, ...Object.values(config.estimatorMap)])];
}

/** All estimators but what other frameworks make of them, which are named `framework/name` and would be very many. */
export function listPlainEstimators(): string[] {
  return listAdvEstimators().filter((name) => !name.includes('/'));
}

/** Functions of their own are taken to heed what they are given. */
function epsilonOf(name: string, settings: EstimatorSettings): number | undefined {
  const spec = specOf(name, settings);
  if (!spec) return isOwnFunction(name) ? settings.epsilon : undefined;
  return 'epsilon' in spec.scale ? spec.scale.epsilon : undefined;
}

/** Those of steps and tokens are data too, and heed nothing. */
function isOwnFunction(name: string): boolean {
  const estimator = getAdvEstimator(name);
  return !isSpecEstimator(estimator) && !isFinerEstimator(estimator);
}

function heedsNoStd(name: string, config: AlgorithmConfig): boolean {
  const [without, withStd] = [false, true].map((normAdvByStdInGrpo) =>
    specOf(name, { config: { ...config, normAdvByStdInGrpo }, epsilon: undefined }),
  );
  if (without === undefined) return isOwnFunction(name);
  return JSON.stringify(without) !== JSON.stringify(withStd);
}

function specOf(name: string, { config, epsilon }: EstimatorSettings): AdvantageSpec | undefined {
  const estimator = getAdvEstimator(name);
  if (!isSpecEstimator(estimator)) return undefined;
  const { normAdvByStdInGrpo } = config;
  return estimator.spec({
    normAdvByStdInGrpo,
    algorithm: config,
    ...(epsilon !== undefined && { epsilon }),
  });
}
