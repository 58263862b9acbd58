import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataDir, describeExternal } from '../support/external.ts';
import { run } from './run.ts';

const folder = join(dataDir(), 'nemo-gym');

interface Result {
  readonly code: number;
  readonly advantages: (number | null)[];
  readonly groups: string[];
  readonly metrics: Record<string, number>;
  readonly kinds: string[];
  readonly warnings: string[];
  readonly err: string;
}

async function result(name: string, ...args: string[]): Promise<Result> {
  const { code, out, err } = await run([
    'advantages',
    join(folder, `${name}.jsonl`),
    '--format',
    'json',
    ...args,
  ]);
  const { rollouts, metrics, problems, warnings } = JSON.parse(out);
  return {
    code,
    err,
    metrics,
    advantages: rollouts.map(({ advantage }: { advantage: number | null }) => advantage),
    groups: rollouts.map(({ group }: { group: string }) => group),
    kinds: problems.map(({ line, kind }: { line: number; kind: string }) => `${line}: ${kind}`),
    warnings: warnings.map(({ message }: { message: string }) => message),
  };
}

/** A metric by the end of its key. */
function metric({ metrics }: Result, end: string): number | undefined {
  return Object.entries(metrics).find(([key]) => key.endsWith(end))?.[1];
}

// The answers stand in the table beside the files.
describeExternal('real NeMo Gym files', folder, () => {
  it('blackjack: one task, five rollouts', async () => {
    const [low, high] = [-1.2247436213928646, 0.8164957475952431];
    const grpo = await result('blackjack');
    expect(grpo).toMatchObject({
      code: 0,
      advantages: [low, high, low, high, high],
      kinds: [],
      err: '',
    });
    expect((await result('blackjack', '--no-std')).advantages).toEqual([-1.2, 0.8, -1.2, 0.8, 0.8]);
    expect((await result('blackjack', '--estimator', 'rloo')).advantages).toEqual([
      -1.5, 1, -1.5, 1, 1,
    ]);
  });

  it('aalcr: interleaved tasks, too easy and too hard', async () => {
    const found = await result('aalcr');
    expect(found).toMatchObject({
      advantages: [0, 0, 0, 0, 0],
      groups: ['81', '81', '86', '86', '81'],
    });
    expect([metric(found, '/too_easy'), metric(found, '/too_hard')]).toEqual([0.5, 0.5]);
  });

  it('graphwalks: a rollout index that is repeated', async () => {
    const lone = 0.9999990000010001;
    const found = await result('graphwalks');
    expect(found.advantages).toEqual([lone, lone, lone, 0, 0]);
    expect(found.kinds).toEqual(['5: repeated-rollout']);
    expect(found.code).toBe(0);
  });

  it('competitive_coding_challenges: all 0', async () => {
    expect((await result('competitive_coding_challenges')).advantages).toEqual([0, 0, 0, 0, 0]);
  });

  it('one rollout a task: a warning that every group has one member', async () => {
    const names = [
      'grl_tetris',
      'tales',
      'openair_congestion',
      'longmt_eval',
      'conversational_tool_use_simulation',
    ];
    for (const name of names) {
      const { warnings, kinds, advantages, code } = await result(name);
      expect([name, code, kinds, advantages.length]).toEqual([name, 0, [], 5]);
      expect(warnings).toEqual([expect.stringMatching(/each of the 5 groups has one trajectory/)]);
    }
  });

  it('newton_bench: grouped by input, and said so', async () => {
    const { groups, kinds, err } = await result('newton_bench');
    expect(groups.map((group) => groups.indexOf(group))).toEqual([0, 0, 0, 3, 4]);
    expect(kinds).toEqual(['1: guessed', 'null: uneven-groups']);
    expect(err).toContain('grouped by equal input');
  });

  it('genrm_compare and multichallenge: no reward, no advantages', async () => {
    for (const name of ['genrm_compare', 'multichallenge']) {
      const { code, advantages, metrics, err } = await result(name);
      expect([name, code, metrics]).toEqual([name, 1, {}]);
      expect(advantages).toEqual([null, null, null, null, null]);
      expect(err).toContain('a missing reward is not 0');
    }
  });

  it('jailbreak_detection: five placeholder lines with their numbers', async () => {
    const { code, advantages, kinds } = await result('jailbreak_detection');
    expect([code, advantages]).toEqual([1, []]);
    expect(kinds).toEqual([1, 2, 3, 4, 5].map((line) => `${line}: placeholder`));
  });

  it('hermes_math: empty token lists beside real text', async () => {
    const { code, kinds, groups } = await result('hermes_math');
    expect([code, kinds, groups]).toEqual([0, [], ['3', '0', '4', '2', '1']]);
  });

  it('longmt_eval_reward_profiling: no rollouts, and what it is', async () => {
    const { code, err, advantages } = await result('longmt_eval_reward_profiling');
    expect([code, advantages]).toEqual([1, []]);
    expect(err).toContain('is a NeMo Gym reward profile');
  });
});
