import { expect, it } from 'vitest';
import { InMemoryStore } from '../../ts/workflow/in-memory-store.ts';

it('keeps values by key, undefined and null among them', async () => {
  const store = new InMemoryStore();
  expect(await store.get('a')).toBeUndefined();
  expect(await store.get('a', 7)).toBe(7);
  await store.set('a', undefined);
  await store.set('b', null);
  expect(await store.get('a', 7)).toBeUndefined();
  expect(await store.get('b', 7)).toBeNull();
  expect([await store.has('a'), await store.has('c')]).toEqual([true, false]);
  expect(await store.keys()).toEqual(['a', 'b']);
});

it('says whether what is deleted was there, and forgets all when it is cleared', async () => {
  const store = new InMemoryStore();
  await store.set('a', 1);
  expect([await store.delete('a'), await store.delete('a')]).toEqual([true, false]);
  await store.set('b', 2);
  await store.clear();
  expect(await store.keys()).toEqual([]);
});
