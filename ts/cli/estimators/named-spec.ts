import { UpperhandError } from '../../errors/upperhand-error.ts';
import { getAdvEstimator, isFinerEstimator, isSpecEstimator } from '../../estimators/registry.ts';
import type { AdvantageSpec } from '../../estimators/spec/advantage-spec.ts';
import type { StepSpec } from '../../estimators/step/step-spec.ts';
import type { TokenSpec } from '../../estimators/token/token-spec.ts';
import { isKnownLoss } from '../../losses/registry.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The spec of an estimator that the command line names: `grpo`, `trl/grpo`, `trl/grpo:scale_rewards=none`.
 *
 * @throws UsageError for a name that there is not, and for a function of somebody's own, which has no spec
 */
export function namedSpec(name: string): AdvantageSpec | StepSpec | TokenSpec {
  try {
    const estimator = getAdvEstimator(name);
    if (isSpecEstimator(estimator) || isFinerEstimator(estimator)) return estimator.spec();
  } catch (error) {
    if (error instanceof UpperhandError)
      throw new UsageError(
        isKnownLoss(name)
          ? `${name} is a loss, not an estimator: upperhand losses show ${name}`
          : told(error),
      );
    throw error;
  }
  throw new UsageError(`${name} is a function of its own: it has no fields to show or compare`);
}

/** The message names what is registered; there are many more by the names of their frameworks. */
function told({ code, message }: UpperhandError): string {
  if (code !== 'unknown-estimator' || message.includes('/')) return message;
  return `${message} Those of frameworks: upperhand estimators --all`;
}
