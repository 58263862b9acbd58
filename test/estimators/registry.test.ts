import { afterEach, describe, expect, it } from 'vitest';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { builtInEstimators } from '../../ts/estimators/built-ins.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { calculatePrpoAdvantages } from '../../ts/estimators/prpo.ts';
import {
  describeAdvEstimator,
  getAdvEstimator,
  isKnownAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
  registerAdvEstimator,
  registerRllmAdvEstimator,
} from '../../ts/estimators/registry.ts';
import { calculateReinforceAdvantages } from '../../ts/estimators/reinforce.ts';
import { calculateReinforcePlusPlusBaselineAdvantages } from '../../ts/estimators/reinforce-plus-plus-baseline.ts';
import { calculateRlooAdvantages } from '../../ts/estimators/rloo.ts';

const builtIn = Object.keys(builtInEstimators);
const raw: AdvEstimator = ({ values }) => ({ advantages: values });
const doubled: AdvEstimator = ({ values }) => ({ advantages: values.map((r) => 2 * r) });

const undos: (() => void)[] = [];
const register: typeof registerAdvEstimator = (...args) => {
  const undo = registerAdvEstimator(...args);
  undos.push(undo);
  return undo;
};

afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

describe('getAdvEstimator', () => {
  it('gives the very functions that are exported', () => {
    expect(getAdvEstimator('grpo')).toBe(calculateGrpoAdvantages);
    expect(getAdvEstimator('reinforce')).toBe(calculateReinforceAdvantages);
    expect(getAdvEstimator('reinforce_plus_plus_baseline')).toBe(
      calculateReinforcePlusPlusBaselineAdvantages,
    );
    expect(getAdvEstimator('prpo')).toBe(calculatePrpoAdvantages);
    expect(getAdvEstimator('rloo')).toBe(calculateRlooAdvantages);
  });

  it('refuses unknown names, listing the known ones and the nearest', () => {
    register('mine', raw);
    expect(() => getAdvEstimator('minne')).toThrow(
      expect.objectContaining({
        code: 'unknown-estimator',
        message: `unknown advantage estimator "minne"; known: ${builtIn.join(', ')}, mine. Did you mean "mine"? registerAdvEstimator adds your own.`,
      }),
    );
  });

  it.each(['', 'other', 'toString', '__proto__', 'constructor', 'zzzzzz'])(
    'refuses %j without guessing',
    (name) => {
      expect(() => getAdvEstimator(name)).toThrow(/^unknown advantage estimator "(?!.*Did you)/);
      expect(isKnownAdvEstimator(name)).toBe(false);
    },
  );

  it.each([[null], [undefined], [7], [{}], [['grpo']]])('refuses %s, which is no name', (name) => {
    expect(() => getAdvEstimator(name as never)).toThrow(/^unknown advantage estimator /);
    expect(isKnownAdvEstimator(name)).toBe(false);
  });
});

describe('registerAdvEstimator', () => {
  it('makes an estimator known, after the built-in ones, in the order of registering', () => {
    register('second', raw);
    register('first', doubled);
    expect(getAdvEstimator('second')).toBe(raw);
    expect(isKnownAdvEstimator('first')).toBe(true);
    expect(listAdvEstimators()).toEqual([...builtIn, 'second', 'first']);
  });

  it('takes any text for a name', () => {
    for (const name of ['__proto__', 'constructor', 'mine/rloo', ' spaced ', 'GRPO', '报酬']) {
      register(name, raw);
      expect(getAdvEstimator(name)).toBe(raw);
      expect(listAdvEstimators()).toContain(name);
    }
  });

  it.each(['grpo', 'mine'])('refuses %s when that name is taken', (name) => {
    register('mine', raw);
    expect(() => registerAdvEstimator(name, doubled)).toThrow(
      expect.objectContaining({
        code: 'duplicate-estimator',
        message: `estimator "${name}" is registered already; pass { override: true } to replace it`,
      }),
    );
    expect(getAdvEstimator('mine')).toBe(raw);
    expect(getAdvEstimator('grpo')).toBe(calculateGrpoAdvantages);
  });

  it.each([
    ['', 'estimator name must be a non-empty string, got ""'],
    ['  ', 'estimator name must be a non-empty string, got "  "'],
    ['other', 'estimator name must be another name, "other" means unknown, got "other"'],
    [null, 'estimator name must be a non-empty string, got null'],
    [7, 'estimator name must be a non-empty string, got 7'],
  ])('refuses the name %j', (name, message) => {
    expect(() => registerAdvEstimator(name as never, raw)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });

  it.each([
    [{ override: 'no' }, 'override must be a boolean, got "no"'],
    [{ overide: true }, 'unknown option "overide"; did you mean override?'],
    [true, 'options must be an object, got true'],
  ])('refuses the options %j', (options, message) => {
    expect(() => registerAdvEstimator('grpo', raw, options as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
    expect(getAdvEstimator('grpo')).toBe(calculateGrpoAdvantages);
  });

  it('refuses what is no function', () => {
    expect(() => registerAdvEstimator('mine', { advantages: [] } as never)).toThrow(
      'estimator "mine" must be a function, got an object',
    );
    expect(isKnownAdvEstimator('mine')).toBe(false);
  });

  it('replaces with override, a built-in one too, and puts it back when taken back', () => {
    const undo = register('grpo', raw, { override: true });
    expect(getAdvEstimator('grpo')).toBe(raw);
    expect(listAdvEstimators()).toEqual(builtIn);
    expect(describeAdvEstimator('grpo').builtIn).toBe(false);
    undo();
    expect(getAdvEstimator('grpo')).toBe(calculateGrpoAdvantages);
  });

  it('takes back in any order, each one only itself', () => {
    const undoRaw = register('mine', raw);
    const undoDoubled = register('mine', doubled, { override: true });
    undoRaw();
    expect(getAdvEstimator('mine')).toBe(doubled);
    undoDoubled();
    expect(isKnownAdvEstimator('mine')).toBe(false);
  });

  it('takes back once: later calls of the same undo do nothing', () => {
    const undo = register('mine', raw);
    undo();
    register('mine', raw);
    undo();
    expect(getAdvEstimator('mine')).toBe(raw);
  });

  it('tells two registrations of one function apart', () => {
    const first = register('mine', raw);
    register('mine', raw, { override: true });
    first();
    expect(getAdvEstimator('mine')).toBe(raw);
  });
});

describe('describeAdvEstimator', () => {
  it('tells formula and source of a built-in one', () => {
    expect(describeAdvEstimator('grpo')).toEqual({
      name: 'grpo',
      title: 'GRPO',
      source: 'arXiv:2402.03300',
      formula: '(r − mean(group)) / (std(group) + 1e-6)',
      builtIn: true,
    });
  });

  it('knows the name alone of a plain function', () => {
    register('mine', raw);
    expect(describeAdvEstimator('mine')).toEqual({
      name: 'mine',
      title: 'mine',
      source: null,
      formula: null,
      builtIn: false,
    });
  });

  it('describes one that was defined by a spec', () => {
    const centred = defineEstimator({
      title: 'Centred',
      source: 'here',
      spec: () => ({
        baseline: { kind: 'mean', scope: 'group' },
        scale: { kind: 'none' },
        singleton: 'zero',
      }),
    });
    register('centred', centred);
    expect(describeAdvEstimator('centred')).toMatchObject({
      title: 'Centred',
      formula: 'r − mean(group)',
      builtIn: false,
    });
    expect([isSpecEstimator(centred), isSpecEstimator(raw)]).toEqual([true, false]);
  });

  it('refuses an unknown name', () => {
    expect(() => describeAdvEstimator('grop')).toThrow('Did you mean "grpo"?');
  });
});

// Last, since the decorator form gives nothing that takes it back.
describe('registerRllmAdvEstimator', () => {
  it('returns the function that it is applied to', () => {
    const decorated = registerRllmAdvEstimator('decorated')(doubled);
    expect(decorated).toBe(doubled);
    expect(getAdvEstimator('decorated')).toBe(doubled);
  });

  it('refuses a name that is taken, unless told to override', () => {
    expect(() => registerRllmAdvEstimator('decorated')(raw)).toThrow('registered already');
    expect(registerRllmAdvEstimator('decorated', { override: true })(raw)).toBe(raw);
    expect(getAdvEstimator('decorated')).toBe(raw);
  });
});
