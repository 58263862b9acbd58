import { refuse } from '../errors/refuse.ts';
import { checkRecord } from '../types/check.ts';

/** What workflows of every kind are told by `workflow_args`. */
export interface KnownWorkflowArgs {
  /** Seconds after which a rollout is given up. Default 1e6. */
  readonly timeout: number;
  /** Discount of step rewards; 0: they stay as they are. Default 0. */
  readonly gamma: number;
  /** How much of the difference to the step before is added to a step's reward. Default 0. */
  readonly rewardBonusCoeff: number;
}

/**
 * Sorts `workflow_args` into those that are known, with their checks, and the workflow's own.
 *
 * @throws UpperhandError `invalid-argument` for one of the wrong type or below its range
 */
export function readWorkflowArgs(args: Readonly<Record<string, unknown>>): {
  readonly known: KnownWorkflowArgs;
  readonly rest: Readonly<Record<string, unknown>>;
} {
  checkRecord('workflowArgs', args);
  const {
    timeout = 1e6,
    gamma = 0,
    reward_bonus_coeff: fromFile,
    rewardBonusCoeff = fromFile ?? 0,
    ...rest
  } = args;
  if (!isNumber(timeout) || timeout <= 0) refuse('timeout', 'a number of seconds > 0', timeout);
  if (!isNumber(gamma) || gamma < 0) refuse('gamma', 'a number ≥ 0', gamma);
  if (!isNumber(rewardBonusCoeff) || rewardBonusCoeff < 0)
    refuse(
      args.rewardBonusCoeff === undefined ? 'reward_bonus_coeff' : 'rewardBonusCoeff',
      'a number ≥ 0',
      rewardBonusCoeff,
    );
  return { known: { timeout, gamma, rewardBonusCoeff }, rest };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
