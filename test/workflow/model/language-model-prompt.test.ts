import { describe, expect, it } from 'vitest';
import { toChatMessages } from '../../../ts/workflow/model/language-model-prompt.ts';
import type {
  LanguageModelMessage,
  LanguageModelToolResultOutput,
} from '../../../ts/workflow/model/language-model-types.ts';
import { makeCall } from './outputs.ts';

it('a conversation becomes messages', () => {
  const prompt: LanguageModelMessage[] = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'One. ' },
        { type: 'text', text: 'Two.' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'I shall ask.' },
        { type: 'tool-call', toolCallId: 'call_a', toolName: 'add', input: { a: 1 } },
        { type: 'tool-call', toolCallId: 'call_b', toolName: 'now', input: undefined },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'call_a', toolName: 'add', output: text('3') },
        { type: 'tool-approval-response' },
        { type: 'tool-result', toolCallId: 'call_b', toolName: 'now', output: text('noon') },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Three, at noon.' }] },
    { role: 'assistant', content: [] },
  ];
  expect(toChatMessages(prompt)).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One. Two.' },
    {
      role: 'assistant',
      content: 'I shall ask.',
      reasoning_content: 'Hm.',
      tool_calls: [makeCall('call_a', 'add', '{"a":1}'), makeCall('call_b', 'now', '{}')],
    },
    { role: 'tool', tool_call_id: 'call_a', content: '3' },
    { role: 'tool', tool_call_id: 'call_b', content: 'noon' },
    { role: 'assistant', content: 'Three, at noon.' },
    { role: 'assistant', content: '' },
  ]);
});

function text(value: string): LanguageModelToolResultOutput {
  return { type: 'text', value };
}

it.each([
  [{ b: 2, a: { x: 1 } }, '{"b":2,"a":{"x":1}}'],
  ['a = 1', '"a = 1"'],
  [undefined, '{}'],
])('the input %j of a call is written as JSON', (input, expected) => {
  const call = { type: 'tool-call', toolCallId: 'call_a', toolName: 'add', input } as const;
  const [message] = toChatMessages([{ role: 'assistant', content: [call] }]);
  expect(message?.tool_calls).toEqual([makeCall('call_a', 'add', expected)]);
});

describe('the result of a tool', () => {
  it.each<[LanguageModelToolResultOutput, unknown]>([
    [{ type: 'text', value: '3' }, '3'],
    [{ type: 'json', value: { sum: 3 } }, '{"sum":3}'],
    [{ type: 'error-text', value: 'no such order' }, 'no such order'],
    [{ type: 'error-json', value: { code: 7 } }, '{"code":7}'],
    [{ type: 'execution-denied' }, 'The call was denied.'],
    [{ type: 'execution-denied', reason: 'Too dear.' }, 'Too dear.'],
    [
      {
        type: 'content',
        value: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'ab',
    ],
    [
      {
        type: 'content',
        value: [
          { type: 'text', text: 'see:' },
          { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
          { type: 'image-url', url: 'https://any.host/a.png' },
          { type: 'file-data', data: 'aGk=', mediaType: 'text/csv', filename: 'a.csv' },
          { type: 'file-id', fileId: 'f1' } as never,
        ],
      },
      [
        { type: 'text', text: 'see:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        { type: 'image_url', image_url: { url: 'https://any.host/a.png' } },
        { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,aGk=' } },
        { type: 'file-id', fileId: 'f1' },
      ],
    ],
  ])('%j is a message', (output, content) => {
    const result = { type: 'tool-result', toolCallId: 'call_a', toolName: 'add', output } as const;
    expect(toChatMessages([{ role: 'tool', content: [result] }])).toEqual([
      { role: 'tool', tool_call_id: 'call_a', content },
    ]);
  });

  it('of an unknown kind is refused', () => {
    const output = { type: 'smell' } as never;
    const result = { type: 'tool-result', toolCallId: 'a', toolName: 'b', output } as const;
    expect(() => toChatMessages([{ role: 'tool', content: [result] }])).toThrow('"smell"');
  });
});

describe('files', () => {
  const bytes = new TextEncoder().encode('hi');
  it.each([
    ['image/png', bytes, { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }],
    ['image/*', 'aGk=', { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,aGk=' } }],
    [
      'image/png',
      new URL('https://any.host/a.png'),
      { type: 'image_url', image_url: { url: 'https://any.host/a.png' } },
    ],
    ['audio/wav', 'aGk=', { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }],
    ['audio/wav', bytes, { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }],
    [
      'application/pdf',
      bytes,
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
    ],
  ])('of %s become parts', (mediaType, data, expected) => {
    const file = { type: 'file', mediaType, data, filename: 'a.pdf' } as const;
    const content = [{ type: 'text', text: 'See:' } as const, file];
    expect(toChatMessages([{ role: 'user', content }])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'See:' }, expected] },
    ]);
    expect(toChatMessages([{ role: 'assistant', content }])).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'See:' }, expected] },
    ]);
  });
});

it('a role that there is not is refused', () => {
  expect(() => toChatMessages([{ role: 'critic', content: '' } as never])).toThrow(
    'role must be system, user, assistant or tool, got "critic"',
  );
});
