import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MersenneTwister } from '../../ts/datasets/mersenne-twister.ts';
import { taskOrder } from '../../ts/datasets/task-order.ts';

describe('MersenneTwister', () => {
  // CPython 3.11: [random.Random(seed).getrandbits(k) for k in …], from one generator.
  const bits = [32, 1, 7, 31, 33, 40, 53, 32];
  it.each([
    [0, [3626764237, 0, 97, 1911784257, 1806341205, 1061968961082, 4376848748439138, 1739178872]],
    [1, [577090037, 1, 108, 1722851096, 3280387012, 129944532028, 6854138572100987, 1930549411]],
    [42, [2746317213, 0, 3, 1592467581, 1181241943, 151282538206, 923193498493097, 2906402157]],
    [-42, [2746317213, 0, 3, 1592467581, 1181241943, 151282538206, 923193498493097, 2906402157]],
    [
      12345678901,
      [4063089813, 1, 41, 1864306511, 1648367662, 775407549965, 6904491133179806, 718549185],
    ],
    [
      Number.MAX_SAFE_INTEGER,
      [404802386, 1, 28, 1616160807, 5116815672, 125187340780, 193918189570596, 2064941710],
    ],
    [
      -(2 ** 40),
      [445128065, 0, 85, 141014524, 1832466665, 439751955173, 5048053847385826, 334524418],
    ],
    [
      2n ** 70n,
      [999817988, 1, 53, 1051469804, 4757220135, 33287116650, 2056901308772140, 1195253474],
    ],
  ])('draws what Python draws from seed %s', (seed, expected) => {
    const random = new MersenneTwister(seed);
    expect(bits.map((k) => random.getRandBits(k))).toEqual(expected);
  });

  it('goes on as Python does when its state is used up', () => {
    const random = new MersenneTwister(5);
    for (let i = 0; i < 1000; i++) random.getRandBits(32);
    expect(random.getRandBits(32)).toBe(2355429967);
  });

  it('stays below 2^k', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 53 }), (seed, k) => {
        const drawn = new MersenneTwister(seed).getRandBits(k);
        expect(Number.isSafeInteger(drawn) && drawn >= 0 && drawn < 2 ** k).toBe(true);
      }),
    );
  });

  it('refuses what is no seed, and more bits than a double has', () => {
    expect(() => new MersenneTwister(0.5)).toThrow(/seed must be a whole number .*, got 0\.5/);
    expect(() => new MersenneTwister(2 ** 53)).toThrow(/2\^53 - 1/);
    for (const k of [0, 54, 1.5])
      expect(() => new MersenneTwister(0).getRandBits(k)).toThrow(
        /k must be a whole number from 1/,
      );
  });
});

describe('taskOrder', () => {
  // CPython 3.11: random.Random(seed + epoch).shuffle(list(range(n)))
  it.each([
    [5, 0, 0, [2, 1, 0, 4, 3]],
    [1, 3, 0, [0]],
    [0, 3, 0, []],
    [10, -3, 1, [5, 9, 3, 4, 6, 7, 2, 8, 1, 0]],
    [
      33,
      12345678901,
      7,
      [
        3, 24, 27, 7, 15, 13, 9, 30, 16, 1, 12, 14, 10, 29, 4, 22, 0, 21, 32, 31, 19, 23, 28, 6, 11,
        20, 26, 17, 2, 25, 5, 18, 8,
      ],
    ],
  ])('%s tasks, seed %s, epoch %s', (n, seed, epoch, expected) => {
    expect([...taskOrder(n, seed, epoch)]).toEqual(expected);
  });

  it('is a permutation, the same again for the same sum of seed and epoch', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.maxSafeInteger(), fc.nat(20), (n, seed, epoch) => {
        const order = taskOrder(n, seed, epoch);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
        if (Number.isSafeInteger(seed + epoch))
          expect(taskOrder(n, seed + epoch, 0)).toEqual(order);
      }),
    );
  });
});
