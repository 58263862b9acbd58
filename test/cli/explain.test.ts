import { describe, expect, it } from 'vitest';
import { jsonLines, run } from './run.ts';

const rollouts = jsonLines([
  { task_id: 't1', reward: 1 },
  { task_id: 't1', reward: 0 },
  { task_id: 't1', reward: 0 },
  { task_id: 't1', reward: 1 },
  { task_id: 't1', reward: null },
  { task_id: 't2', reward: 0.7 },
  { task_id: 't3', reward: null },
]);

const explain = (args: readonly string[], stdin = rollouts) =>
  run(['explain', '-', ...args], { stdin });

describe('upperhand explain', () => {
  it('puts the numbers into the formula, and shows the group and what others would give', async () => {
    const { code, out, err } = await explain(['--rollout', '2']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('field\tvalue\nestimator\tgrpo\n');
    expect(out).toContain('\n\nexplained\trollout\treward\tadvantage\n');
    expect(out).toContain('formula\t(r − mean(group)) / (std(group) + 1e-6)\n');
    expect(out).toContain('with its numbers\t(0 − 0.5) / 0.500001 = -0.999998\n');
    expect(out).toContain('t1: 4 rollouts with a reward, 1 without, mean 0.5, std 0.5\n');
    expect(out).toContain('→\t<stdin>:2\t0\t-0.999998000004\n');
    expect(out).toMatch(/^rloo\t-0\.6666666666666666\t$/m);
    expect(out).toMatch(/^verl\/grpo\t-0\.8660239037870368\t$/m);
    expect(out).toMatch(/^verl\/opo\t\t.*lengths/m);
  });

  it('explains by any preset, and computes those of some frameworks only', async () => {
    const { out } = await explain([
      '--rollout',
      't2',
      '--estimator',
      'trl/grpo',
      '--framework',
      'verl',
    ]);
    expect(out).toContain('a group of one gets\t0\n');
    expect(out).toMatch(/^verl\/rloo\t0\.7\t$/m);
    expect(out).not.toContain('skyrl/');
  });

  it('has it all as JSON', async () => {
    const { out } = await explain(['--rollout', '1', '--json']);
    const made = JSON.parse(out);
    expect(made).toMatchObject({
      rollout: { source: '<stdin>', line: 1, group: 't1' },
      estimator: 'grpo',
      reward: 1,
      baseline: 0.5,
      divisor: 0.500001,
      advantage: 0.999998000004,
      unscored: 1,
    });
    expect(made.members[0].explained).toBe(true);
    const passk = made.others.find(
      (one: { estimator: string }) => one.estimator === 'verl/grpo_passk',
    );
    expect(passk).toMatchObject({ advantage: null, refused: expect.stringMatching(/two or more/) });
  });

  it('divides nothing by what 0 does not tell', async () => {
    const stdin = jsonLines([1, 2, 3].map(() => ({ task_id: 't', reward: 0.5 })));
    const { out } = await explain(['--rollout', '1', '--estimator', 'nemo-rl/grpo'], stdin);
    expect(out).toContain('with its numbers\t0.5 − 0.5 = 0\n');
  });

  it('writes nothing to a terminal that would move it', async () => {
    const id = 'a\u001b[31m\u202e\u009bb';
    const stdin = jsonLines([
      { task_id: id, reward: 1 },
      { task_id: id, reward: 0 },
    ]);
    const { out } = await explain(['--rollout', '1', '--json'], stdin);
    expect(out).toContain('"a\\u001b[31m\\u202e\\u009bb"');
    expect(JSON.parse(out).rollout.group).toBe(id);
    const text = await explain(['--rollout', '1'], stdin);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(text.out).not.toMatch(/[\u001b\u202e\u009b]/);
    const named = await explain(['--rollout', id], stdin);
    expect(named.err).toContain('1 more rollout is "a\\u001b[31m\\u202e\\u009bb"');
  });

  it('tells people how many cannot be computed', async () => {
    const { out } = await run(['explain', '-', '--rollout', '1'], { stdin: rollouts, tty: true });
    expect(out).toMatch(/\d+ estimators cannot be computed of this file; --json says why\./);
  });

  it('takes the mean over tokens for those that give each a number, and says so', async () => {
    const stdin = jsonLines(
      [1, 0, 0].map((score, index) => ({
        group_index: 0,
        index,
        reward: score,
        response_length: 2,
        tokens: [7, 8, 9],
        status: 'completed',
        prompt: 'p',
        response: 'r',
        label: 'l',
      })),
    );
    const { out, err } = await run(['explain', '-', '--rollout', '1'], { stdin, tty: true });
    expect(err).toBe('');
    expect(out).toMatch(/^ {2}verl\/reinforce_plus_plus +1\.29/m);
    expect(out).toContain('it is the mean over the tokens.');
  });

  it('says that nothing could be read where nothing could', async () => {
    const { code, err } = await explain(['--rollout', '1'], 'x\n');
    expect(code).toBe(1);
    expect(err).toContain('error: no rollout could be read');
  });

  it.each([
    [['--rollout', '99'], 1, /none of 7 rollouts is "99"/],
    [['--rollout', '1', '--role', 'x'], 1, /none of 7 rollouts is "1" of role "x"/],
    [['--rollout', '5'], 1, /"5" has no reward, and so no advantage/],
    [['--rollout', '1', '--estimator', 'nope'], 2, /unknown advantage estimator "nope"/],
    [['--rollout', '1', '--framework', 'nope'], 2, /no framework "nope"/],
    [
      ['--rollout', '1', '--estimator', 'verl/gae'],
      2,
      /each step or token an advantage of its own/,
    ],
    [[], 2, /required option '--rollout <rollout>' not specified/],
  ])('ends with a reason for %j', async (args, status, message) => {
    const { code, out, err } = await explain(args);
    expect([code, out]).toEqual([status, '']);
    expect(err).toMatch(message);
  });

  it('ends with status 3 where a record could not be read', async () => {
    const { code, err } = await explain(['--rollout', '1'], `${rollouts}{"task_id":\n`);
    expect(code).toBe(3);
    expect(err).toMatch(/<stdin>:8: malformed-json/);
  });
});
