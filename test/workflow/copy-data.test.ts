import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyData } from '../../ts/workflow/copy-data.ts';

it('copies plain data, so that no object is shared', () => {
  fc.assert(
    fc.property(
      fc.object({ withNullPrototype: true, withTypedArray: true, maxDepth: 4 }),
      (data) => {
        const copy = copyData(data);
        expect(copy).toEqual(data);
        const objects = objectsOf(data);
        for (const each of objectsOf(copy)) expect(objects.has(each)).toBe(false);
      },
    ),
  );
});

it('keeps what occurs twice one object, cycles among it', () => {
  const message = { role: 'user' };
  const data: Record<string, unknown> = { first: [message], second: [message] };
  data.self = data;
  const copy = copyData(data) as { first: unknown[]; second: unknown[]; self: unknown };
  expect(copy.first[0]).toBe(copy.second[0]);
  expect(copy.first[0]).not.toBe(message);
  expect(copy.self).toBe(copy);
});

it('leaves objects of classes, functions and plain values as they are', () => {
  const data = { date: new Date(0), map: new Map(), call: () => 1, text: 'a', none: null };
  const copy = copyData(data);
  expect(copy).toEqual(data);
  for (const key of ['date', 'map', 'call'] as const) expect(copy[key]).toBe(data[key]);
});

it('copies the bytes of a Buffer', () => {
  const data = { image: Buffer.from([1, 2]) };
  const copy = copyData(data);
  copy.image[0] = 9;
  expect([...data.image]).toEqual([1, 2]);
  expect([...copy.image]).toEqual([9, 2]);
});

it('takes a key of JSON for a key, whatever its name', () => {
  const data = JSON.parse('{"__proto__": {"polluted": true}}');
  const copy = copyData(data);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect(copy.polluted).toBeUndefined();
});

function objectsOf(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  if (!ArrayBuffer.isView(value)) for (const each of Object.values(value)) objectsOf(each, found);
  return found;
}
