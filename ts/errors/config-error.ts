import { UpperhandError } from './upperhand-error.ts';

/** One thing that is wrong with a config. */
export interface ConfigProblem {
  /** Where it stands: `rllm.algorithm.adv_estimator` of a file, `TrainerConfig.algorithm.estimator` of code. */
  readonly path: string;
  /** What was expected and what came. */
  readonly message: string;
}

/**
 * All that is wrong with one config, reported together.
 *
 * @example
 * let problems: readonly ConfigProblem[] = [];
 * try {
 *   AlgorithmConfig.fromConfig({ rllm: { algorithm: { adv_estimator: 'grpo', eps_clip: 'wide', warmup_steps: 0.5 } } });
 * } catch (error) {
 *   if (error instanceof ConfigError) problems = error.problems;
 * }
 * problems.map(({ path }) => path); // ['rllm.algorithm.warmup_steps', 'rllm.algorithm.eps_clip']
 * problems[1].message;              // 'must be a number ≥ 0, got "wide"'
 */
export class ConfigError extends UpperhandError {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ path, message }) => `${path}: ${message}`);
    const head =
      lines.length === 1 ? 'invalid config: ' : `invalid config, ${lines.length} problems:\n  `;
    super('invalid-config', head + lines.join('\n  '));
    this.problems = problems;
  }
}
