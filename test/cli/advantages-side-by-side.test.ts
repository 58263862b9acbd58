import { describe, expect, it } from 'vitest';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import { cells, jsonLines, run } from './run.ts';

const attempts = jsonLines([
  { task_id: 'a', name: 'solver', reward: 1 },
  { task_id: 'a', name: 'solver', reward: 0.4 },
  { task_id: 'a', name: 'solver', reward: 0 },
  { task_id: 'b', name: 'solver', reward: 1 },
  { task_id: 'b', name: 'solver', reward: 1 },
  { task_id: 'b', name: 'solver', reward: null },
]);
const args = ['advantages', '-', '--estimator', 'grpo', '--estimator', 'reinforce'];

/** Tables of a pipe, each as rows of cells. */
function tables(out: string): string[][][] {
  return out
    .trimEnd()
    .split('\n\n')
    .map((table) => table.split('\n').map((line) => line.split('\t')));
}

describe('upperhand advantages with several estimators', () => {
  it('has for each the column that it has alone', async () => {
    const [rollouts = [], metrics = []] = tables((await run(args, { stdin: attempts })).out);
    expect(rollouts[0]?.slice(-2)).toEqual(['advantage/grpo', 'advantage/reinforce']);
    expect(metrics[0]).toEqual(['metric', 'grpo', 'reinforce']);
    for (const [i, name] of ['grpo', 'reinforce'].entries()) {
      const alone = await run(['advantages', '-', '--estimator', name], { stdin: attempts });
      const [rows = [], values = []] = tables(alone.out);
      expect(rollouts.slice(1).map((row) => row[4 + i])).toEqual(
        rows.slice(1).map((row) => row[4]),
      );
      expect(metrics.slice(1).map((row) => row[1 + i])).toEqual(
        values.slice(1).map((row) => row[1]),
      );
    }
  });

  it('says how often, how much and where the others disagree with the first', async () => {
    const [, , roles = [], places = []] = tables((await run(args, { stdin: attempts })).out);
    expect(roles).toEqual([
      [
        ...[
          'estimator',
          'role',
          'rollouts',
          'equal',
          'opposite signs',
          'zero in one',
          'not finite',
        ],
        ...['mean difference', 'largest difference', 'correlation'],
      ],
      ['reinforce', 'solver', '5', '0', '1', '3', '0', ...(roles[1]?.slice(7) ?? [])],
    ]);
    expect(Number(roles[1]?.[8])).toBeCloseTo(1.13555, 5);
    expect(places.slice(1, 5).map((row) => row.slice(0, 3))).toEqual([
      ['reinforce', 'opposite-signs', '<stdin>:2'],
      ['reinforce', 'zero-in-one', '<stdin>:3'],
      ['reinforce', 'zero-in-one', '<stdin>:4'],
      ['reinforce', 'zero-in-one', '<stdin>:5'],
    ]);
    expect(places[5]?.slice(0, 3)).toEqual(['reinforce', 'largest', '<stdin>:3']);
  });

  it('says the same in JSON, by the names of the estimators', async () => {
    const { out, code } = await run([...args, '--format', 'json'], { stdin: attempts });
    const { settings, rollouts, metrics, disagreements } = JSON.parse(out);
    expect([code, settings.estimators]).toEqual([0, ['grpo', 'reinforce']]);
    expect(rollouts[1].advantages.reinforce).toBe(0.4);
    expect(rollouts[5].advantages).toEqual({ grpo: null, reinforce: null });
    expect(metrics.reinforce['advantage/solver/max']).toBe(1);
    expect(metrics.grpo['reward/solver/mean']).toBe(metrics.reinforce['reward/solver/mean']);
    expect(disagreements).toMatchObject([
      {
        first: 'grpo',
        other: 'reinforce',
        roles: [{ role: 'solver', rollouts: 5, equal: 0, oppositeSigns: 1, zeroInOne: 3 }],
      },
    ]);
    expect(disagreements[0].places[0]).toEqual({ kind: 'opposite-signs', rollout: rollouts[1] });
    const lines = (await run([...args, '--format', 'jsonl'], { stdin: attempts })).out;
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rollouts);
  });

  it('takes any that is registered, whatever its name', async () => {
    const name = 'a/b\tc';
    const undo = registerAdvEstimator(name, ({ values }) => ({ advantages: values.map(() => 2) }));
    try {
      const { out, code } = await run(
        ['advantages', '-', '--estimator', 'rloo', '--estimator', name],
        {
          stdin: attempts,
        },
      );
      expect(code).toBe(0);
      expect(cells(out)[0]?.at(-1)).toBe('advantage/a/b\\tc');
      expect(cells(out)[1]?.at(-1)).toBe('2');
    } finally {
      undo();
    }
  });

  it('takes each rollout for a trajectory of its own, whether tokens are counted or not', async () => {
    const rows = ['drmas/episode_norm_reward', 'verl/multi_trajectories'];
    const of = rows.flatMap((name) => ['--estimator', name]);
    const { code, out } = await run(['advantages', '-', ...of], { stdin: attempts });
    const [rollouts = []] = tables(out);
    expect(code).toBe(0);
    expect(rollouts[2]?.slice(-2).map((cell) => Number(cell).toFixed(6))).toEqual([
      '-0.066667',
      '-0.132453',
    ]);
  });

  it('gives lengths to those that look at them, where files count the tokens of responses', async () => {
    const takeBack = registerAdvEstimator('by-length', ({ values }, { lengths } = {}) => ({
      advantages: Array.from(lengths ?? values.map(() => -1)),
    }));
    try {
      const name = ['--estimator', 'rloo', '--estimator', 'by-length'];
      const counted = await run(['advantages', 'examples/rollouts/samples/7.jsonl', ...name]);
      const [, ...rows] = cells(counted.out);
      expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set(['11', '12', '34', '35']));
      const plain = await run(['advantages', '-', ...name], { stdin: attempts });
      expect(cells(plain.out)[1]?.at(-1)).toBe('-1');
    } finally {
      takeBack();
    }
  });

  it('names the one that needs what files do not tell', async () => {
    const lengths = ['advantages', '-', '--estimator', 'rloo', '--estimator', 'verl/opo'];
    const { code, out, err } = await run(lengths, { stdin: attempts });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('error: estimator "verl/opo" (role "solver"): this estimator needs');
    const samples = ['advantages', 'examples/rollouts/samples', ...lengths.slice(2)];
    expect((await run(samples)).code).toBe(0);
  });

  it('aligns and colours each of them on a terminal', async () => {
    const { out } = await run(args, { stdin: attempts, tty: true });
    expect(out).toContain('\u001b[31m-0.16222102639488079\u001b[39m');
    expect(out).toContain('\u001b[32m0.4\u001b[39m\n');
    expect(out).toContain('where others disagree with grpo');
    const plain = await run(args, { stdin: attempts, tty: true, env: { NO_COLOR: '1' } });
    const [header = '', ...rows] = plain.out.split('\n').slice(0, 6);
    expect(rows.slice(0, 5).every((row) => row.length === header.length)).toBe(true);
  });

  it('refuses one that is unknown, or given twice', async () => {
    const twice = await run([...args, '--estimator', 'grpo'], { stdin: attempts });
    expect([twice.code, twice.out, twice.err]).toEqual([
      2,
      '',
      'error: --estimator grpo is given twice\n',
    ]);
    const unknown = await run([...args, '--estimator', 'trl/none'], { stdin: attempts });
    expect([unknown.code, unknown.out]).toEqual([2, '']);
    expect(unknown.err).toContain('unknown advantage estimator "trl/none"');
  });
});
