import { refuse } from '../../errors/refuse.ts';
import { TokenBatch } from '../../losses/token-batch.ts';
import { checkLength, type TokenSequence } from '../../losses/token-input.ts';
import { checkArray } from '../../types/check.ts';
import { checkTokens, isTemperature, type TokenLimits } from './check-calls.ts';
import { joinTokens } from './sequences.ts';
import type { TokenSequences } from './wasm/policy-exports.ts';

/**
 * One sequence to learn from: prompt and answer, and what the loss needs. Every array has one entry for each token of
 * the sequence, at the token's own place; where the mask is 0 it does not matter what stands there.
 *
 * Source: Tinker's `Datum`, whose arrays are shifted by one.
 */
export interface Datum extends Omit<TokenSequence, 'logprobs'> {
  /** At least 2. */
  readonly tokens: readonly number[];
  /** Default: all but the first token, which has no log-probability and cannot be trained. */
  readonly mask?: ArrayLike<number | boolean>;
  /** The temperature that log-probabilities are taken at, from 0.001 to 1000. Default 1. */
  readonly temperature?: number;
}

/** Datums that are computed together, as one micro-batch. */
export interface MicroBatch {
  /** Their places among all. */
  readonly members: readonly number[];
  readonly sequences: TokenSequences;
  readonly temperature: number;
}

/**
 * Cuts datums into micro-batches, by temperature and else in their order. The cut depends on nothing but the datums, so
 * that the sum of gradients has the same bits for any number of threads.
 *
 * @param mostTokens - of a micro-batch, unless a single datum has more
 */
export function microBatchesOf(datums: readonly Datum[], mostTokens: number): MicroBatch[] {
  const byTemperature = new Map<number, number[]>();
  datums.forEach(({ temperature = 1 }, i) => {
    const members = byTemperature.get(temperature);
    if (members) members.push(i);
    else byTemperature.set(temperature, [i]);
  });
  return [...byTemperature].flatMap(([temperature, all]) =>
    cut(datums, all, mostTokens).map((members) => ({
      members,
      temperature,
      sequences: joinTokens(members.map((i) => (datums[i] as Datum).tokens)),
    })),
  );
}

function cut(datums: readonly Datum[], all: readonly number[], most: number): number[][] {
  const batches: number[][] = [];
  let tokens = 0;
  for (const i of all) {
    const { length } = (datums[i] as Datum).tokens;
    const last = batches.at(-1);
    if (last && tokens + length <= most) {
      last.push(i);
      tokens += length;
    } else {
      batches.push([i]);
      tokens = length;
    }
  }
  return batches;
}

/** @throws UpperhandError `invalid-argument` for what no policy of these limits can learn from */
export function checkDatums(datums: readonly Datum[], limits: TokenLimits): void {
  checkArray('datums', datums);
  datums.forEach((datum, i) => {
    checkDatum(datum, `datums[${i}]`, limits);
  });
}

function checkDatum(datum: Datum, what: string, limits: TokenLimits): void {
  if (typeof datum !== 'object' || datum === null) refuse(what, 'an object', datum);
  const { tokens, mask, temperature = 1 } = datum;
  checkTokens(`${what}.tokens`, tokens, { ...limits, least: 2 });
  if (temperature === 0 || !isTemperature(temperature))
    refuse(`${what}.temperature`, 'a number from 0.001 to 1000', temperature);
  if (mask === undefined) return;
  checkLength(`${what}.mask`, mask, tokens.length);
  if (mask[0]) refuse(`${what}.mask[0]`, '0, as the first token has no log-probability', mask[0]);
}

/**
 * The batch that losses take, of datums and the log-probabilities of all their tokens.
 *
 * @throws UpperhandError `invalid-argument` as {@link TokenBatch} does
 */
export function toTokenBatch(
  datums: readonly Datum[],
  logprobs: readonly ArrayLike<number>[],
): TokenBatch {
  return TokenBatch.from(
    datums.map(({ tokens, mask, temperature: _, ...rest }, i) => ({
      ...rest,
      logprobs: logprobs[i] as ArrayLike<number>,
      mask: mask ?? tokens.map((_, t) => (t === 0 ? 0 : 1)),
    })),
  );
}
