// What comes from JSON or from JavaScript without types is refused by name, never taken for something else.
import { describe, expect, it } from 'vitest';
import * as upperhand from '../../ts/index.ts';
import { UpperhandError } from '../../ts/index.ts';

const steps = {
  groups: ['g', 'g'],
  trajectories: ['a', 'b'],
  states: ['x', 'x'],
  rewards: [1, 0],
  returns: [1, 0],
  outcomes: [1, 0],
};
const { returns: _, ...ofGigpo } = steps;
const gigpoSpec = upperhand.presetSpec('drmas/gigpo');
const grpo = upperhand.presetSpec('verl/grpo');

/** Calls that are right. */
const calls: readonly (readonly [name: string, args: readonly unknown[]])[] = [
  ['stepReturns', [[1, 2], ['a', 'b'], 0.5]],
  ['groupStates', [['g', 'g'], ['a', 'b'], { similarity: 0.5 }]],
  ['textSimilarity', ['a', 'b']],
  ['gigpo', [ofGigpo, {}]],
  ['runStepSpec', [gigpoSpec, steps, {}]],
  ['updateBeta', [{ a: 1, b: 1 }, 1, 0.5]],
  ['trackerStateToJSON', [upperhand.createTrackerState('ema')]],
  ['trackerStateFromJSON', [{ kind: 'ema', means: {} }]],
  ['assignToNodes', [[[0, 1]], [2]]],
  ['pickSampled', [[[0, 1]], [2, 3]]],
  ['spreadOverTokens', [[[0, 1]], [[2]]]],
  ['scalarAdvantage', [[[1]]]],
  ['flaggedPenalty', [[1], [true], 0.5]],
  ['isUniformGroup', [[1, 1], {}]],
  ['compareSpecs', [grpo, gigpoSpec]],
  ['workedExamples', [grpo, grpo]],
  ['explainSpec', [grpo, [[1, 0]], {}]],
];
const wrong = [undefined, null, 5, Number.NaN, true, {}, new Map(), () => 1, new Date(0)];

const api: Readonly<Record<string, unknown>> = { ...upperhand };

function call(name: string, args: readonly unknown[]): unknown {
  return (api[name] as (...given: readonly unknown[]) => unknown)(...args);
}

describe.each(calls)('%s', (name, args) => {
  it('takes what is right', () => {
    expect(() => call(name, args)).not.toThrow();
  });

  it('refuses what is wrong by name', () => {
    args.forEach((arg, i) => {
      const fields = typeof arg === 'object' && arg !== null && !Array.isArray(arg) ? arg : {};
      for (const value of wrong) {
        const others = [
          value,
          ...Object.keys(fields).map((key) => ({ ...(arg as object), [key]: value })),
        ];
        for (const other of others) {
          let thrown: unknown;
          try {
            call(name, args.with(i, other));
          } catch (error) {
            thrown = error;
          }
          if (thrown !== undefined) expect(thrown).toBeInstanceOf(UpperhandError);
        }
      }
    });
  });
});

it('text and null are no numbers', () => {
  for (const value of ['1', null, undefined, 1n]) {
    expect(() => call('stepReturns', [[value], ['a'], 1])).toThrow(
      /^rewards\[0\] must be a number/,
    );
    expect(() => call('flaggedPenalty', [[value], [1], 1])).toThrow(/^rewards\[0\] must be/);
    expect(() => call('isUniformGroup', [[value]])).toThrow(/^rewards\[0\] must be a number/);
    expect(() => call('updateBeta', [{ a: 1, b: 1 }, value, 1])).toThrow('reward must be a number');
    expect(() => call('assignToNodes', [[[1]], [value]])).toThrow(/^values\[0\] must be a number/);
    for (const field of ['returns', 'outcomes'])
      expect(() => call('runStepSpec', [gigpoSpec, { ...steps, [field]: [value, 1] }])).toThrow(
        UpperhandError,
      );
  }
  expect(call('isUniformGroup', [[true, true]])).toBe(true);
});

it('a token spec has kinds of text', () => {
  const { credit, ...gae } = upperhand.presetSpec('verl/gae') as upperhand.TokenSpec;
  expect(() => call('checkTokenSpec', [{ ...gae, credit: { ...credit, kind: ['gae'] } }])).toThrow(
    'spec.credit.kind: must be one of',
  );
});
