import { describe, expect, it } from 'vitest';
import { CompactFilteringConfig } from '../../ts/config/compact-filtering-config.ts';
import { TerminationReason } from '../../ts/types/termination-reason.ts';

describe('CompactFilteringConfig', () => {
  it('masks nothing by default', () => {
    expect(CompactFilteringConfig.create()).toEqual({ enable: false, mask: new Set() });
    expect(CompactFilteringConfig.fromConfig(undefined)).toEqual(CompactFilteringConfig.create());
  });

  it('reads a flag for each of the 13 reasons', () => {
    const reasons = Object.values(TerminationReason);
    expect(reasons).toHaveLength(13);
    for (const reason of reasons) {
      const { mask } = CompactFilteringConfig.fromConfig({ [`mask_${reason}`]: true });
      expect([...mask]).toEqual([reason]);
    }
  });

  it('takes what it gave', () => {
    const config = CompactFilteringConfig.create({ enable: true, mask: ['timeout', 'error'] });
    expect(CompactFilteringConfig.create(config)).toEqual(config);
  });

  it('case 58: refuses an unknown key, with the one that was meant', () => {
    expect(() => CompactFilteringConfig.fromConfig({ enable: true, mask_timeouts: true })).toThrow(
      'rllm.compact_filtering.mask_timeouts: unknown key, did you mean "mask_timeout"?',
    );
    expect(() => CompactFilteringConfig.fromConfig({ whatever: true })).toThrow(
      'rllm.compact_filtering.whatever: unknown key; known are enable, mask_max_prompt_length_exceeded',
    );
  });

  it('reports all problems together', () => {
    expect(() =>
      CompactFilteringConfig.fromConfig({ enable: 'false', mask_error: 1 }, { path: 'x' }),
    ).toThrow(
      'invalid config, 2 problems:\n  x.enable: must be true or false, got "false"\n  x.mask_error: must be true or false, got 1',
    );
  });

  it.each([['TIMEOUT'], 'timeout', 5, null])('refuses the mask %j', (mask) => {
    expect(() => CompactFilteringConfig.create({ mask } as never)).toThrow(
      /CompactFilteringConfig.mask: must list reasons out of/,
    );
  });
});
