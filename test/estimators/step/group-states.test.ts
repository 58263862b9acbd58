import { expect, test } from 'vitest';
import { groupStates } from '../../../ts/estimators/step/group-states.ts';

test('equal states of one group have one number, those of two groups never', () => {
  const numbers = groupStates(['g', 'g', 'h', 'g', 'h'], ['s', 't', 's', 's', 's']);
  expect([...numbers]).toEqual([0, 1, 2, 0, 2]);
});

test('a text joins the first kind that it resembles', () => {
  const table = 'You are in the kitchen, facing a table';
  const states = [`${table}.`, `${table}!`, 'You are outside.'];
  const groups = ['g', 'g', 'g'];
  expect([...groupStates(groups, states, { similarity: 0.95 })]).toEqual([0, 0, 1]);
  expect([...groupStates(groups, states, { similarity: 0.99 })]).toEqual([0, 1, 2]);
  expect([...groupStates(groups, states)]).toEqual([0, 1, 2]);
});

test('a number and its text are different states', () => {
  expect([...groupStates(['g', 'g', 'g'], [1, '1', true])]).toEqual([0, 1, 2]);
});

test.each([
  [['g', 'g'], ['s'], 'equal', /states must be as many as groups \(2\)/],
  [['g'], [{}], 'equal', /states\[0\] must be a text, a number or a boolean/],
  [['g'], [1], { similarity: 0.9 }, /states\[0\] must be a text, to be compared by similarity/],
  [['g'], ['s'], { similarity: 1 }, /similarity must be a number between 0 and 1, got 1/],
] as const)('refuses %j %j %j', (groups, states, same, message) => {
  expect(() => groupStates(groups, states as unknown as string[], same)).toThrow(message);
});
