import { taskOrder } from '../../datasets/task-order.ts';
import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import type { ChatMessage, ToolDefinition } from '../../types/chat.ts';
import { checkArray, checkFunction, checkRecord } from '../../types/check.ts';
import type { CharacterTokenizer } from './character-tokenizer.ts';
import { encodeMessage, encodeTools } from './chat-template.ts';
import { checkTokens } from './check-calls.ts';
import type { Datum } from './datum.ts';
import type { LocalPolicy } from './local-policy.ts';

/**
 * A text that grows as `complete` lets it grow: what is given and what the policy writes, in turns. The latter is learned.
 */
export interface CompletionDemonstration {
  readonly turns: readonly (readonly [given: string, written: string])[];
}

/** A conversation that begins with tools, as prompts do with `showTools`. */
export interface ToolDemonstration {
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly ChatMessage[];
}

/** A conversation, of which the answers of the assistant are learned, or a text that is completed. */
export type Demonstration = readonly ChatMessage[] | ToolDemonstration | CompletionDemonstration;

/** What a policy is to imitate, and how long. */
export interface SupervisedOptions {
  readonly demonstrations: readonly Demonstration[];
  /** Updates. */
  readonly steps: number;
  /** Demonstrations of an update. Default 32. */
  readonly batchSize?: number;
  /** Default 1e-3. */
  readonly learningRate?: number;
  /** Default 1; 0 for none. */
  readonly gradClipNorm?: number;
  /** Of the order of demonstrations, which is a new one for every pass. Default 0. */
  readonly seed?: number;
  /** Called after each update with its loss, that of the parameters before it. */
  readonly onStep?: (step: number, loss: number) => void;
}

const OPTION_NAMES: OptionNames<SupervisedOptions> = {
  demonstrations: true,
  steps: true,
  batchSize: true,
  learningRate: true,
  gradClipNorm: true,
  seed: true,
  onStep: true,
};

/** @throws UpperhandError `invalid-argument` for options that there are not or out of range */
export function checkSupervised(options: SupervisedOptions): void {
  checkOptions(options, OPTION_NAMES);
  const { demonstrations, steps, batchSize = 32, seed = 0, onStep } = options;
  const { learningRate = 1e-3, gradClipNorm = 1 } = options;
  checkArray('demonstrations', demonstrations);
  if (demonstrations.length === 0) refuse('demonstrations', 'at least one', 0);
  demonstrations.forEach((one, i) => {
    checkDemonstration(one, `demonstrations[${i}]`);
  });
  for (const [name, value, least] of [
    ['steps', steps, 0],
    ['batchSize', batchSize, 1],
    ['seed', seed, 0],
  ] as const)
    if (!Number.isSafeInteger(value) || value < least) refuse(name, `an integer ≥ ${least}`, value);
  for (const [name, value] of Object.entries({ learningRate, gradClipNorm }))
    if (!(Number.isFinite(value) && value >= 0)) refuse(name, 'a finite number ≥ 0', value);
  if (onStep !== undefined) checkFunction('onStep', onStep);
}

function checkDemonstration(one: Demonstration, what: string): void {
  if (isCompletion(one)) {
    checkArray(`${what}.turns`, one.turns);
    one.turns.forEach((turn, i) => {
      if (!Array.isArray(turn) || turn.length !== 2)
        refuse(`${what}.turns[${i}]`, 'what is given and what is written', turn);
    });
    if (!one.turns.some(([, written]) => written !== ''))
      refuse(`${what}.turns`, 'pairs of texts, of which the policy writes one', one.turns);
    return;
  }
  const { tools, messages } = conversationOf(one);
  checkArray(`${what}.tools`, tools);
  checkArray(what, messages);
  messages.forEach((message, i) => {
    checkRecord(`${what}[${i}]`, message);
  });
  if (!messages.some(({ role }) => role === 'assistant'))
    refuse(what, 'a conversation with an answer of the assistant', messages);
}

function isCompletion(one: Demonstration): one is CompletionDemonstration {
  return typeof one === 'object' && one !== null && 'turns' in one;
}

function conversationOf(one: readonly ChatMessage[] | ToolDemonstration): ToolDemonstration {
  return typeof one === 'object' && one !== null && 'messages' in one
    ? one
    : { tools: [], messages: one };
}

/**
 * Teaches a policy by imitation: cross-entropy over the answers of demonstrations. What a policy does not do at all
 * it cannot be rewarded for, so training by rewards begins with a little of this.
 *
 * @returns the loss of each step
 * @throws UpperhandError `invalid-argument` for options that there are not or out of range, and for demonstrations with
 *   unknown characters, without an answer or longer than the context; nothing is learned then
 */
export async function supervised(
  policy: LocalPolicy,
  tokenizer: CharacterTokenizer,
  options: SupervisedOptions,
): Promise<number[]> {
  checkSupervised(options);
  const { demonstrations, steps, batchSize = 32, seed = 0, onStep } = options;
  const { learningRate = 1e-3, gradClipNorm = 1 } = options;
  const datums = demonstrations.map((messages, i) =>
    demonstrationDatum(tokenizer, messages, `demonstrations[${i}]`),
  );
  // All of them, before any is learned from.
  datums.forEach(({ tokens }, i) => {
    checkTokens(`demonstrations[${i}]`, tokens, { ...policy.config, least: 2 });
  });
  const losses: number[] = [];
  const next = batchesOf(datums.length, batchSize, seed);
  for (let step = 0; step < steps; step++) {
    const batch = next().map((i) => datums[i] as Datum);
    const { loss } = await policy.forwardBackward(batch, 'cross_entropy');
    await policy.optimStep({ learningRate, gradClipNorm });
    losses.push(loss);
    onStep?.(step, loss);
  }
  return losses;
}

/** A demonstration as a datum: the tokens that the policy is to write are trained, the ends of its messages included. */
export function demonstrationDatum(
  tokenizer: CharacterTokenizer,
  demonstration: Demonstration,
  what = 'a demonstration',
): Datum {
  const tokens: number[] = [];
  const mask: number[] = [];
  const add = (ids: readonly number[], isTrained: (t: number) => boolean): void => {
    tokens.push(...ids);
    mask.push(...ids.map((_, t) => (isTrained(t) ? 1 : 0)));
  };
  if (isCompletion(demonstration)) {
    add([tokenizer.special('begin')], () => false);
    demonstration.turns.forEach(([given, written], i) => {
      add(tokenizer.encode(given, { what: `${what}.turns[${i}][0]` }), () => false);
      add(tokenizer.encode(written, { what: `${what}.turns[${i}][1]` }), () => true);
    });
  } else {
    const { tools, messages } = conversationOf(demonstration);
    add(encodeTools(tokenizer, tools), () => false);
    messages.forEach((message, i) => {
      const isAnswer = message.role === 'assistant';
      add(encodeMessage(tokenizer, message, `${what}[${i}]`), (t) => isAnswer && t > 0);
    });
  }
  return { tokens, mask };
}

/** The places of the demonstrations of the next step; passes follow each other without a gap. */
function batchesOf(total: number, size: number, seed: number): () => number[] {
  let pass = 0;
  let waiting: number[] = [];
  return () => {
    while (waiting.length < size) waiting.push(...taskOrder(total, seed, pass++));
    const batch = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return batch;
  };
}
