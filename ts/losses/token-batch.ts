import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import { checkFields } from '../types/check.ts';
import { readMask } from '../types/read-mask.ts';
import { checkLength, type FlatTokens, flatten, type TokenSequence } from './token-input.ts';

/** What losses take: a checked batch, flat arrays, or one object a sequence. */
export type TokenBatchInput = TokenBatch | FlatTokens | Iterable<TokenSequence>;

/** The arrays of a batch that may be missing. */
export type OptionalTokens =
  | 'advantages'
  | 'oldLogprobs'
  | 'refLogprobs'
  | 'rolloutLogprobs'
  | 'weights'
  | 'entropies';

const OPTIONAL: readonly OptionalTokens[] = [
  'advantages',
  'oldLogprobs',
  'refLogprobs',
  'rolloutLogprobs',
  'weights',
  'entropies',
];

const FLAT_FIELDS: Readonly<Record<keyof FlatTokens, true>> = {
  logprobs: true,
  offsets: true,
  mask: true,
  advantages: true,
  sequenceAdvantages: true,
  oldLogprobs: true,
  refLogprobs: true,
  rolloutLogprobs: true,
  weights: true,
  entropies: true,
  groups: true,
};

/** Only this file has it: a batch that exists was checked. */
const CHECKED: unique symbol = Symbol('checked');

/**
 * The tokens that a loss is computed of, in sequences: flat arrays with one entry a token, and where each sequence
 * begins. Checked and copied once, here. Where the mask is 0 all other arrays hold 0, whatever stood there, so
 * nothing of it reaches a sum. Treat the arrays as read-only.
 *
 * @example
 * const batch = TokenBatch.from([
 *   { logprobs: [-1, -2], oldLogprobs: [-1, -1.5], advantages: 1 },
 *   { logprobs: [-0.5, NaN], oldLogprobs: [-0.5, NaN], advantages: [-1, 0], mask: [1, 0] },
 * ]);
 * batch.offsets;    // Uint32Array [0, 2, 4]
 * batch.advantages; // Float64Array [1, 1, -1, 0]
 * batch.logprobs;   // Float64Array [-1, -2, -0.5, 0]
 * batch.numTrained; // 3
 */
export class TokenBatch {
  /** log π of the policy that is trained. [tokens] */
  readonly logprobs: Float64Array;
  /** [sequences + 1] */
  readonly offsets: Uint32Array;
  /** 1 where a token is trained, else 0. [tokens] */
  readonly mask: Uint8Array;
  /** How many tokens of each sequence are trained. [sequences] */
  readonly trained: Uint32Array;
  readonly advantages: Float64Array | null;
  readonly oldLogprobs: Float64Array | null;
  readonly refLogprobs: Float64Array | null;
  readonly rolloutLogprobs: Float64Array | null;
  readonly weights: Float64Array | null;
  readonly entropies: Float64Array | null;
  /** The number of the group of each sequence, counted from 0. [sequences] */
  readonly groupOf: Uint32Array | null;
  /** Trained tokens of all sequences. */
  readonly numTrained: number;
  /** Sequences with at least one trained token. */
  readonly numTrainedSequences: number;

  private constructor(tokens: FlatTokens, checked: typeof CHECKED) {
    if (checked !== CHECKED) {
      throw new UpperhandError(
        'invalid-argument',
        'token batches are made by TokenBatch.from, which checks, and not by new',
      );
    }
    checkFields('a token batch', tokens, FLAT_FIELDS);
    checkLength('logprobs', tokens.logprobs);
    const { length } = tokens.logprobs;
    this.offsets = checkOffsets(tokens.offsets, length);
    this.mask = maskOf(tokens.mask, length);
    this.trained = countTrained(this.mask, this.offsets);
    this.numTrained = this.trained.reduce((total, count) => total + count, 0);
    this.numTrainedSequences = this.trained.reduce((total, count) => total + Math.sign(count), 0);
    // A batch without tokens lacks nothing.
    const without = length === 0 ? new Float64Array(0) : null;
    const read = (name: string, values: ArrayLike<number> | undefined): Float64Array | null =>
      values === undefined ? without : this.#read(name, values);
    this.logprobs = this.#read('logprobs', tokens.logprobs);
    this.advantages = this.#readAdvantages(tokens) ?? without;
    this.oldLogprobs = read('oldLogprobs', tokens.oldLogprobs);
    this.refLogprobs = read('refLogprobs', tokens.refLogprobs);
    this.rolloutLogprobs = read('rolloutLogprobs', tokens.rolloutLogprobs);
    this.weights = read('weights', tokens.weights);
    this.entropies = read('entropies', tokens.entropies);
    this.groupOf = readGroups(tokens.groups, this.trained.length);
  }

  /**
   * Checks and copies; a batch comes back as it is.
   *
   * @param input - a batch, flat arrays, or an iterable of sequences
   * @throws UpperhandError `invalid-argument` for another length, naming both; for what is no finite number where the
   *   mask is 1, naming the place; for a field that only some sequences have, and one that there is not
   */
  static from(input: TokenBatchInput): TokenBatch {
    if (input instanceof TokenBatch) return input;
    if (typeof input !== 'object' || input === null)
      refuse('a token batch', 'an object of arrays, or an array of sequences', input);
    const tokens = Symbol.iterator in input ? flatten(input) : input;
    return new TokenBatch(tokens, CHECKED);
  }

  /** Tokens, trained or not. */
  get numTokens(): number {
    return this.logprobs.length;
  }

  get numSequences(): number {
    return this.offsets.length - 1;
  }

  /**
   * An array that a loss cannot do without.
   *
   * @throws UpperhandError `invalid-argument` when the batch was made without it
   */
  require(field: OptionalTokens): Float64Array {
    const values = this[field];
    if (values !== null) return values;
    throw new UpperhandError(
      'invalid-argument',
      `this loss needs ${field}, which the batch was made without`,
    );
  }

  /** The place of a token in words, for messages: `token 1 of sequence 2`. */
  place(token: number): string {
    const sequence = this.offsets.findLastIndex((offset) => offset <= token);
    return `token ${token - (this.offsets[sequence] as number)} of sequence ${sequence}`;
  }

  /**
   * Another array of one number a token, checked and copied as those of the batch.
   *
   * @throws UpperhandError `invalid-argument` for another length, and for what is no finite number where the mask is 1
   */
  read(name: string, values: ArrayLike<number>): Float64Array {
    return this.#read(name, values);
  }

  /** The same tokens, of which only those are trained that the mask has, too, and with other weights. */
  with(changes: {
    readonly mask?: ArrayLike<number | boolean>;
    readonly weights?: ArrayLike<number>;
  }): TokenBatch {
    if (changes.mask === undefined && changes.weights === undefined) return this;
    const { logprobs, offsets, groupOf } = this;
    const own = maskOf(changes.mask, logprobs.length);
    const kept: Record<string, Float64Array> = {};
    for (const field of OPTIONAL) if (this[field] !== null) kept[field] = this[field];
    const mask = this.mask.map((on, i) => on & (own[i] as number));
    const weights = changes.weights && { weights: changes.weights };
    const groups = groupOf && { groups: groupOf };
    return TokenBatch.from({ logprobs, offsets, ...kept, ...weights, ...groups, mask });
  }

  #read(name: string, values: ArrayLike<number>, hint = ''): Float64Array {
    const { length } = this.mask;
    checkLength(name, values, length, 'token', hint);
    const copy = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      if (this.mask[i] === 0) continue;
      const value: unknown = values[i];
      if (!Number.isFinite(value))
        refuse(`${name}[${i}] (${this.place(i)})`, 'a finite number', value);
      copy[i] = value as number;
    }
    return copy;
  }

  #readAdvantages({ advantages, sequenceAdvantages }: FlatTokens): Float64Array | null {
    if (sequenceAdvantages === undefined) {
      const hint = '; sequenceAdvantages has one a sequence';
      return advantages === undefined ? null : this.#read('advantages', advantages, hint);
    }
    if (advantages !== undefined)
      refuse('sequenceAdvantages', 'left out where there are advantages', sequenceAdvantages);
    checkLength('sequenceAdvantages', sequenceAdvantages, this.numSequences, 'sequence');
    const spread = new Float64Array(this.mask.length);
    this.trained.forEach((count, s) => {
      const value: unknown = sequenceAdvantages[s];
      if (count === 0) return;
      if (!Number.isFinite(value)) refuse(`sequenceAdvantages[${s}]`, 'a finite number', value);
      for (let i = this.offsets[s] as number; i < (this.offsets[s + 1] as number); i++)
        if (this.mask[i] === 1) spread[i] = value as number;
    });
    return spread;
  }
}

function checkOffsets(offsets: ArrayLike<number>, length: number): Uint32Array {
  return GroupedRewards.fromFlat(new Float64Array(length), offsets).offsets.slice();
}

function maskOf(mask: FlatTokens['mask'], length: number): Uint8Array {
  if (mask === undefined) return new Uint8Array(length).fill(1);
  return readMask(mask, length, ' (weights scale a token)');
}

function readGroups(groups: ArrayLike<unknown> | undefined, length: number): Uint32Array | null {
  if (groups === undefined) return null;
  checkLength('groups', groups, length, 'sequence');
  const numbers = new Map<unknown, number>();
  return Uint32Array.from({ length }, (_, s) => {
    const number = numbers.get(groups[s]) ?? numbers.size;
    numbers.set(groups[s], number);
    return number;
  });
}

function countTrained(mask: Uint8Array, offsets: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: offsets.length - 1 }, (_, s) => {
    let count = 0;
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      count += mask[i] as number;
    return count;
  });
}
