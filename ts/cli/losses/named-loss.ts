import { UpperhandError } from '../../errors/upperhand-error.ts';
import { isKnownAdvEstimator } from '../../estimators/registry.ts';
import { type DefinedLoss, isDefinedLoss } from '../../losses/define-loss.ts';
import { resolveLossOptions } from '../../losses/loss-options.ts';
import { describeLoss, getLoss, type LossDescription } from '../../losses/registry.ts';
import { UsageError } from '../usage-error.ts';

/** A loss that the command line names. */
export interface NamedLoss {
  readonly name: string;
  readonly about: LossDescription;
  /** What is computed: a loss of ours, or one that was registered. */
  readonly loss: string;
  /** All options with their values, its own too. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The loss of a name: `ppo`, `trl/dapo`.
 *
 * @throws UsageError for a name that there is not, and for a function of somebody's own, which tells nothing of itself
 */
export function namedLoss(name: string): NamedLoss {
  const about = described(name);
  const defined = getLoss(name) as DefinedLoss;
  if (!isDefinedLoss(defined))
    throw new UsageError(`${name} is a function of its own: it has no options to show or compare`);
  const options = resolveLossOptions({}, defined.defaults, defined.own);
  return {
    name,
    about,
    loss: about.preset?.loss ?? name,
    options: { lengthEpsilon: 0, ...options },
  };
}

function described(name: string): LossDescription {
  try {
    return describeLoss(name);
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    throw new UsageError(
      isKnownAdvEstimator(name)
        ? `${name} is an estimator, not a loss: upperhand estimators show ${name}`
        : error.message,
    );
  }
}
