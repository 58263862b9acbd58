import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { checkArray } from '../../types/check.ts';
import type { SampleRequest } from './policy-calls.ts';
import type { PolicyConfig } from './wasm/policy-exports.ts';

/** What token ids are held against. */
export type TokenLimits = Pick<PolicyConfig, 'context' | 'vocabulary'>;

const REQUEST_NAMES: OptionNames<SampleRequest> = {
  prompt: true,
  key: true,
  maxTokens: true,
  temperature: true,
  topK: true,
  topP: true,
  stop: true,
  conversation: true,
};
const MOST_COUNT = 2 ** 32 - 1;
const MOST_KEY = 2n ** 64n - 1n;

/**
 * Holds token ids to the vocabulary, and their number to the context. A typed array would make a token of anything.
 *
 * @param least - how many there are to be
 */
export function checkTokens(
  what: string,
  tokens: readonly number[],
  { context, vocabulary, least }: TokenLimits & { readonly least: number },
): void {
  checkArray(what, tokens);
  if (tokens.length < least || tokens.length > context)
    refuse(what, `${least} to ${context} tokens (the context)`, tokens.length);
  checkIds(what, tokens, vocabulary);
}

/** Holds all of a request to what the policy can draw. */
export function checkSampleRequest(
  what: string,
  request: SampleRequest,
  limits: TokenLimits,
): void {
  if (typeof request !== 'object' || request === null) refuse(what, 'an object', request);
  checkOptions(request, REQUEST_NAMES);
  const { prompt, key, maxTokens, stop = [], conversation } = request;
  checkTokens(`${what}.prompt`, prompt, { ...limits, least: 1 });
  checkArray(`${what}.key`, key);
  if (key.length !== 3 || !key.every(isKey))
    refuse(`${what}.key`, '3 bigints from 0 to 2^64 - 1', key);
  if (!isCount(maxTokens)) refuse(`${what}.maxTokens`, 'an integer from 0 to 2^32 - 1', maxTokens);
  checkArray(`${what}.stop`, stop);
  checkIds(`${what}.stop`, stop, limits.vocabulary);
  if (conversation !== undefined && typeof conversation !== 'string')
    refuse(`${what}.conversation`, 'a text', conversation);
  checkDrawing(`${what}.`, request);
}

/** Holds to their ranges how tokens are drawn. */
export function checkDrawing(
  prefix: string,
  { temperature = 1, topK = 0, topP = 1 }: Pick<SampleRequest, 'temperature' | 'topK' | 'topP'>,
): void {
  if (!isTemperature(temperature))
    refuse(`${prefix}temperature`, '0, or a number from 0.001 to 1000', temperature);
  if (!isCount(topK)) refuse(`${prefix}topK`, 'an integer from 0 to 2^32 - 1', topK);
  if (!(typeof topP === 'number' && topP > 0 && topP <= 1))
    refuse(`${prefix}topP`, 'a number above 0 and at most 1', topP);
}

/** Whether the policy can draw at it. */
export function isTemperature(value: unknown): boolean {
  return value === 0 || (typeof value === 'number' && value >= 1e-3 && value <= 1e3);
}

function checkIds(what: string, ids: readonly unknown[], vocabulary: number): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (!(Number.isInteger(id) && id >= 0 && id < vocabulary))
      refuse(`${what}[${i}]`, `a token id from 0 to ${vocabulary - 1}`, id);
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_COUNT;
}

function isKey(part: unknown): boolean {
  return typeof part === 'bigint' && part >= 0n && part <= MOST_KEY;
}
