import type { EstimatorInput } from '../estimator-input.ts';
import type { CreditKind } from './credits/credit-kind.ts';
import { creditKinds } from './credits/credit-kinds.ts';
import type { StepKind } from './steps/step-kind.ts';
import { stepKinds } from './steps/step-kinds.ts';
import type { TokenCredit, TokenSpec, TokenStep } from './token-spec.ts';

/** The names of what a call of a checked spec cannot do without beside the rewards, `lengths` where it has no groups. */
export function inputsOfTokens({ rewards = [], credit, post = [] }: TokenSpec): EstimatorInput[] {
  const ofStep = (step: TokenStep): readonly EstimatorInput[] =>
    (stepKinds[step.kind] as StepKind<TokenStep>).needs?.(step) ?? [];
  const ofCredit = (creditKinds[credit.kind] as CreditKind<TokenCredit>).needs?.(credit) ?? [];
  return [
    ...new Set<EstimatorInput>([
      'lengths',
      ...rewards.flatMap(ofStep),
      ...ofCredit,
      ...post.flatMap(ofStep),
    ]),
  ];
}
