import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { ToolCall } from '../../types/chat.ts';
import type { FinishReason, ModelOutput } from '../../types/model-output.ts';

const finishReasons: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter'];

/**
 * Refuses an answer that could not be trained on as it is.
 *
 * @param where - the request that it answers
 * @throws UpperhandError `invalid-model-output`
 */
export function checkOutput(output: ModelOutput, where: string): void {
  const wrong = problemOf(output);
  if (wrong === undefined) return;
  const [what, expected, got] = wrong;
  const message = `${where}: the rollout engine's ${what} must be ${expected}, got ${got}`;
  throw new UpperhandError('invalid-model-output', message);
}

function problemOf(output: ModelOutput): [string, string, string] | undefined {
  if (typeof output !== 'object' || output === null)
    return ['answer', 'a ModelOutput', show(output)];
  for (const name of ['text', 'content'] as const) {
    if (typeof output[name] !== 'string') return [name, 'text', show(output[name])];
  }
  if (output.reasoning !== null && typeof output.reasoning !== 'string')
    return ['reasoning', 'text or null', show(output.reasoning)];
  for (const name of ['toolCalls', 'promptIds', 'completionIds', 'logprobs'] as const) {
    if (!Array.isArray(output[name])) return [name, 'an array', show(output[name])];
  }
  if (!finishReasons.includes(output.finishReason))
    return ['finishReason', `one of ${finishReasons.join(', ')}`, show(output.finishReason)];
  const { completionIds, logprobs, toolCalls, tokenTexts = null, weightVersion = null } = output;
  if (weightVersion !== null && !Number.isFinite(weightVersion))
    return ['weightVersion', 'a finite number or null', show(weightVersion)];
  const wrongCall = toolCalls.findIndex((call) => !isCall(call));
  if (wrongCall >= 0) {
    const expected = 'a call { id, type, function: { name, arguments: JSON text } }';
    return [`toolCalls[${wrongCall}]`, expected, show(toolCalls[wrongCall])];
  }
  if (tokenTexts !== null && !isTexts(tokenTexts, completionIds.length)) {
    const expected = `an array of texts, as many as completionIds (${completionIds.length})`;
    return ['tokenTexts', expected, show(tokenTexts)];
  }
  for (const name of ['promptIds', 'completionIds'] as const) {
    const at = output[name].findIndex((id) => !Number.isInteger(id) || id < 0);
    if (at >= 0) return [`${name}[${at}]`, 'a token id', show(output[name][at])];
  }
  const at = logprobs.findIndex((logprob) => !Number.isFinite(logprob));
  if (at >= 0) return [`logprobs[${at}]`, 'a finite number', show(logprobs[at])];
  if (logprobs.length > 0 && logprobs.length !== completionIds.length) {
    const expected = `as many as completionIds (${completionIds.length}), or none`;
    return ['logprobs', expected, `${logprobs.length}`];
  }
  return undefined;
}

/** Without an id, or with null, it gets one. */
function isCall(call: ToolCall | null | undefined): boolean {
  const { id, function: called } = (call ?? {}) as Partial<ToolCall>;
  return (
    typeof (id ?? '') === 'string' &&
    typeof called?.name === 'string' &&
    typeof called.arguments === 'string'
  );
}

function isTexts(texts: readonly string[], length: number): boolean {
  return (
    Array.isArray(texts) &&
    texts.length === length &&
    texts.every((text) => typeof text === 'string')
  );
}
