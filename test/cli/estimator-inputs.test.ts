import { describe, expect, it } from 'vitest';
import { run } from './run.ts';

/** Any reading of it would be reported. */
const broken = 'no rollout\n';

const commands: [string, string[]][] = [
  ['advantages', ['advantages', '-']],
  ['explain', ['explain', '-', '--rollout', '1']],
  ['report', ['report', '-', '--out', '/nowhere/report.html']],
];

describe('an estimator that needs what no file gives', () => {
  it.each(commands)('is refused by %s before anything is read', async (_, args) => {
    for (const [estimator, missing] of [
      ['easyr1/remax', 'baselines (what is subtracted from the reward of each trajectory)'],
      ['nemo-rl/gdpo', 'columns (several rewards of each trajectory)'],
      ['prime-rl/rae', 'state (what it remembers of earlier batches)'],
    ] as const) {
      const { code, out, err } = await run([...args, '--estimator', estimator], { stdin: broken });
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(`error: estimator ${estimator} needs `);
      expect(err).toContain(`but not ${missing}. In code, runAdvEstimator takes everything`);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  it('is refused for steps and tokens too', async () => {
    const refusal = async (...args: string[]) =>
      (await run(['advantages', '-', ...args], { stdin: broken })).err;
    expect(await refusal('--estimator', 'roll/gigpo')).toContain('but not groups (');
    expect(await refusal('--estimator-map', 'judge=verl/gae')).toContain(
      'estimator verl/gae needs lengths, values; files',
    );
    const { err } = await run(['explain', '-', '--rollout', '1', '--estimator', 'verl/gae']);
    expect(err).toContain('verl/gae gives each step or token an advantage of its own');
  });

  it('is not one that needs lengths, which a file may have', async () => {
    const rows = [1, 0].map((reward) => `{"task_id": "a", "reward": ${reward}, "n": 2}\n`).join('');
    const { err } = await run(['advantages', '-', '--estimator', 'verl/opo'], { stdin: rows });
    expect(err).toContain('estimator "verl/opo" (role');
    expect(err).toContain('needs the option lengths');
  });

  it('is told by estimators show', async () => {
    const { out } = await run(['estimators', 'show', 'verl/gae']);
    expect(out).toContain(
      '\nneeds\tlengths (how many tokens each response has), values (what a critic says at each token)\n',
    );
    const json = JSON.parse((await run(['estimators', 'show', 'verl/gae', '--json'])).out);
    expect(json.needs).toEqual(['lengths', 'values']);
    expect((await run(['estimators', 'show', 'grpo'])).out).not.toContain('\nneeds\t');
  });
});
