import type { CreditKind } from './credits/credit-kind.ts';
import { creditKinds } from './credits/credit-kinds.ts';
import type { StepKind } from './steps/step-kind.ts';
import { stepKinds } from './steps/step-kinds.ts';
import type { TokenCredit, TokenSpec, TokenStep } from './token-spec.ts';

/**
 * A checked spec in a line: what becomes of the rewards r, the advantage x of a token, and what is done to it.
 *
 * @example
 * describeTokenSpec({
 *   level: 'token',
 *   credit: { kind: 'discounted-return', gamma: 1, masked: 'carry' },
 *   post: [{ kind: 'whiten', ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside' }, { kind: 'mask' }],
 * });
 * // 'x = Σ r over tokens, passing over untrained ones; then (x − mean(trained tokens of the pool)) / sqrt(var(trained tokens of the pool, ddof=1) + 1e-8); then 0 at untrained tokens'
 */
export function describeTokenSpec(spec: TokenSpec): string {
  const { rewards = [], credit, post = [] } = spec;
  const { describe } = creditKinds[credit.kind] as CreditKind<TokenCredit>;
  const tell = (step: TokenStep): string =>
    (stepKinds[step.kind] as StepKind<TokenStep>).describe(step);
  const shaped = rewards.length === 0 ? '' : `r: ${rewards.map(tell).join(', then ')}; `;
  return [`${shaped}x = ${describe(credit)}`, ...post.map((step) => `then ${tell(step)}`)].join(
    '; ',
  );
}
