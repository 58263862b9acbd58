import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readFlags, wholeNumber } from '../../examples/flags.ts';

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => vi.restoreAllMocks());

const options = { seed: { type: 'string', default: '1' } } as const;

it('flags have their defaults, and whole numbers', () => {
  expect({ ...readFlags({ args: [], options }) }).toEqual({ seed: '1' });
  expect({ ...readFlags({ args: ['--seed', '7'], options }) }).toEqual({ seed: '7' });
  expect([wholeNumber('seed', '0', 0), wholeNumber('seed', '12', 1)]).toEqual([0, 12]);
});

it.each(['abc', '', '-1', '1.5', '1e3', '0', ' 2', 'NaN', '9007199254740993'])(
  'a number of updates that is %j ends the program with one line',
  (text) => {
    expect(() => wholeNumber('updates', text, 1)).toThrow('exit 2');
    expect(said).toEqual([`--updates must be a whole number from 1, got ${JSON.stringify(text)}`]);
  },
);

it.each([[['--nope']], [['--seed']], [['extra']]])('so does %j', (args) => {
  expect(() => readFlags({ args, options })).toThrow('exit 2');
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/--nope|--seed|extra/);
});
