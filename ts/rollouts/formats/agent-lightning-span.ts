import type { StepInit } from '../../types/step.ts';
import { numbersOf } from '../content.ts';
import { readReward } from '../fields.ts';
import { getRecord, type RolloutRecord } from '../record.ts';

/** Calls of a model are named after what traced them: OpenAI's client, LangChain, or a proxy. */
const CALL = /openai\.chat\.completion|chat_model\.llm|^raw_gen_ai_request$|^litellm_request$/;

/** Attributes of a span; undefined where it has none. */
export function attributesOf(span: RolloutRecord): RolloutRecord | undefined {
  return getRecord(span, 'attributes');
}

/** A call of a model that a span tells of. */
export interface SpanCall {
  /** By which a call that two tracers saw is known to be one. */
  readonly id: string | null;
  /** What the call was asked: the messages, else the token ids. */
  readonly input: string;
  readonly tokens: number;
  readonly chars: number;
}

/** Undefined for a span that is no call, or tells neither prompt nor answer. */
export function callOf(span: RolloutRecord): SpanCall | undefined {
  const name = span.get('name');
  const attributes = attributesOf(span);
  if (typeof name !== 'string' || !CALL.test(name) || !attributes) return undefined;
  const messages = messagesOf(attributes, 'gen_ai.prompt');
  const prompt = idsOf(attributes, promptNames);
  if (messages.length === 0 && prompt.length === 0) return undefined;
  const answer = messagesOf(attributes, 'gen_ai.completion');
  const id = attributes.get('gen_ai.response.id') ?? attributes.get('llm.hosted_vllm.id');
  return {
    id: typeof id === 'string' && id !== '' ? id : null,
    input: JSON.stringify(messages.length > 0 ? messages : prompt),
    tokens: idsOf(attributes, responseNames).length,
    chars: answer.reduce((sum, { content }) => sum + content.length, 0),
  };
}

/** The call as a step. */
export function callStep(span: RolloutRecord): StepInit {
  const attributes = attributesOf(span) as RolloutRecord;
  const answer = messagesOf(attributes, 'gen_ai.completion').slice(0, 1);
  return {
    promptIds: idsOf(attributes, promptNames),
    responseIds: idsOf(attributes, responseNames),
    logprobs: logprobsOf(attributes.get('logprobs.content')),
    chatCompletions: [...messagesOf(attributes, 'gen_ai.prompt'), ...answer],
    modelResponse: answer[0]?.content ?? '',
  };
}

const promptNames = ['prompt_token_ids', 'llm.hosted_vllm.prompt_token_ids'];
const responseNames = ['response_token_ids', 'llm.hosted_vllm.response_token_ids'];

interface Message {
  readonly role: string;
  readonly content: string;
}

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`, `gen_ai.prompt.1.role` … */
function messagesOf(attributes: RolloutRecord, prefix: string): Message[] {
  const messages: Message[] = [];
  for (let i = 0; ; i++) {
    const [role, content] = ['role', 'content'].map((part) =>
      attributes.get(`${prefix}.${i}.${part}`),
    );
    if (role === undefined && content === undefined) return messages;
    messages.push({
      role: typeof role === 'string' ? role : 'message',
      content: typeof content === 'string' ? content : '',
    });
  }
}

/** A list, or the text of one; of a list of lists the first, which is the first choice's. */
function idsOf(attributes: RolloutRecord, names: readonly string[]): number[] {
  for (const name of names) {
    const value = fromText(attributes.get(name));
    const ids = numbersOf(Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value);
    if (ids.length > 0) return ids;
  }
  return [];
}

function logprobsOf(content: unknown): number[] {
  const tokens = fromText(content);
  if (!Array.isArray(tokens)) return [];
  return numbersOf(tokens.map((token: unknown) => (token as { logprob?: unknown })?.logprob));
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * The reward that a span tells of: of version 0.3 the first of its dimensions or the one of that name, of older ones the only
 * one. Undefined for a span that tells of none.
 */
export function spanReward(
  span: RolloutRecord,
  name: string | undefined,
): number | null | undefined {
  const attributes = attributesOf(span);
  if (!attributes) return undefined;
  for (let i = 0; ; i++) {
    const value = attributes.get(`agentlightning.reward.${i}.value`);
    if (value === undefined) break;
    if (name === undefined || attributes.get(`agentlightning.reward.${i}.name`) === name) {
      return readReward(value);
    }
  }
  const older = attributes.get('agentlightning.reward');
  if (older !== undefined) return readReward(older);
  return span.get('name') === 'agentlightning.reward'
    ? readReward(attributes.get('reward'))
    : undefined;
}
