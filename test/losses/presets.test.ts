import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { builtInLosses } from '../../ts/losses/built-ins.ts';
import { lossOptionsOf } from '../../ts/losses/loss-settings.ts';
import { listLossPresets, lossPresetTables } from '../../ts/losses/presets/all.ts';
import { describeLoss, getLoss, isKnownLoss } from '../../ts/losses/registry.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';

const batch = [
  {
    logprobs: [-1, -0.5, -2],
    oldLogprobs: [-1, -1, -1.75],
    refLogprobs: [-1, -1, -1],
    rolloutLogprobs: [-1.1, -0.9, -1.5],
    entropies: [1, 2, 3],
    advantages: [1, -1, 0.5],
    group: 'a',
  },
  {
    logprobs: [-3],
    oldLogprobs: [-3],
    refLogprobs: [-3],
    rolloutLogprobs: [-3],
    entropies: [1],
    advantages: -1,
    group: 'a',
  },
];
const needed = { normLength: 8, droBeta: 0.1 };

describe('presets of losses', () => {
  it.each(listLossPresets())('%s is its loss with its options', (name) => {
    const { preset, title, builtIn, formula } = describeLoss(name);
    if (preset === null) throw new Error('no preset');
    const { loss, options, aggregation } = preset;
    const { dLogprobs } = runLoss(name, batch, needed);
    const all = { ...options, aggregation, ...needed };
    expect(dLogprobs).toEqual(builtInLosses[loss](batch, all as never).dLogprobs);
    expect([builtIn, formula]).toEqual([false, describeLoss(loss).formula]);
    expect(title).toContain(name);
    expect(isKnownLoss(name)).toBe(true);
  });

  it('say where they are from, and no more than that they were read or ran', () => {
    for (const { framework, repository, version, presets } of lossPresetTables) {
      expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(version).toMatch(/^[0-9a-f]{7,40}(, \d{4}-\d{2}-\d{2})?$/);
      expect(listLossPresets(framework).length).toBe(Object.keys(presets).length);
      for (const { source, evidence } of Object.values(presets)) {
        expect(source).not.toBe('');
        expect(['ran', 'read']).toContain(evidence);
      }
    }
  });

  it('let options that are given go before, and leave undefined ones out', () => {
    const name = 'verl/vanilla';
    const own = runLoss(name, batch);
    expect(runLoss(name, batch, { epsClip: undefined } as never)).toEqual(own);
    expect(runLoss(name, batch, { epsClip: 0.5 })).toEqual(
      runLoss('ppo', batch, { epsClip: 0.5, dualClip: 3, maxLogRatio: 20 }),
    );
  });

  it('are not lost in a config whose clip range and KL nobody set', () => {
    const settings = (lossFn: string, more = {}) =>
      lossOptionsOf(AlgorithmConfig.create({ lossFn, ...more })).options;
    expect(settings('openrlhf/gspo')).toEqual({});
    expect(settings('tunix/grpo')).toEqual({});
    expect(settings('tunix/grpo', { klBeta: 0.1 })).toEqual({ klBeta: 0.1 });
    expect(settings('gspo', { epsClip: 0.1 })).toMatchObject({ epsClip: 0.1, epsClipHigh: null });
    expect(settings('cispo')).toMatchObject({ epsClip: 0.2, epsClipHigh: null });
  });

  it('are refused by the name that was meant', () => {
    expect(() => getLoss('trl/dapoo')).toThrow('Did you mean "trl/dapo"?');
    expect(listLossPresets('nobody')).toEqual([]);
  });
});

describe('options of one loss', () => {
  it.each([
    ['ppo', { ratioLevel: 'row' }, 'ratioLevel must be one of token, sequence, sequence-token'],
    ['ppo', { ratioCap: 0 }, 'ratioCap must be a number > 0, got 0'],
    ['ppo', { tauPositive: 1 }, 'unknown option "tauPositive"'],
    ['sapo', { tauPositive: Infinity }, 'tauPositive must be a finite number > 0'],
    ['vespo', { toSampler: 1 }, 'toSampler must be a boolean, got 1'],
    ['cispo', { ratioTo: 'rollout', tisMode: 'token' }, 'tisMode must be null with ratioTo'],
    ['real', {}, 'groups must be given'],
  ])('%s refuses %j', (name, options, message) => {
    const ungrouped = batch.map(({ group: _, ...others }) => others);
    expect(() => runLoss(name, ungrouped, options as never)).toThrow(message);
  });

  it('say what they do, with their defaults', () => {
    const { own } = describeLoss('dppo_tv');
    expect(own.map(({ name }) => name)).toContain('logRatioPenalty');
    expect(own.every(({ about }) => about !== '')).toBe(true);
  });
});

describe('a group mean', () => {
  it('gives every group one mean over the tokens of its rows', () => {
    const rows = [
      { logprobs: [-1, -1, -1], group: 'x' },
      { logprobs: [-1], group: 'y' },
      { logprobs: [-1], group: 'x' },
    ];
    const options = { aggregation: 'group-mean-token-mean' } as const;
    const { dLogprobs } = runLoss('cross_entropy', rows, options);
    expect(dLogprobs).toEqual(Float64Array.of(-1 / 8, -1 / 8, -1 / 8, -1 / 2, -1 / 8));
    const part = runLoss('cross_entropy', rows.slice(1, 2), { ...options, totals: { groups: 2 } });
    expect(part.dLogprobs).toEqual(Float64Array.of(-1 / 2));
    expect(() => runLoss('cross_entropy', [{ logprobs: [-1] }], options)).toThrow('groups must be');
  });
});
