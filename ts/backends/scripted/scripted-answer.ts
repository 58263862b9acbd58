import { refuse } from '../../errors/refuse.ts';
import type { ChatMessage, ToolCall } from '../../types/chat.ts';
import { checkArray, checkText } from '../../types/check.ts';
import type { ModelRequest } from '../../workflow/rollout-engine.ts';

/** What a script knows about a request beside its messages. */
export interface ScriptedRequest extends ModelRequest {
  /** Version of the weights that answers; a script may get better with it. */
  readonly weightVersion: number;
}

/** A call of a tool: arguments that are no text are written as JSON; an id is made up when there is none. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id?: string;
}

/** An answer: text, or text together with what else a model writes. */
export type ScriptedAnswer =
  | string
  | {
      readonly content?: string;
      readonly reasoning?: string;
      readonly toolCalls?: readonly ScriptedToolCall[];
    };

/** Plays the model: the same messages and request should give the same answer. */
export type Respond = (
  messages: readonly ChatMessage[],
  request: ScriptedRequest,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** The parts of an answer that a rollout engine gives. */
export interface AnswerParts {
  readonly content: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCall[];
}

/** @throws UpperhandError `invalid-argument` for what is no answer */
export function answerParts(answer: ScriptedAnswer, turn: number): AnswerParts {
  if (typeof answer === 'string') return { content: answer, reasoning: null, toolCalls: [] };
  if (typeof answer !== 'object' || answer === null)
    refuse('what respond returns', 'text or { content, reasoning, toolCalls }', answer);
  const { content = '', reasoning = null, toolCalls = [] } = answer;
  checkText('the content that respond returns', content);
  if (reasoning !== null) checkText('the reasoning that respond returns', reasoning);
  checkArray('the toolCalls that respond returns', toolCalls);
  return {
    content,
    reasoning,
    toolCalls: toolCalls.map(({ name, arguments: given, id = undefined }, i) => ({
      id: id ?? `call_${turn}_${i}`,
      type: 'function',
      function: {
        name,
        arguments: typeof given === 'string' ? given : (JSON.stringify(given) ?? '{}'),
      },
    })),
  };
}
