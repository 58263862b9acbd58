import type { ChatMessage, ToolDefinition } from '../../types/chat.ts';

/** Turns conversations into token ids, and back into text. */
export interface ScriptedTokenizer {
  /** The ids of a conversation, up to where the answer begins. */
  encodePrompt(messages: readonly ChatMessage[], tools: readonly ToolDefinition[]): number[];
  /** The ids of an answer as the model wrote it, with the one that ends it. */
  encodeAnswer(text: string): number[];
  /** The ids of plain text. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
}

const END = 256;
const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'tools'] as const;
const FIRST_ROLE = END + 1;

/**
 * A token for each byte of UTF-8 (0 to 255), one for the end of a message (256), and one for the begin of a message of
 * each role (257 on). The template is as plain: role, text, end, message after message, and the tools before all of
 * them. An assistant's message has the tokens that its answer had, so that the prompt of a turn extends the prompt
 * and the answer of the turn before.
 *
 * @example
 * byteTokenizer.encodePrompt([{ role: 'user', content: 'Hi' }], []); // [259, 72, 105, 256, 260]
 * byteTokenizer.decode([259, 72, 105, 256, 260]);                    // '<|user|>Hi<|end|><|assistant|>'
 */
export const byteTokenizer: ScriptedTokenizer = {
  encodePrompt(messages, tools) {
    const before = tools.length > 0 ? message('tools', JSON.stringify(tools)) : [];
    return [
      ...before,
      ...messages.flatMap((each) => message(each.role, writtenText(each))),
      begin('assistant'),
    ];
  },
  encodeAnswer: (text) => [...bytes(text), END],
  encode: bytes,
  decode(ids) {
    let text = '';
    let run: number[] = [];
    const endRun = (): void => {
      text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(run));
      run = [];
    };
    for (const id of ids) {
      if (id < END) {
        run.push(id);
        continue;
      }
      endRun();
      text += `<|${id === END ? 'end' : (roles[id - FIRST_ROLE] ?? id)}|>`;
    }
    endRun();
    return text;
  },
};

function message(role: (typeof roles)[number], text: string): number[] {
  return [begin(role), ...bytes(text), END];
}

function begin(role: (typeof roles)[number]): number {
  return FIRST_ROLE + roles.indexOf(role);
}

function bytes(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

/** A message as a model would write it: reasoning, text, and calls, in tags. */
export function writtenText(message: Omit<ChatMessage, 'role'>): string {
  const { content, reasoning_content: reasoning, tool_calls: calls = [] } = message;
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part) => part.text ?? JSON.stringify(part)).join('');
  const thought = reasoning === undefined ? '' : `<think>${reasoning}</think>`;
  const called = calls.map(
    ({ function: { name, arguments: given } }) =>
      `<tool_call>{"name":${JSON.stringify(name)},"arguments":${given}}</tool_call>`,
  );
  return thought + text + called.join('');
}
