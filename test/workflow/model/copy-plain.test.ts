import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyPlain } from '../../../ts/workflow/model/copy-plain.ts';

it('copies what structuredClone copies, alike', () => {
  const data = fc.anything({ withDate: true, withMap: true, withSet: true, withTypedArray: true });
  fc.assert(
    fc.property(data, (value) => {
      expect(copyPlain('it', value)).toEqual(structuredClone(value));
    }),
  );
});

it('shares nothing with what was copied', () => {
  const message = {
    role: 'user',
    content: [{ type: 'text', text: 'hi', bytes: new Uint8Array(1) }],
  };
  const copied = copyPlain('message', message);
  message.content.forEach((part) => {
    part.text = 'bye';
    part.bytes[0] = 7;
  });
  expect(copied.content).toEqual([{ type: 'text', text: 'hi', bytes: new Uint8Array(1) }]);
});

it('copies data that holds itself, and names of all kinds', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(() => copyPlain('it', cyclic)).not.toThrow();
  const named = JSON.parse('{"__proto__": {"polluted": true}}');
  expect(Object.keys(copyPlain('it', named))).toEqual(['__proto__']);
  expect('polluted' in copyPlain('it', named)).toBe(false);
});

it.each([[() => 1], [{ deep: [Symbol('x')] }], [{ run() {} }], [new WeakMap()]])(
  'refuses %o',
  (value) => {
    expect(() => copyPlain('messages', value)).toThrow(/^messages must be plain data: /);
  },
);
