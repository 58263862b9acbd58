import { describe, expect, it } from 'vitest';
import { parseTerminationReason, TerminationReason } from '../../ts/types/termination-reason.ts';

const all = [
  'max_prompt_length_exceeded',
  'max_response_length_exceeded',
  'env_done',
  'max_turns_exceeded',
  'timeout',
  'unknown',
  'error',
  'agent_setup_timeout',
  'env_start_timeout',
  'verifier_timeout',
  'grading_error',
  'sandbox_error',
  'model_error',
];

describe('TerminationReason', () => {
  it('has rLLM’s seven and the six newer ones, each under its name', () => {
    expect(Object.values(TerminationReason)).toEqual(all);
    for (const [name, value] of Object.entries(TerminationReason))
      expect(name.toLowerCase()).toBe(value);
  });
});

describe('parseTerminationReason', () => {
  it.each(all)('reads %s', (reason) => {
    expect(parseTerminationReason(reason)).toBe(reason);
  });

  it.each([
    ['TIMEOUT'],
    ['Timeout'],
    [' timeout'],
    ['time_out'],
    [''],
    ['__proto__'],
    [null],
    [undefined],
    [5],
    [['timeout']],
  ])('refuses %j: case and spelling count', (value) => {
    expect(() => parseTerminationReason(value)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(
          `termination reason must be one of ${all.join(', ')}, got `,
        ),
      }),
    );
  });
});
