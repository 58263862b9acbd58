import { afterEach, describe, expect, it } from 'vitest';
import { builtInLosses } from '../../ts/losses/built-ins.ts';
import { cispoLoss } from '../../ts/losses/cispo.ts';
import { crossEntropyLoss } from '../../ts/losses/cross-entropy.ts';
import { droLoss } from '../../ts/losses/dro.ts';
import { importanceSamplingLoss } from '../../ts/losses/importance-sampling.ts';
import type { LossFn } from '../../ts/losses/loss-fn.ts';
import { ppoLoss } from '../../ts/losses/ppo.ts';
import {
  describeLoss,
  getLoss,
  isKnownLoss,
  listLosses,
  registerLoss,
} from '../../ts/losses/registry.ts';

const builtIn = Object.keys(builtInLosses);
const zero: LossFn = ({ numTokens }) => ({ loss: 0, dLogprobs: new Float64Array(numTokens) });
const one: LossFn = ({ numTokens }) => ({ loss: 1, dLogprobs: new Float64Array(numTokens) });

const undos: (() => void)[] = [];
const register: typeof registerLoss = (...args) => {
  const undo = registerLoss(...args);
  undos.push(undo);
  return undo;
};

afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

describe('getLoss', () => {
  it('gives the very functions that are exported', () => {
    expect(getLoss('importance_sampling')).toBe(importanceSamplingLoss);
    expect(getLoss('ppo')).toBe(ppoLoss);
    expect(getLoss('cispo')).toBe(cispoLoss);
    expect(getLoss('dro')).toBe(droLoss);
    expect(getLoss('cross_entropy')).toBe(crossEntropyLoss);
  });

  it('refuses unknown names, listing the known ones and the nearest', () => {
    expect(() => getLoss('cipso')).toThrow(
      expect.objectContaining({
        code: 'unknown-loss',
        message: `unknown loss "cipso"; known: ${builtIn.join(', ')}. Did you mean "cispo"? registerLoss adds your own.`,
      }),
    );
  });

  it.each(['', 'toString', '__proto__', 'constructor', 'zzzzzz', null, 7])(
    'refuses %j without guessing',
    (name) => {
      expect(() => getLoss(name as string)).toThrow(/^unknown loss (?!.*Did you)/);
      expect(isKnownLoss(name)).toBe(false);
    },
  );
});

describe('registerLoss', () => {
  it('makes a loss known, after the built-in ones, in the order of registering', () => {
    register('ours/dapo', zero);
    register('__proto__', one);
    expect(getLoss('ours/dapo')).toBe(zero);
    expect(getLoss('__proto__')).toBe(one);
    expect(listLosses()).toEqual([...builtIn, 'ours/dapo', '__proto__']);
  });

  it.each(['ppo', 'mine'])('refuses %s when that name is taken', (name) => {
    register('mine', zero);
    expect(() => registerLoss(name, one)).toThrow(
      expect.objectContaining({
        code: 'duplicate-loss',
        message: `loss "${name}" is registered already; pass { override: true } to replace it`,
      }),
    );
    expect([getLoss('mine'), getLoss('ppo')]).toEqual([zero, ppoLoss]);
  });

  it('replaces with override, a built-in one too, and puts it back when taken back', () => {
    const undo = register('ppo', zero, { override: true });
    expect(getLoss('ppo')).toBe(zero);
    expect(describeLoss('ppo')).toMatchObject({ formula: null, builtIn: false });
    const undoSecond = register('ppo', one, { override: true });
    expect(getLoss('ppo')).toBe(one);
    undo();
    expect(getLoss('ppo')).toBe(one);
    undoSecond();
    undo();
    expect(getLoss('ppo')).toBe(ppoLoss);
    expect(listLosses()).toEqual(builtIn);
  });

  it.each([
    ['', zero, {}, 'loss name must be a non-empty string, got ""'],
    [7, zero, {}, 'loss name must be a non-empty string, got 7'],
    ['mine', {}, {}, 'loss "mine" must be a function, got an object'],
    ['mine', zero, { override: 'no' }, 'override must be a boolean, got "no"'],
    ['mine', zero, { overide: true }, 'unknown option "overide"; did you mean override?'],
  ])('refuses %j, %s, %j', (name, loss, options, message) => {
    expect(() => registerLoss(name as never, loss as never, options as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
    expect(listLosses()).toEqual(builtIn);
  });
});

it('describeLoss tells formula and source of a built-in one, and the name of a plain function', () => {
  expect(describeLoss('ppo')).toMatchObject({
    name: 'ppo',
    title: 'PPO',
    formula: 'max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)',
    source: 'arXiv:1707.06347',
    builtIn: true,
  });
  register('mine', zero);
  expect(describeLoss('mine')).toEqual({
    name: 'mine',
    title: 'mine',
    formula: null,
    source: null,
    builtIn: false,
    defaults: {},
    own: [],
    preset: null,
  });
  expect(() => describeLoss('pppo')).toThrow('Did you mean "ppo"?');
});
