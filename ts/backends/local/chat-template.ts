import { refuse } from '../../errors/refuse.ts';
import type { ChatMessage, ToolCall, ToolDefinition } from '../../types/chat.ts';
import { checkArray } from '../../types/check.ts';
import {
  type CharacterTokenizer,
  SPECIAL_CHARACTERS,
  type SpecialToken,
} from './character-tokenizer.ts';

const { call: CALL, thought: THOUGHT } = SPECIAL_CHARACTERS;

const MARKER: Readonly<Record<ChatMessage['role'], SpecialToken>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

/** What a model wrote, taken apart. */
export interface ParsedAnswer {
  readonly content: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCall[];
}

/**
 * The chat template: for each message the token of its role, its text, and the token `end`; at last the token
 * `assistant`, where the answer begins.
 *
 *     ⓢBe brief.␃ⓤ2+2=␃ⓐ
 *
 * An assistant's message is the tokens that the model wrote: {@link writtenAnswer}. So the prompt of a turn extends the
 * prompt and the answer of the turn before, if the agent passes the answer on as it came. A developer's message is one
 * of the system; names and call ids are not shown to the model. Tools are where they are given: {@link encodeTools}.
 *
 * @throws UpperhandError `invalid-argument` for characters that the tokenizer does not know, and parts that are no text
 * @example
 * const tokenizer = new CharacterTokenizer();
 * const ids = encodeChat(tokenizer, [
 *   { role: 'user', content: '2+2=' },
 *   { role: 'assistant', content: '4' },
 *   { role: 'user', content: '3+3=' },
 * ]);
 * tokenizer.decode(ids); // 'ⓤ2+2=␃ⓐ4␃ⓤ3+3=␃ⓐ'
 */
export function encodeChat(
  tokenizer: CharacterTokenizer,
  messages: readonly ChatMessage[],
  { tools = [] }: { readonly tools?: readonly ToolDefinition[] } = {},
): number[] {
  return [
    ...encodeTools(tokenizer, tools),
    ...messages.flatMap((message, i) => encodeMessage(tokenizer, message, `messages[${i}]`)),
    tokenizer.special('assistant'),
  ];
}

/**
 * Tools as a message of the system that stands before all others: for each `ⓒ`, its name, and after blanks the names of
 * its parameters, as calls are written. Descriptions and types are left out. Without tools there is no such message.
 *
 * @throws UpperhandError `invalid-argument` for names with characters that the tokenizer does not know
 * @example
 * const properties = { to: { type: 'string' } };
 * const move = { name: 'move', description: 'One step.', parameters: { type: 'object', properties } };
 * const tokenizer = new CharacterTokenizer();
 * tokenizer.decode(encodeTools(tokenizer, [{ type: 'function', function: move }])); // 'ⓢⓒmove to␃'
 */
export function encodeTools(
  tokenizer: CharacterTokenizer,
  tools: readonly ToolDefinition[],
): number[] {
  if (tools.length === 0) return [];
  const shown = tools.flatMap((tool, i) => {
    if (typeof tool?.function?.name !== 'string')
      refuse(`tools[${i}]`, 'a definition { type, function: { name, … } }', tool);
    const { name, parameters } = tool.function;
    const names = [name, ...Object.keys(parameters?.properties ?? {})].join(' ');
    return [tokenizer.special('call'), ...tokenizer.encode(names, { what: `tools[${i}]` })];
  });
  return [tokenizer.special('system'), ...shown, tokenizer.special('end')];
}

/** One message, from the token of its role to its `end`. */
export function encodeMessage(
  tokenizer: CharacterTokenizer,
  message: ChatMessage,
  what = 'a message',
): number[] {
  const { role } = message;
  if (!Object.hasOwn(MARKER, role))
    refuse(`${what}.role`, `one of ${Object.keys(MARKER).join(', ')}`, role);
  const isAnswer = role === 'assistant';
  const text = isAnswer ? writtenAnswer(message, what) : textOf(message, what);
  return [
    tokenizer.special(MARKER[role]),
    ...tokenizer.encode(text, { specials: isAnswer, what: `${what}.content` }),
    tokenizer.special('end'),
  ];
}

/**
 * An assistant's message as the model writes it: what it thought and `ⓡ`, its text, and for each call `ⓒ`, the name of
 * the tool, a blank, and the arguments.
 *
 * @example
 * writtenAnswer({
 *   role: 'assistant',
 *   content: 'West.',
 *   tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'move', arguments: '{"to":"W"}' } }],
 * }); // 'West.ⓒmove {"to":"W"}'
 */
export function writtenAnswer(message: ChatMessage, what = 'a message'): string {
  const { reasoning_content: reasoning, tool_calls: calls = [] } = message;
  const thought = reasoning === undefined ? '' : `${reasoning}${THOUGHT}`;
  const called = calls.map(({ function: { name, arguments: given } }) => `${CALL}${name} ${given}`);
  return thought + textOf(message, what) + called.join('');
}

/**
 * Takes an answer apart, so that {@link writtenAnswer} gives it back to the letter. What looks like a call and is none
 * stays text, all of it.
 *
 * @param text - without the token `end`
 * @param options - `tools: false` leaves calls in the text
 * @example
 * parseAnswer('West.ⓒmove {"to":"W"}').toolCalls[0].function; // { name: 'move', arguments: '{"to":"W"}' }
 * parseAnswer('ⓒmove').content;                               // 'ⓒmove'
 */
export function parseAnswer(
  text: string,
  { tools = true }: { readonly tools?: boolean } = {},
): ParsedAnswer {
  const thoughtEnd = text.indexOf(THOUGHT);
  const reasoning = thoughtEnd < 0 ? null : text.slice(0, thoughtEnd);
  const rest = text.slice(thoughtEnd + 1);
  const [content = '', ...written] = tools ? rest.split(CALL) : [rest];
  const calls = written.map((piece, i) => callOf(piece, i));
  if (calls.some((call) => call === null)) return { content: rest, reasoning, toolCalls: [] };
  return { content, reasoning, toolCalls: calls as ToolCall[] };
}

function callOf(piece: string, i: number): ToolCall | null {
  const blank = piece.indexOf(' ');
  if (blank <= 0) return null;
  const [name, given] = [piece.slice(0, blank), piece.slice(blank + 1)];
  return { id: `call_${i}`, type: 'function', function: { name, arguments: given } };
}

function textOf({ content }: ChatMessage, what: string): string {
  if (typeof content === 'string') return content;
  const parts = content ?? [];
  checkArray(`${what}.content`, parts);
  return parts
    .map((part, i) => {
      if (typeof part.text === 'string') return part.text;
      return refuse(
        `${what}.content[${i}]`,
        'a part with text, as the policy only reads',
        part.type,
      );
    })
    .join('');
}
