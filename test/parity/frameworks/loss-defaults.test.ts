import { describe, expect, it } from 'vitest';
import { resolveLossOptions } from '../../../ts/losses/loss-options.ts';
import { listLossPresets, lossPreset } from '../../../ts/losses/presets/all.ts';
import { describeLoss } from '../../../ts/losses/registry.ts';
import { beyondDefaults, lossDefaults } from './loss-defaults.ts';

const ran = listLossPresets().filter((name) => lossPreset(name)?.evidence === 'ran');

describe("what frameworks' losses do where nobody says otherwise", () => {
  it('is known of every preset that ran, and of no other', () => {
    expect(Object.keys(lossDefaults).sort()).toEqual([...ran].sort());
  });

  it.each(ran)('%s does the same', (name) => {
    const { defaults, own } = describeLoss(name);
    const ownDefaults = own.map((option) => [option.name, option.default]);
    const all = { ...resolveLossOptions({}), ...Object.fromEntries(ownDefaults), ...defaults };
    const { epsClip, epsClipHigh } = all;
    expect(all).toMatchObject({
      ...lossDefaults[name],
      ...(epsClipHigh === epsClip && { epsClipHigh }),
    });
    // Nothing but the reach of a clip range that is not its own is told twice.
    for (const option of Object.keys(lossPreset(name)?.options ?? {}))
      expect([option, Object.hasOwn(lossDefaults[name] ?? {}, option)]).toEqual([option, true]);
  });
});

describe('a setting of a record', () => {
  const given = { epsClip: 0.2, epsClipHigh: 0.2, dualClip: 3, normLength: 4 };

  it('is left to the preset where it is the default', () => {
    expect(beyondDefaults('verl/vanilla', given)).toEqual({ normLength: 4 });
    expect(beyondDefaults('verl/vanilla', { ...given, epsClip: 0.1, epsClipHigh: 0.1 })).toEqual({
      epsClip: 0.1,
      normLength: 4,
    });
  });

  it('is handed over where it is another', () => {
    const other = { epsClip: 0.1, epsClipHigh: 0.2, dualClip: 2 };
    expect(beyondDefaults('verl/vanilla', other)).toEqual(other);
    expect(beyondDefaults('trl/cispo', { epsClip: Infinity, epsClipHigh: null })).toEqual({
      epsClipHigh: null,
    });
    expect(beyondDefaults('kl', given)).toEqual(given);
  });
});
