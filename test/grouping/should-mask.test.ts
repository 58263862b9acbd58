import { describe, expect, it } from 'vitest';
import { CompactFilteringConfig } from '../../ts/config/compact-filtering-config.ts';
import { TransformConfig } from '../../ts/config/transform-config.ts';
import { groupByTaskAndName } from '../../ts/grouping/group-by-task-and-name.ts';
import { shouldMask } from '../../ts/grouping/should-mask.ts';
import { TerminationReason } from '../../ts/types/termination-reason.ts';
import { rollouts } from './episodes.ts';

describe('shouldMask', () => {
  it('case 73: takes text for the reason that it names, null for unknown, and refuses other text', () => {
    const compact = CompactFilteringConfig.create({ enable: true, mask: ['timeout', 'unknown'] });
    expect(shouldMask(compact, 'env_done')).toBe(false);
    expect(shouldMask(compact, 'timeout')).toBe(true);
    expect(shouldMask(compact, TerminationReason.TIMEOUT)).toBe(true);
    expect(shouldMask(compact, null)).toBe(true);
    expect(shouldMask(compact, 'sandbox_error')).toBe(false);
    expect(() => shouldMask(compact, 'TIMEOUT')).toThrow(/must be one of .*, got "TIMEOUT"/);
  });

  it.each([
    [
      { enable: true, mask: ['timeout'] },
      'mask must be a Set of reasons, as create makes it, got an array of 1',
    ],
    [
      { enable: false, mask: undefined },
      'mask must be a Set of reasons, as create makes it, got undefined',
    ],
    [{ enable: 'false', mask: new Set() }, 'enable must be a boolean, got "false"'],
    [null, 'CompactFilteringConfig must be an object, got null'],
  ])('refuses %j, which is no config', (config, message) => {
    expect(() => shouldMask(config as never, 'timeout')).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(message),
      }),
    );
  });

  it('masks nothing while it is not enabled', () => {
    const compact = CompactFilteringConfig.create({ mask: Object.values(TerminationReason) });
    for (const reason of Object.values(TerminationReason))
      expect(shouldMask(compact, reason)).toBe(false);
  });

  it('case 74: takes a masked member out of its group', () => {
    const episodes = rollouts('t', [1, 0, 0]);
    (episodes[2] as (typeof episodes)[number]).terminationReason = 'timeout';
    const groups = (enable: boolean) =>
      groupByTaskAndName(episodes, {
        transform: TransformConfig.create(),
        compact: CompactFilteringConfig.create({ enable, mask: ['timeout'] }),
      }).map(({ trajectories }) => trajectories.map(({ reward }) => reward));
    expect(groups(true)).toEqual([[1, 0]]);
    expect(groups(false)).toEqual([[1, 0, 0]]);
  });
});
