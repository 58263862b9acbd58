import { refuse } from '../errors/refuse.ts';
import { checkFields, isArrayLike } from '../types/check.ts';

/** Tokens of all sequences, flat: what a trainer holds anyway. Every array but two has one entry a token. */
export interface FlatTokens {
  /** log π(token), of the policy that is trained. [tokens] */
  readonly logprobs: ArrayLike<number>;
  /** Where each sequence begins: ascending from 0 to the number of tokens. [sequences + 1] */
  readonly offsets: ArrayLike<number>;
  /** 1 or true where a token is trained, 0 or false elsewhere (prompts, tool output). Default: all are. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
  /** [tokens] */
  readonly advantages?: ArrayLike<number>;
  /** One for all tokens of a sequence, instead of `advantages`. [sequences] */
  readonly sequenceAdvantages?: ArrayLike<number>;
  /** log π_old(token): the policy that the ratio is taken to, the sampling one where there is no other. [tokens] */
  readonly oldLogprobs?: ArrayLike<number>;
  /** log π_ref(token), for the KL term. [tokens] */
  readonly refLogprobs?: ArrayLike<number>;
  /** log-probabilities that the sampler reported, for the correction of rollouts. [tokens] */
  readonly rolloutLogprobs?: ArrayLike<number>;
  /** Factors of the tokens' losses, of either sign; counts and the KL term are without them. Default: 1. [tokens] */
  readonly weights?: ArrayLike<number>;
  /** Entropy of the whole distribution at each token, in nats. [tokens] */
  readonly entropies?: ArrayLike<number>;
  /** What a sequence belongs with (a prompt, a rollout of several rows, a micro-batch): equal values are one group. [sequences] */
  readonly groups?: ArrayLike<unknown>;
}

/** One sequence: a prompt with its completion, or the completion alone. Arrays have one entry a token. */
export interface TokenSequence
  extends Omit<FlatTokens, 'offsets' | 'advantages' | 'sequenceAdvantages' | 'weights' | 'groups'> {
  /** One number for the whole sequence, or one a token. */
  readonly advantages?: number | ArrayLike<number>;
  /** One number for the whole sequence, or one a token. */
  readonly weights?: number | ArrayLike<number>;
  /** What the sequence belongs with; see {@link FlatTokens.groups}. */
  readonly group?: unknown;
}

type OptionalField = Exclude<keyof TokenSequence, 'logprobs' | 'group'>;

/** What a sequence without the field has, where others have it; undefined: it may not lack it. */
const LACKING: Readonly<Record<OptionalField, number | undefined>> = {
  mask: 1,
  weights: 1,
  advantages: undefined,
  oldLogprobs: undefined,
  refLogprobs: undefined,
  rolloutLogprobs: undefined,
  entropies: undefined,
};

/** Joins sequences. What one has all must have, but for a mask and weights: a missing number is no 0. */
export function flatten(sequences: Iterable<TokenSequence>): FlatTokens {
  const all = [...sequences];
  const offsets = [0];
  all.forEach((sequence, s) => {
    checkFields(`sequences[${s}]`, sequence, { logprobs: true, group: true, ...LACKING });
    checkLength(`sequences[${s}].logprobs`, sequence.logprobs);
    offsets.push((offsets[s] as number) + sequence.logprobs.length);
  });
  const join = (field: OptionalField | 'logprobs'): unknown[] => {
    const joined: unknown[] = new Array(offsets.at(-1) as number);
    all.forEach((sequence, s) => {
      fill(joined, offsets[s] as number, sequence, field, `sequences[${s}].${field}`);
    });
    return joined;
  };
  const fields = (Object.keys(LACKING) as OptionalField[])
    .filter((field) => all.some((sequence) => sequence[field] !== undefined))
    .map((field) => [field, join(field)]);
  const joined = { logprobs: join('logprobs'), ...Object.fromEntries(fields), offsets };
  return { ...(joined as FlatTokens), ...groupsOf(all) };
}

function groupsOf(sequences: readonly TokenSequence[]): { groups?: readonly unknown[] } {
  if (sequences.every(({ group }) => group === undefined)) return {};
  sequences.forEach(({ group }, s) => {
    if (group === undefined)
      refuse(`sequences[${s}].group`, 'given, as it is for another sequence', group);
  });
  return { groups: sequences.map(({ group }) => group) };
}

/** Puts what a sequence has for its tokens where they begin. */
function fill(
  joined: unknown[],
  start: number,
  sequence: TokenSequence,
  field: OptionalField | 'logprobs',
  name: string,
): void {
  const { length } = sequence.logprobs;
  const given = sequence[field];
  const isLacking = given === undefined && field !== 'logprobs';
  const value = isLacking ? LACKING[field] : given;
  const maySpread = isLacking || field === 'advantages' || field === 'weights';
  if (typeof value === 'number' && maySpread) {
    joined.fill(value, start, start + length);
    return;
  }
  if (value === undefined) refuse(name, 'given, as it is for another sequence', value);
  checkLength(name, value, length);
  for (let t = 0; t < length; t++) joined[start + t] = value[t];
}

/** Refuses what is no array, and one of another length. */
export function checkLength(
  name: string,
  value: unknown,
  length?: number,
  one = 'token',
  hint = '',
): asserts value is ArrayLike<unknown> {
  if (!isArrayLike(value)) refuse(name, 'an array of numbers', value);
  const came = value.length;
  if (length !== undefined && came !== length)
    refuse(name, `of length ${length}, one number a ${one}${hint}`, came);
}
