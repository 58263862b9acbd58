import { describe, expect, it } from 'vitest';
import { RejectionSamplingConfig } from '../../ts/config/rejection-sampling-config.ts';
import type { Warning } from '../../ts/errors/warning.ts';

describe('RejectionSamplingConfig', () => {
  it('has defaults', () => {
    expect(RejectionSamplingConfig.create()).toEqual({
      mode: 'none',
      minTrajsPerGroup: 2,
      minPartialSolveTasks: 1,
      filterUniformGroups: false,
    });
    expect(RejectionSamplingConfig.fromConfig(undefined)).toEqual(RejectionSamplingConfig.create());
  });

  it.each([
    [{ enable: true }, 'episode'],
    [{ enable: false, mode: 'episode' }, 'episode'],
    [{ enable: true, mode: 'none' }, 'none'],
    [{ enable: true, mode: null }, 'episode'],
    [{ mode: 'group' }, 'group'],
  ])('reads the mode of %j as %s', (section, mode) => {
    expect(RejectionSamplingConfig.fromConfig(section).mode).toBe(mode);
  });

  it('knows the keys of the trainer and of newer rLLM', () => {
    const warnings: Warning[] = [];
    RejectionSamplingConfig.fromConfig(
      { multiplier: 3, refill_filtered_uniform_groups: true, min_trajs_per_group: 1 },
      { onWarning: (warning) => warnings.push(warning) },
    );
    expect(warnings.map(({ places }) => places)).toEqual([
      ['rllm.rejection_sample.refill_filtered_uniform_groups'],
    ]);
  });

  it('refuses a mode that does not exist, and numbers out of range', () => {
    const section = { mode: 'typo', min_trajs_per_group: -1, min_partial_solve_tasks: 0.5 };
    expect(() => RejectionSamplingConfig.fromConfig(section)).toThrow(
      [
        'invalid config, 3 problems:',
        'rllm.rejection_sample.mode: must be one of none, episode, group, got "typo"',
        'rllm.rejection_sample.min_trajs_per_group: must be an integer ≥ 0, got -1',
        'rllm.rejection_sample.min_partial_solve_tasks: must be an integer ≥ 0, got 0.5',
      ].join('\n  '),
    );
  });
});
