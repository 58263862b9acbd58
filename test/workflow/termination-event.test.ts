import { expect, it } from 'vitest';
import type { TerminationReason } from '../../ts/types/termination-reason.ts';
import { TerminationEvent } from '../../ts/workflow/termination-event.ts';

it('has a reason, unknown unless it is said', () => {
  expect(new TerminationEvent('max_turns_exceeded')).toMatchObject({
    name: 'TerminationEvent',
    reason: 'max_turns_exceeded',
    message: 'Terminated: max_turns_exceeded',
  });
  expect(new TerminationEvent().reason).toBe('unknown');
});

it('refuses a reason that there is not', () => {
  expect(() => new TerminationEvent('bored' as TerminationReason)).toThrow(/one of .*got "bored"/);
});
