import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discountedReturns,
  generalizedAdvantages,
  optimalTokenBaseline,
  paddedOffsets,
  runTokenSpec,
  type TokenRows,
  type TokenSpec,
  whitenAdvantages,
} from '../../../ts/index.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';
import { expectClose } from '../../support/expect-same.ts';

/** Two turns of the model, tool output between them, another turn in the second row. */
const rows: TokenRows = {
  offsets: [0, 5, 7],
  rewards: [1, 2, 9, 4, 8, 1, 1],
  mask: [1, 1, 0, 1, 1, 1, 1],
  values: [1, 5, 7, 2, 5, 3, 5],
  turns: [0, 0, -1, 1, 1, 0, 0],
};

describe('time steps', () => {
  it('are turns, or runs of trained tokens', () => {
    const options = { gamma: 0.5, step: 'turn' } as const;
    expect([...discountedReturns(rows, options)]).toEqual([9, 9, 0, 12, 12, 2, 2]);
    const segments = { gamma: 0.5, step: 'segment' } as const;
    expect([...discountedReturns(rows, segments)]).toEqual([9, 9, 0, 12, 12, 2, 2]);
    const last = discountedReturns(rows, { ...segments, stepReward: 'last' });
    expect([...last]).toEqual([6, 6, 0, 8, 8, 1, 1]);
  });

  it('have the value of their first token in GAE', () => {
    const { advantages, returns } = generalizedAdvantages(rows, { lambda: 0.5, step: 'turn' });
    expect([...advantages]).toEqual([4 + 5, 9, 0, 10, 10, -1, -1]);
    expect([...returns]).toEqual([10, 10, 7, 12, 12, 2, 2]);
  });

  it('refuses turns that go back', () => {
    const back = { ...rows, turns: [1, 0, -1, 1, 1, 0, 0] };
    expect(() => discountedReturns(back, { step: 'turn' })).toThrow(
      'turns[1] must be at least 1, as turns ascend in a row, got 0',
    );
  });
});

describe('λ', () => {
  const tokens = { offsets: [0, 2, 6], rewards: [0, 1, 0, 0, 0, 1], values: [0, 0, 0, 0, 0, 0] };

  it('goes by the length of rows', () => {
    const adaptive = generalizedAdvantages(tokens, {
      lambda: { kind: 'length-adaptive', alpha: 1 },
    });
    expect([...adaptive.advantages]).toEqual([0.5, 1, 0.421875, 0.5625, 0.75, 1]);
    const { advantages } = generalizedAdvantages(tokens, {
      lambda: { kind: 'relative-position', q: 0.125 },
    });
    expectClose(advantages, [0.125, 1, 0.125, 0.25, 0.5, 1], 1e-12);
  });

  it('may be given for each row, and another for the returns', () => {
    const { advantages, returns } = generalizedAdvantages(tokens, {
      lambda: [0.5, 1],
      valueLambda: 0,
      gamma: [1, 0.5],
    });
    expect([...advantages]).toEqual([0.5, 1, 0.125, 0.25, 0.5, 1]);
    expect([...returns]).toEqual([0, 1, 0, 0, 0, 1]);
    expect(() => generalizedAdvantages(tokens, { lambda: [0.5] })).toThrow(
      'lambda must be a number, or an array of 2, one number a row, got an array of 1',
    );
    expect(() => generalizedAdvantages(tokens, { gamma: [0.5, 2] })).toThrow(
      'gamma[1] must be a number from 0 to 1, got 2',
    );
  });

  it('goes on behind the end of rows that were cut off', () => {
    const cut = { ...tokens, bootstrap: [4, 0] };
    expect([...generalizedAdvantages(cut, { gamma: 0.5, lambda: 1 }).advantages]).toEqual([
      1.5, 3, 0.125, 0.25, 0.5, 1,
    ]);
  });
});

describe('turns of a group', () => {
  const centred = {
    baseline: { kind: 'mean', scope: 'group' },
    scale: { kind: 'none' },
    singleton: 'zero',
  } as const;

  it('are compared with those of their number, beside the outcome (MT-GRPO)', () => {
    const spec: TokenSpec = {
      level: 'token',
      credit: { kind: 'turn-group', turn: centred, outcome: centred, weight: 0.5 },
    };
    const given = { ...rows, outcomes: [1, 3], groups: ['a', 'a'] };
    // Turn 0: 3 and 2; turn 1 has one row. Outcomes −1 and 1.
    expect([...runTokenSpec(spec, given).advantages]).toEqual([0, 0, 0, -0.5, -0.5, 0, 0]);
  });
});

describe('refusals', () => {
  it.each([
    [{ offsets: [0, 2], rewards: [1] }, 'rewards must be of length 2, one number a token, got 1'],
    [{ offsets: [0, 2, 1], rewards: [1] }, 'offsets[2] must be an integer ≥ 2, got 1'],
    [{ offsets: [], rewards: [1] }, 'offsets[-1] must be the number of tokens, got undefined'],
    [{ offsets: [0, 1], rewards: [1], mask: [2] }, 'mask[0] must be 0, 1 or a boolean, got 2'],
    [{ offsets: [0, 1], rewards: [1], masks: [1] }, 'token rows has no field "masks"'],
    [
      { offsets: [0, 1], rewards: [Number.NaN] },
      'rewards[0] must be a finite number, as the token is trained',
    ],
    [{ offsets: [0, 1], rewards: ['1'] }, 'rewards[0] must be a number, got "1"'],
    [{ offsets: [0, 1], rewards: [1], outcomes: [1] }, 'rows.outcomes must be left out'],
  ])('refuses %j', (given, message) => {
    expect(() => discountedReturns(given as TokenRows)).toThrow(message);
  });

  it('lets NaN through at untrained tokens, and everywhere where a spec says so', () => {
    const holes = { offsets: [0, 2], rewards: [Number.NaN, 1], mask: [0, 1] };
    expect([...discountedReturns(holes)]).toEqual([0, 1]);
    const spec: TokenSpec = { level: 'token', credit: { kind: 'none' }, missing: 'propagate' };
    const whole = { offsets: [0, 2], rewards: [Number.NaN, 1] };
    expect([...runTokenSpec(spec, whole).advantages]).toEqual([Number.NaN, 1]);
  });

  it('refuses options that there are not, and rows without what is needed', () => {
    expect(() => discountedReturns(rows, { gama: 1 } as never)).toThrow('did you mean gamma?');
    expect(() => discountedReturns(rows, { gamma: 2, masked: 'skip' as 'walk' })).toThrow(
      'invalid config, 2 problems',
    );
    expect(() => generalizedAdvantages({ offsets: [0, 1], rewards: [1] })).toThrow(
      'GAE needs values, which the rows were given without',
    );
    expect(() => optimalTokenBaseline({ offsets: [0, 1], rewards: [1] })).toThrow('needs groups');
    expect(() => paddedOffsets(2 ** 16, 2 ** 16)).toThrow('rows · time must be below 2³²');
  });
});

describe('whitenAdvantages', () => {
  it('has the defaults of verl and TRL', () => {
    const [mean, divisor] = [3, Math.sqrt(8 / 2 + 1e-8)];
    const expected = [1, 3, 5].map((x) => (x - mean) / divisor);
    expectClose(whitenAdvantages([1, 3, 5, 9], { mask: [1, 1, 1, 0] }), [...expected, 0], 1e-15);
  });

  it('refuses what is none, naming it', () => {
    expect(() => whitenAdvantages(null as never)).toThrow('values must be an array of numbers');
    expect(() => whitenAdvantages([1], { mask: [1, 1] })).toThrow('mask must be of length 1');
    expect(() => whitenAdvantages([1], { ddof: 2 as 1 })).toThrow('ddof: must be 0 or 1');
    expect(whitenAdvantages([])).toEqual(new Float64Array());
  });
});

describe('padding', () => {
  const row = fc.array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  });
  const specs: TokenSpec[] = (['carry', 'walk', 'zero', 'reset', 'cut'] as const).map((masked) => ({
    level: 'token',
    credit: { kind: 'gae', gamma: 0.9, lambda: 0.8, masked },
    post: [{ kind: 'whiten', ddof: 0, epsilon: 1e-8, epsilonPlace: 'inside' }, { kind: 'mask' }],
  }));

  it('in front of rows changes nothing, and at their end nothing that passes over it', () => {
    const property = fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (all) => {
      const time = Math.max(...all.map(({ length }) => length));
      const lay = (before: boolean, padded: boolean): TokenRows => {
        const filled = all.map((tokens) => {
          const padding = Array.from(
            { length: padded ? time - tokens.length : 0 },
            () => [7, false] as const,
          );
          return before ? [...padding, ...tokens] : [...tokens, ...padding];
        });
        const offsets = [0];
        for (const tokens of filled) offsets.push((offsets.at(-1) as number) + tokens.length);
        const flat = filled.flat();
        const rewards = flat.map(([x]) => x);
        return {
          offsets: padded ? paddedOffsets(all.length, time) : offsets,
          rewards,
          values: rewards.map((x) => x / 2),
          mask: flat.map(([, trained]) => trained),
        };
      };
      const trained = (spec: TokenSpec, given: TokenRows): number[] =>
        [...runTokenSpec(spec, given).advantages].filter((_, t) => given.mask?.[t]);
      for (const spec of specs) {
        const ragged = trained(spec, lay(true, false));
        if (!ragged.every(Number.isFinite)) continue;
        expectClose(trained(spec, lay(true, true)), ragged, 1e-9, 1e-9);
        const passes = spec.credit.kind === 'gae' && spec.credit.masked === 'carry';
        if (passes) expectClose(trained(spec, lay(false, true)), ragged, 1e-9, 1e-9);
      }
    });
    fc.assert(property, { seed: SEED, numRuns: 200 });
  });
});
