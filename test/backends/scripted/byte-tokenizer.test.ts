import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteTokenizer, writtenText } from '../../../ts/backends/scripted/byte-tokenizer.ts';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import { assistantMessage } from '../../../ts/workflow/model/assistant-message.ts';
import { arbitraryOutput, makeCall } from '../../workflow/model/outputs.ts';

describe('a conversation', () => {
  it('is role, bytes and end, message after message, up to where the answer begins', () => {
    const ids = byteTokenizer.encodePrompt([{ role: 'user', content: 'Hé' }], []);
    expect(ids).toEqual([259, 72, 195, 169, 256, 260]);
    expect(byteTokenizer.decode(ids)).toBe('<|user|>Hé<|end|><|assistant|>');
  });

  it('has its tools first', () => {
    const tools = [{ type: 'function' as const, function: { name: 'add' } }];
    const ids = byteTokenizer.encodePrompt([{ role: 'system', content: 'Be brief.' }], tools);
    expect(byteTokenizer.decode(ids)).toBe(
      `<|tools|>${JSON.stringify(tools)}<|end|><|system|>Be brief.<|end|><|assistant|>`,
    );
  });

  it('is written with its reasoning, calls and parts', () => {
    expect(
      writtenText({
        content: [
          { type: 'text', text: 'See ' },
          { type: 'image_url', image_url: { url: 'a' } },
        ],
        reasoning_content: 'Hm.',
        tool_calls: [makeCall('call_a', 'add', '{ "a":1 }')],
      }),
    ).toBe(
      '<think>Hm.</think>See {"type":"image_url","image_url":{"url":"a"}}' +
        '<tool_call>{"name":"add","arguments":{ "a":1 }}</tool_call>',
    );
    expect(writtenText({ content: null })).toBe('');
  });

  it('that goes on begins with the tokens of what was asked and answered', () => {
    const question: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
    const more: ChatMessage[] = [{ role: 'user', content: 'And?' }];
    fc.assert(
      fc.property(arbitraryOutput, (output) => {
        const message = assistantMessage(output);
        const answer = byteTokenizer.encodeAnswer(writtenText(message));
        const before = [...byteTokenizer.encodePrompt(question, []), ...answer];
        const after = byteTokenizer.encodePrompt([...question, message, ...more], []);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

it('plain text is its bytes, and comes back', () => {
  fc.assert(
    fc.property(fc.constantFrom('', '\ufeff'), fc.string({ unit: 'grapheme' }), (mark, rest) => {
      const text = mark + rest;
      const ids = byteTokenizer.encode(text);
      expect(ids.every((id) => id >= 0 && id < 256)).toBe(true);
      expect(byteTokenizer.decode(ids)).toBe(text);
    }),
  );
});

it('ids that there are not are shown as they are', () => {
  expect(byteTokenizer.decode([72, 999])).toBe('H<|999|>');
});
