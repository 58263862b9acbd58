import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import type { BuiltInLoss, BuiltInLosses, OptionsOf } from './built-ins.ts';
import { callYours } from './check-yours.ts';
import { isDefinedLoss } from './define-loss.ts';
import { checkLossResult, type LossFn, type LossResult } from './loss-fn.ts';
import { type LossOptions, resolveLossOptions } from './loss-options.ts';
import { getLoss, type LossName } from './registry.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

/** The common options, and those of the loss; of a name that is not built in, any. */
export type RunLossOptions<Loss> = Loss extends BuiltInLoss
  ? OptionsOf<BuiltInLosses[Loss]>
  : Loss extends string
    ? LossOptions & Readonly<Record<string, unknown>>
    : OptionsOf<Loss>;

/**
 * Computes any loss with its gradient, both checked: nothing of them that is not finite comes out.
 *
 * @param loss - a registered name, or the function itself
 * @param batch - the tokens; see {@link TokenBatch}
 * @param options - a function of yours gets them with all defaults
 * @throws UpperhandError `unknown-loss`; `invalid-argument` for a batch or options that are not legal; `loss-failed`
 *   when a function of yours throws, with what it threw as `cause` (an UpperhandError passes as it is);
 *   `invalid-loss-result` for what is not finite, another length, and gradients of tokens that are not trained
 * @example
 * const batch = TokenBatch.from([
 *   { logprobs: [-1, -1, -2], oldLogprobs: [-1, -1, -2], refLogprobs: [-1, -2, -2], advantages: 1, mask: [0, 1, 1] },
 *   { logprobs: [-1], oldLogprobs: [-1], refLogprobs: [-1], advantages: -1 },
 * ]);
 * const { loss, dLogprobs, metrics } = runLoss('ppo', batch, {
 *   aggregation: 'seq-mean-token-mean',
 *   klBeta: 0.5,
 *   klType: 'k2',
 * });
 * loss;       // 0.0625
 * dLogprobs;  // Float64Array [0, -0.125, -0.25, 0.5]
 * metrics.kl; // 0.16666666666666666
 */
export function runLoss<Loss extends LossName | LossFn>(
  loss: Loss,
  batch: TokenBatchInput,
  options: RunLossOptions<Loss> = {} as RunLossOptions<Loss>,
): LossResult {
  const found: unknown = typeof loss === 'string' ? getLoss(loss) : loss;
  if (typeof found !== 'function') refuse('loss', 'a name or a function', loss);
  const tokens = TokenBatch.from(batch);
  const who = `loss ${show(typeof loss === 'string' ? loss : found.name || '(anonymous)')}`;
  const given: LossOptions = options;
  const result = callYours(who, () =>
    isDefinedLoss(found) ? found(tokens, given) : found(tokens, resolveLossOptions(given)),
  );
  return checkLossResult(result, tokens, who);
}
