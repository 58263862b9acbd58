import { describe, expect, it } from 'vitest';
import { TransformConfig } from '../../ts/config/transform-config.ts';
import type { Warning } from '../../ts/errors/warning.ts';

describe('TransformConfig', () => {
  it('has defaults', () => {
    expect(TransformConfig.create()).toEqual({
      imputeMissingNames: true,
      defaultTrajName: 'default_traj_name',
      dropUnnamedTraj: false,
      broadcast: true,
      idSeparator: 'last',
    });
    expect(TransformConfig.fromConfig(undefined)).toEqual(TransformConfig.create());
  });

  it('reads the keys of files', () => {
    const section = { drop_unnamed_traj: true, default_traj_name: 'agent', id_separator: 'first' };
    expect(TransformConfig.fromConfig(section)).toEqual(
      TransformConfig.create({
        dropUnnamedTraj: true,
        defaultTrajName: 'agent',
        idSeparator: 'first',
      }),
    );
  });

  it('ignores foreign keys with a warning and refuses misspelt ones', () => {
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => warnings.push(warning);
    TransformConfig.fromConfig({ unknown: 1 }, { onWarning });
    expect(warnings.map(({ places }) => places)).toEqual([['rllm.transform.unknown']]);
    expect(() => TransformConfig.fromConfig({ impute_missing_name: true })).toThrow(
      'rllm.transform.impute_missing_name: unknown key, did you mean "impute_missing_names"?',
    );
  });

  it('refuses a default name that could not be told from a cut', () => {
    const section = { default_traj_name: 'a:b' };
    expect(() => TransformConfig.fromConfig(section)).toThrow(
      'rllm.transform.default_traj_name: must not contain ":", at which ids are cut',
    );
    expect(TransformConfig.fromConfig({ ...section, id_separator: 'first' }).defaultTrajName).toBe(
      'a:b',
    );
  });
});
