import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextTurn } from '../../ts/platform/next-turn.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the next turn of the event loop', () => {
  it.each(['here', 'where there is no setImmediate'])(
    'comes after all promises, %s',
    async (where) => {
      if (where !== 'here') vi.stubGlobal('setImmediate', undefined);
      const order: string[] = [];
      const promises = (async () => {
        for (let i = 0; i < 100; i++) await null;
        order.push('promises');
      })();
      await nextTurn();
      order.push('turn');
      await promises;
      expect(order).toEqual(['promises', 'turn']);
    },
  );
});
