import type {
  AlgorithmConfig as AlgorithmConfigType,
  RolloutCorrectionConfig,
} from '../types/algorithm-config.ts';
import type { ConfigReadOptions } from './config-read-options.ts';
import { ConfigReading, type Section } from './config-reading.ts';
import type { EstimatorMapInit } from './estimator-map.ts';
import { assemble, createAlgorithm } from './read-algorithm.ts';

export type AlgorithmConfig = AlgorithmConfigType;

/** What {@link AlgorithmConfig.create} takes: any fields of the config, and what rLLM still accepts. */
export interface AlgorithmConfigInit
  extends Partial<
    Omit<AlgorithmConfig, 'estimatorMap' | 'rolloutCorrection' | 'stepwiseAdvantageMode'>
  > {
  /** A role's estimator, or `[estimator, loss]`. */
  readonly estimatorMap?: EstimatorMapInit;
  readonly rolloutCorrection?: Partial<RolloutCorrectionConfig>;
  /** `'per_step'` is deprecated and becomes `'broadcast'`. */
  readonly stepwiseAdvantageMode?: 'broadcast' | 'per_step';
  /** @deprecated It has no effect. */
  readonly useRllm?: boolean | null;
}

export interface AlgorithmReadOptions extends Pick<ConfigReadOptions, 'onWarning'> {
  /** Another estimator, or `[estimator, loss]`, for single roles. It has no key in files. */
  readonly estimatorMap?: EstimatorMapInit;
}

export interface AlgorithmSectionOptions extends AlgorithmReadOptions {
  /** The value of `rllm.stepwise_advantage.mode`. Default `'broadcast'`. */
  readonly mode?: string;
}

/** Makes and reads {@link AlgorithmConfigType}: which estimator runs, and how the policy is updated. */
export const AlgorithmConfig = {
  /**
   * Makes a config in code; what is left out has its default.
   *
   * Estimator names keep the text that was written, and must be registered by now. Deprecated values
   * (`'per_step'`, `useRllm`) are reported to `onWarning`.
   *
   * @throws ConfigError with all problems: unknown fields, wrong types, numbers out of range, unknown estimators
   * @example
   * const config = AlgorithmConfig.create({ estimator: 'rloo', estimatorMap: { judge: ['grpo', 'ppo'] } });
   * config.estimatorMap.judge; // 'grpo'
   * config.lossFnMap.judge;    // 'ppo'
   */
  create(
    init: AlgorithmConfigInit = {},
    options: Pick<ConfigReadOptions, 'onWarning'> = {},
  ): AlgorithmConfig {
    return createAlgorithm(init, options.onWarning);
  },

  /**
   * Reads a whole config, in rLLM's present layout (`rllm.algorithm.*`, `rllm.stepwise_advantage.mode`) or the
   * older one (`algorithm.adv_estimator` at the top, `norm_adv_by_std_in_grpo` and `use_rllm` under
   * `rllm.stepwise_advantage`). Where both say something and differ, the present layout wins, with a
   * `conflicting-config` warning; keys in a section that they are not read from get a `misplaced-config-key`
   * warning. Sections that belong to other parts are not looked at.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * const config = AlgorithmConfig.fromConfig({
   *   rllm: { algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: false } },
   * });
   * config.normAdvByStdInGrpo; // false
   */
  fromConfig(root: unknown, options: AlgorithmReadOptions = {}): AlgorithmConfig {
    const reading = new ConfigReading();
    const whole = reading.section(root, '');
    const rllm = whole.child('rllm');
    const algorithm = rllm.child('algorithm');
    const older = whole.child('algorithm');
    const stepwise = rllm.child('stepwise_advantage');
    const config = assemble(reading, {
      algorithm,
      estimator: [algorithm, older],
      norm: [algorithm, stepwise],
      useRllm: [algorithm, stepwise],
      mode: { path: stepwise.pathOf('mode'), value: stepwise.value('mode') },
      estimatorMap: options.estimatorMap,
      requiredHint: requiredHint(whole),
    });
    stepwise.judgeUnknownKeys({ beside: [algorithm] });
    older.judgeUnknownKeys({ beside: [algorithm, stepwise] });
    rllm.judgeMisspelt(['algorithm', 'stepwise_advantage']);
    const found = [algorithm, older].some(
      (section) => section.value('adv_estimator') !== undefined,
    );
    whole.judgeMisspelt(found ? ['rllm'] : ['rllm', 'algorithm']);
    reading.finish(options.onWarning);
    return config;
  },

  /**
   * Reads section `rllm.algorithm` alone. `adv_estimator` must be there; all else has a default, with
   * `rollout_correction.tis_cap` 2 (5 when made in code). An explicit null is kept where null means something and
   * refused elsewhere. Unknown keys are ignored with a warning, misspelt ones refused.
   *
   * Source: rLLM's `AlgorithmConfig.from_config`.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * AlgorithmConfig.fromAlgorithmSection({ adv_estimator: 'rloo' }).rolloutCorrection.tisCap; // 2
   */
  fromAlgorithmSection(section: unknown, options: AlgorithmSectionOptions = {}): AlgorithmConfig {
    const reading = new ConfigReading();
    const algorithm = reading.section(section, 'rllm.algorithm');
    const config = assemble(reading, {
      algorithm,
      estimator: [algorithm],
      norm: [algorithm],
      useRllm: [algorithm],
      mode: { path: 'rllm.stepwise_advantage.mode', value: options.mode },
      estimatorMap: options.estimatorMap,
    });
    reading.finish(options.onWarning);
    return config;
  },
};

/** Where the estimator of a whole config may stand, and what reads a section alone. */
function requiredHint(whole: Section): string {
  const places = ', or algorithm.adv_estimator in the older layout';
  if (!whole.entries().some(([key]) => key === 'adv_estimator')) return places;
  return `${places}; it stands at the top, as in a section alone, which AlgorithmConfig.fromAlgorithmSection reads`;
}
