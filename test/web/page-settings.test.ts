import { describe, expect, it } from 'vitest';
import { readCount, readSettings } from '../../ts/web/page-settings.ts';

describe('an address', () => {
  it('without parameters asks for the run of the command', () => {
    expect(readSettings('')).toEqual({ seed: 1, updates: 80, tasks: null, warmUpSteps: null });
  });

  it('may ask for another one', () => {
    const settings = { seed: 0, updates: 30, tasks: 8, warmUpSteps: 0 };
    expect(readSettings('?seed=0&updates=30&tasks=8&warm-up=0')).toEqual(settings);
  });

  it.each([
    ['?updates=0', 'updates must be a whole number from 1'],
    ['?seed=', 'seed must be a whole number from 0'],
    ['?seed=1e3', 'not “1e3”'],
    ['?seed=-1', 'not “-1”'],
    ['?seed=4294967296', 'not “4294967296”'],
    ['?warm-up=1001', 'warm-up must be a whole number from 0 to 1000, not “1001”'],
    ['?tasks=2147483647', 'tasks must be a whole number from 1 to 1000'],
    ['?updates=10001', 'updates must be a whole number from 1 to 10000'],
    ['?seed=1&seed=2', 'an address must have one seed, not several'],
    ['?warmup=3&sed=1', 'there is no warmup, sed in an address; there are seed, updates'],
  ])('%s is refused', (search, message) => {
    expect(() => readSettings(search)).toThrow(message);
  });
});

it('a number of the page is refused by its name', () => {
  expect(readCount('seed', '17', 0)).toBe(17);
  expect(() => readCount('seed', ' 1', 0)).toThrow('seed must be');
});
