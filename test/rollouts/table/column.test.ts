import { describe, expect, it } from 'vitest';
import { Column, SIZE } from '../../../ts/rollouts/table/column.ts';

describe('Column', () => {
  it('gives back what was pushed and set, over any number of blocks', () => {
    for (const length of [1, 8, 9, 16_383, 16_384, 16_385, 50_000]) {
      const column = new Column(Uint32Array);
      for (let i = 0; i < length; i++) column.push(3 * i);
      expect(column.length).toBe(length);
      for (let i = 0; i < length; i++) column.set(i, column.get(i) + 1);
      const wrong = Array.from({ length }, (_, i) => i).filter((i) => column.get(i) !== 3 * i + 1);
      expect(wrong).toEqual([]);
    }
  });

  it('is extended by a block that is written to directly', () => {
    const column = new Column(Uint32Array);
    for (const first of [0, SIZE]) {
      const block = column.extend();
      for (let i = 0; i < SIZE; i++) block[i] = first + i;
    }
    column.push(2 * SIZE);
    expect(column.length).toBe(2 * SIZE + 1);
    expect([0, SIZE - 1, SIZE, 2 * SIZE].map((i) => column.get(i))).toEqual([
      0,
      SIZE - 1,
      SIZE,
      2 * SIZE,
    ]);
  });

  it('gives views of its numbers, which are not copies', () => {
    const column = new Column(Uint32Array);
    for (let i = 0; i < SIZE + 100; i++) column.push(i);
    expect([...column.view(64, 3)]).toEqual([64, 65, 66]);
    const last = column.view(SIZE + 64, 36);
    column.set(SIZE + 99, 7);
    expect([last[0], last[35]]).toEqual([SIZE + 64, 7]);
    expect([...column.view(0, 0)]).toEqual([]);
  });

  it('takes little while it is short', () => {
    const made: number[] = [];
    class Counted extends Uint32Array {
      constructor(length: number) {
        super(length);
        made.push(length);
      }
    }
    const column = new Column(Counted);
    for (let i = 0; i < 10; i++) column.push(i);
    expect(made).toEqual([8, 16]);
  });
});
