import type { AsyncTrainingConfig } from '../types/async-training-config.ts';
import type {
  DataConfig,
  EpisodeLoggingConfig,
  LoopConfig,
  RolloutConfig,
  TrainerConfig as TrainerConfigType,
  WorkflowConfig,
} from '../types/trainer-config.ts';
import type { TransformConfig } from '../types/transform-config.ts';
import type { AlgorithmConfigInit } from './algorithm-config.ts';
import type { CompactFilteringConfigInit } from './compact-filtering-config.ts';
import { type Naming, namingOf, rememberNaming } from './field-names.ts';
import type { RejectionSamplingConfig } from './rejection-sampling-config.ts';
import type { TrainerConfigOptions } from './trainer-config-options.ts';
import { readTrainerInit } from './trainer-init.ts';
import { readTrainerRoot } from './trainer-root.ts';

export type TrainerConfig = TrainerConfigType;

/** What {@link TrainerConfig.create} takes: any sections, and any fields of them. */
export interface TrainerConfigInit {
  readonly algorithm?: AlgorithmConfigInit;
  readonly compactFiltering?: CompactFilteringConfigInit;
  readonly transform?: Partial<TransformConfig>;
  readonly rejectionSampling?: Partial<RejectionSamplingConfig> & { readonly multiplier?: number };
  readonly asyncTraining?: Partial<AsyncTrainingConfig>;
  readonly data?: Partial<DataConfig>;
  readonly workflow?: Partial<WorkflowConfig>;
  readonly rollout?: Partial<RolloutConfig>;
  readonly trainer?: Partial<Omit<LoopConfig, 'logger'>> & {
    readonly logger?: string | readonly string[];
  };
  readonly episodeLogging?: Partial<EpisodeLoggingConfig>;
  /** Sections that only the backend knows. */
  readonly root?: Readonly<Record<string, unknown>>;
}

const made: WeakSet<object> = new WeakSet();

/**
 * Makes and reads {@link TrainerConfigType}: all that a run is told. What is left out has the value of rLLM's
 * base.yaml, so `compactFiltering: { enable: true }` masks the three length limits, timeouts and errors.
 */
export const TrainerConfig = {
  /**
   * Makes a config in code; what is left out has its default.
   *
   * @throws ConfigError with all problems: unknown fields, wrong types, numbers out of range
   * @example
   * const config = TrainerConfig.create({ rollout: { n: 4 }, data: { trainBatchSize: 16 } });
   * config.algorithm.estimator; // 'grpo'
   */
  create(init: TrainerConfigInit = {}, options: TrainerConfigOptions = {}): TrainerConfig {
    return remember(readTrainerInit(init, options), 'code');
  },

  /**
   * Reads a whole config as rLLM's YAML files have it: section `rllm`, and the sections of the older layout beside it
   * (`algorithm`, `data`), over which it wins. Interpolations and missing values must be settled before. Keys that
   * belong to other parts are listed in one warning and ignored; keys that look like known ones are refused. Only
   * among sampling parameters any key may stand, for the backend.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * const config = TrainerConfig.fromConfig({ rllm: { rollout: { n: 4 }, data: { train_batch_size: 16 } } });
   * config.rollout.n; // 4
   */
  fromConfig(root: unknown, options: TrainerConfigOptions = {}): TrainerConfig {
    return remember(readTrainerRoot(root, options), 'file');
  },

  /**
   * Whatever people hold: a config, the root of a config file (it has a key `rllm`), or fields.
   *
   * @throws ConfigError with all problems
   * @example
   * const file = { rllm: { rollout: { n: 4 } } };
   * TrainerConfig.from(file).rollout.n;                   // 4
   * TrainerConfig.from({ rollout: { n: 4 } }).rollout.n; // 4
   */
  from(
    config: TrainerConfig | TrainerConfigInit | Readonly<Record<string, unknown>>,
    options: TrainerConfigOptions = {},
  ): TrainerConfig {
    if (made.has(config)) {
      const own = config as TrainerConfig;
      if (options.estimatorMap === undefined) return own;
      return remember(readTrainerInit(own, options), namingOf(own));
    }
    const isRoot = typeof config === 'object' && config !== null && Object.hasOwn(config, 'rllm');
    return isRoot
      ? TrainerConfig.fromConfig(config, options)
      : TrainerConfig.create(config as TrainerConfigInit, options);
  },
};

function remember(config: TrainerConfig, naming: Naming): TrainerConfig {
  made.add(config);
  rememberNaming(config, naming);
  return config;
}
