import { describe, expect, it } from 'vitest';
import { causeOf, describeError } from '../../ts/workflow/error-details.ts';

describe('describeError', () => {
  it('keeps message, name and stacks, those of causes too', () => {
    const inner = new TypeError('inner');
    const details = describeError(new RangeError('outer', { cause: inner }));
    expect(details).toMatchObject({ error_message: 'outer', error_type: 'RangeError' });
    expect(details.traceback).toMatch(/^RangeError: outer\n.*\nCaused by: TypeError: inner\n/s);
  });

  it.each([
    ['text', 'no luck', 'no luck', 'string'],
    ['nothing', undefined, 'undefined', 'undefined'],
    ['null', null, 'null', 'null'],
    ['a number', 7, '7', 'number'],
    ['a symbol', Symbol('s'), 'Symbol(s)', 'symbol'],
    ['an object with a message', { message: 'busy' }, 'busy', 'object'],
    ['an object', { code: 1 }, 'an object', 'object'],
    ['an object without a prototype', Object.create(null), 'an object', 'object'],
  ])('describes %s that was thrown', (_, thrown, error_message, error_type) => {
    expect(describeError(thrown)).toEqual({ error_message, error_type, traceback: '' });
  });

  it('keeps the message where the stack or the cause cannot be read', () => {
    for (const field of ['stack', 'cause']) {
      const error = Object.defineProperty(new Error('no luck'), field, {
        get() {
          throw new Error('not to be read');
        },
      });
      expect(describeError(error)).toMatchObject({ error_message: 'no luck' });
    }
  });

  it('never throws, whatever was thrown', () => {
    const hostile = new Proxy(new Error('x'), {
      get() {
        throw new Error('not to be read');
      },
    });
    expect(describeError(hostile).error_message).toBe('an error that cannot be read');
    const endless: Error = new Error('endless');
    endless.cause = endless;
    expect(describeError(endless).traceback).toBe(endless.stack);
  });
});

describe('causeOf', () => {
  it('gives back what was thrown', () => {
    const error = new Error('x');
    expect(causeOf(describeError(error))).toBe(error);
    expect(causeOf(describeError(undefined))).toBeUndefined();
  });

  it('gives the details where they come from elsewhere', () => {
    const details = { error_message: 'x', error_type: 'Error', traceback: '' };
    expect(causeOf(details)).toBe(details);
  });
});
