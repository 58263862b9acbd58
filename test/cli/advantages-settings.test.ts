import { describe, expect, it } from 'vitest';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import { cells, jsonLines, run } from './run.ts';

const { scale: std } = calculateGrpoAdvantages.spec();

const two = jsonLines([
  { task_id: 't', name: 'solver', reward: 1 },
  { task_id: 't', name: 'solver', reward: 0 },
]);

describe('upperhand advantages', () => {
  it('computes with the estimators that were asked for', async () => {
    const stdin = jsonLines(
      ['solver', 'judge'].flatMap((name) =>
        [2, 1, 0].map((reward) => ({ task_id: 't', name, reward })),
      ),
    );
    const args = ['advantages', '-', '--estimator', 'rloo', '--estimator-map', 'judge=reinforce'];
    const { out, code } = await run(args, { stdin });
    expect(
      cells(out)
        .slice(1)
        .map((row) => row[4]),
    ).toEqual(['1.5', '0', '-1.5', '2', '1', '0']);
    expect(code).toBe(0);
  });

  it('takes epsilon and kernels', async () => {
    const args = ['advantages', '-', '--epsilon', '0.5', '--kernels', 'js'];
    const { out } = await run(args, { stdin: two });
    expect(cells(out)[1]?.[4]).toBe('0.5');
  });

  it('says which epsilon applies', async () => {
    const epsilon = async (...options: string[]): Promise<unknown> => {
      const args = ['advantages', '-', '--format', 'json', ...options];
      return JSON.parse((await run(args, { stdin: two })).out).settings.epsilon;
    };
    expect(await epsilon('--epsilon', '0.5')).toBe(0.5);
    expect(await epsilon('--estimator', 'rloo')).toBeNull();
    expect(await epsilon('--no-std')).toBeNull();
    expect(await epsilon('--estimator', 'rloo', '--estimator-map', 'solver=prpo')).toBe(1e-6);
    const takeBack = registerAdvEstimator(
      'coarse',
      defineEstimator({
        title: 'coarse',
        source: 'none',
        spec: { ...calculateGrpoAdvantages.spec(), scale: { ...std, epsilon: 0.1 } as typeof std },
      }),
    );
    try {
      const both = await epsilon('--estimator-map', 'solver=coarse');
      expect(both).toEqual({ grpo: 1e-6, coarse: 0.1 });
    } finally {
      takeBack();
    }
  });

  it('warns of options that no estimator in use heeds', async () => {
    const told = async (...options: string[]): Promise<string> =>
      (await run(['advantages', '-', ...options], { stdin: two })).err;
    // Estimators that are built in later come after these.
    expect(await told('--estimator', 'rloo', '--no-std', '--epsilon', '0.1')).toMatch(
      /^warning: --no-std has no effect on rloo; it is heeded by grpo(, \w+)*\nwarning: --epsilon has no effect on rloo with --no-std; it is heeded by reinforce_plus_plus_baseline, prpo(, \w+)*\n$/,
    );
    expect(await told('--estimator', 'reinforce', '--epsilon', '0.1')).toMatch(
      /^warning: --epsilon has no effect on reinforce; it is heeded by grpo, reinforce_plus_plus_baseline, prpo(, \w+)*\n$/,
    );
    expect(await told('--no-std', '--epsilon', '0.1')).toContain('no effect on grpo with --no-std');
    expect(await told('--no-std')).toBe('');
    expect(await told('--estimator', 'prpo', '--epsilon', '0.1')).toBe('');
    const mapped = ['--estimator', 'rloo', '--estimator-map', 'solver=grpo', '--no-std'];
    expect(await told(...mapped)).toBe('');
    const json = ['advantages', '-', '--estimator', 'rloo', '--no-std', '--format', 'json'];
    expect(JSON.parse((await run(json, { stdin: two })).out).warnings).toEqual([
      {
        kind: 'unused-option',
        message: expect.stringContaining('--no-std has no effect on rloo; it is heeded by grpo'),
      },
    ]);
    const takeBack = registerAdvEstimator('mine', ({ values }) => ({ advantages: values }));
    try {
      expect(await told('--estimator', 'mine', '--no-std', '--epsilon', '0.1')).toBe('');
    } finally {
      takeBack();
    }
  });

  it('warns of a role in the map that no rollout has', async () => {
    const args = ['advantages', '-', '--estimator-map', 'solvr=rloo'];
    const { err, code } = await run(args, { stdin: two });
    expect(err).toContain('solvr');
    expect(err).toContain('roles seen: solver');
    expect(code).toBe(0);
  });
});
