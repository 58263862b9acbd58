import { describe, expect, it } from 'vitest';
import { aggregationWeights } from '../../ts/losses/aggregation.ts';
import { defineLoss } from '../../ts/losses/define-loss.ts';
import { mixLosses } from '../../ts/losses/mix-losses.ts';
import { listLossPresets } from '../../ts/losses/presets/all.ts';
import { describeLoss, getLoss, listLosses, registerLoss } from '../../ts/losses/registry.ts';
import { rejectionMask } from '../../ts/losses/rejection.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { valueLoss } from '../../ts/losses/value-loss.ts';

const batch = [
  {
    logprobs: [-1, -2],
    oldLogprobs: [-1, -1.5],
    refLogprobs: [-1, -1],
    rolloutLogprobs: [-1, -1],
    advantages: 1,
    group: 0,
  },
];

describe('options of losses and presets', () => {
  it.each(['ppo', 'verl/vanilla'])('of %s must be an object', (name) => {
    for (const options of [null, [], 5, 'x', () => 1])
      expect(() => runLoss(name, batch, options as never)).toThrow('options must be an object');
    expect(() => runLoss(name, batch, JSON.parse('{"__proto__":{"epsClip":9}}'))).toThrow(
      'unknown option "__proto__"',
    );
  });

  it('are refused all together', () => {
    const options = { epsClip: -1, klType: 'k9', tauPositive: 0, totals: { tokens: -1 } };
    const expected = [
      'klType must be one of',
      'epsClip must be a number ≥ 0, got -1',
      'totals.tokens must be',
      'tauPositive must be a finite number > 0, got 0',
    ];
    for (const message of expected)
      expect(() => runLoss('sapo', batch, options as never)).toThrow(message);
  });

  it.each([
    [{ rejects: new Array(2) }, 'rejects[0] must be an object, got undefined'],
    [
      { rejects: [{ of: 'ratio', by: 'token', low: 2, high: 1 }] },
      'rejects[0].low must be at most',
    ],
    [{ tisFloor: 6 }, 'tisFloor must be at most tisCap, 5, got 6'],
  ])('%j is refused', (options, message) => {
    expect(() => runLoss('ppo', batch, options as never)).toThrow(message);
  });

  it('of aggregations are known ones', () => {
    expect(() => aggregationWeights('token-sum', batch, { normLenght: 1 } as never)).toThrow(
      'did you mean normLength?',
    );
  });

  it('of one loss are called unlike the common ones', () => {
    const own = { epsClip: { default: 1, about: '', check: () => {} } };
    const terms = () => ({ losses: new Float64Array(0), slopes: new Float64Array(0) });
    const about = { title: 'mine', formula: '', source: '' };
    expect(() => defineLoss({ ...about, own, terms })).toThrow('called unlike the common ones');
  });
});

describe('what losses tell of themselves', () => {
  it('cannot be changed for others', () => {
    const before = runLoss('verl/vanilla', batch).loss;
    const { preset } = describeLoss('verl/vanilla');
    expect(() => Object.assign(preset?.options as object, { epsClip: 0 })).toThrow(TypeError);
    expect(() => Object.assign(getLoss('cispo').defaults, { epsClip: 0 })).toThrow(TypeError);
    expect(() => Object.assign(getLoss('sapo').own.tauPositive, { default: 9 })).toThrow(TypeError);
    expect(runLoss('verl/vanilla', batch).loss).toBe(before);
  });

  it('keeps its name: a preset is not replaced by chance', () => {
    const mine = () => ({ loss: 7, dLogprobs: [0, 0] });
    expect(() => registerLoss('trl/dapo', mine)).toThrow('is a preset');
    const undo = registerLoss('trl/dapo', mine, { override: true });
    expect(runLoss('trl/dapo', batch).loss).toBe(7);
    expect(describeLoss('trl/dapo').preset).toBeNull();
    undo();
    expect(describeLoss('trl/dapo').preset?.loss).toBe('ppo');
  });
});

describe('numbers beyond float64', () => {
  it('come out of no sum of losses', () => {
    const part = { loss: 'cross_entropy', scale: 1.7e308 } as const;
    expect(() => mixLosses(batch, [part, part])).toThrow('must be a finite number');
    expect(() => mixLosses(batch, new Array(1) as never)).toThrow('parts[0] must be');
  });

  it('come out of no critic', () => {
    const far = { values: [1e200], oldValues: [0], returns: [-1e200], offsets: [0, 1] };
    expect(() => valueLoss(far)).toThrow('must be a finite number');
    expect(() => valueLoss({ ...far, retruns: [1] } as never)).toThrow('no field "retruns"');
  });

  it('are out of any bounds', () => {
    const far = { logprobs: [1.7e308], oldLogprobs: [-1.7e308], advantages: 1 };
    const rule = { of: 'k3', by: 'token', between: 'current/old', high: 1 } as const;
    expect(rejectionMask([far], [rule])).toEqual(Uint8Array.of(0));
    expect(runLoss('ppo', [far]).metrics.approx_kl_k3).toBe(Infinity);
  });

  it.each([...listLosses(), ...listLossPresets()])('are refused or shown by %s', (name) => {
    const values = [0, -1, 5, 700, -750, 1e308, -1e308, Number.MIN_VALUE];
    let next = 0;
    const draw = (): number => values[(next++ * 7 + (next >> 3)) % values.length] as number;
    for (let run = 0; run < 12; run++) {
      const rows = Array.from({ length: 3 }, (_, s) => {
        const list = () => Array.from({ length: s + 1 }, draw);
        const policies = { logprobs: list(), oldLogprobs: list(), refLogprobs: list() };
        return { ...policies, rolloutLogprobs: list(), advantages: list(), group: s % 2 };
      });
      let result: ReturnType<typeof runLoss>;
      try {
        result = runLoss(name, rows, { normLength: 4, klBeta: run % 2 } as never);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-loss-result' });
        continue;
      }
      expect(Number.isFinite(result.loss)).toBe(true);
      expect(result.dLogprobs.every(Number.isFinite)).toBe(true);
    }
  });
});
