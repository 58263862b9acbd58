import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CompareOptions,
  type Comparison,
  compareSurveys,
  type RoleComparison,
  surveyRollouts,
} from '../../../ts/rollouts/index.ts';
import { toBytes } from '../read.ts';

type Run = readonly object[];

async function surveyRun(name: string, run: Run) {
  const text = run.map((record) => `${JSON.stringify(record)}\n`).join('');
  const source = { name: `${name}.jsonl`, chunks: [toBytes(text)] };
  return surveyRollouts(source, { skipUnreadableSources: true, keepIndexes: true });
}

async function compare(a: Run, b: Run, options?: CompareOptions): Promise<Comparison> {
  return compareSurveys(await surveyRun('a', a), await surveyRun('b', b), options);
}

/** Rollouts of tasks, each with its rewards. */
const runOf = (tasks: Record<string, (number | null)[]>, name = 'solver'): Run =>
  Object.entries(tasks).flatMap(([task_id, rewards]) =>
    rewards.map((reward, rollout_idx) => ({ task_id, name, rollout_idx, reward })),
  );

const only = ({ roles }: Comparison): RoleComparison => roles[0] as RoleComparison;

const measure = (comparison: Comparison, name: string) =>
  only(comparison).contrasts.find((one) => one.measure === name);

describe('a comparison', () => {
  it('counts wins, losses and ties by task, and tasks of one side', async () => {
    const before = runOf({ won: [0, 0], lost: [1, 1], same: [0, 1], gone: [1], bare: [null] });
    const after = runOf({ won: [0, 1], lost: [1, 0.5], same: [1, 0], come: [1], bare: [1] });
    const { tasks } = only(await compare(before, after));
    expect(tasks).toMatchObject({ both: 3, wins: 1, losses: 1, ties: 1, onlyA: 1, onlyB: 1 });
    expect(tasks.changes).toEqual([
      { task: 'won', a: 0, b: 0.5, change: 0.5 },
      { task: 'lost', a: 1, b: 0.75, change: -0.25 },
      { task: 'same', a: 0.5, b: 0.5, change: 0 },
    ]);
  });

  it('takes the difference over the tasks that both have', async () => {
    const reward = measure(
      await compare(runOf({ x: [0, 0] }), runOf({ x: [0, 1], y: [0, 0] })),
      'reward',
    );
    expect(reward).toMatchObject({
      a: { value: 0 },
      b: { value: 0.25 },
      difference: { value: 0.5 },
      tasks: 1,
    });
  });

  it('has pass@k up to the usual size of groups, over a threshold', async () => {
    const run = runOf({ x: [1, 0, 0, 0], y: [0.5, 0.5, 0, 0] });
    const values = async (options?: CompareOptions) =>
      only(await compare(run, run, options)).contrasts.map(({ measure: name, a }) => [
        name,
        a.value,
      ]);
    expect(await values()).toEqual([
      ['reward', 0.25],
      ['pass@1', 0.375],
      ['pass@2', expect.closeTo(2 / 3, 12)],
      ['pass@4', 1],
    ]);
    expect(Object.fromEntries(await values({ above: 0.5 }))).toMatchObject({ 'pass@4': 0.5 });
  });

  it('leaves missing and non-finite rewards out', async () => {
    const run = runOf({ x: [1, null], y: [0, 0] });
    expect(measure(await compare(run, run), 'reward')?.a.value).toBeCloseTo(1 / 3, 15);
  });

  it('says nothing of an interval that one task would have to tell', async () => {
    const run = runOf({ x: [1, 0] });
    expect(measure(await compare(run, run), 'reward')?.a).toEqual({
      value: 0.5,
      low: Number.NaN,
      high: Number.NaN,
    });
  });

  it('gives the same intervals again, and each holds its value', async () => {
    const tasks = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.array(fc.constantFrom(0, 0.25, 1), { minLength: 2, maxLength: 4 }),
      { minKeys: 2, maxKeys: 12 },
    );
    await fc.assert(
      fc.asyncProperty(tasks, tasks, async (x, y) => {
        const once = await compare(runOf(x), runOf(y));
        expect(await compare(runOf(x), runOf(y))).toEqual(once);
        for (const { a, b, measure: name } of only(once).contrasts) {
          if (!name.startsWith('reward')) continue;
          for (const { value, low, high } of [a, b]) {
            expect(low).toBeLessThanOrEqual(high);
            expect([low >= 0, high <= 1, value >= 0, value <= 1]).toEqual([true, true, true, true]);
          }
        }
        const rewards = Object.values(x).flat();
        const mean = rewards.reduce<number>((sum, value) => sum + value, 0) / rewards.length;
        expect(measure(once, 'reward')?.a.value).toBeCloseTo(mean, 12);
      }),
      { numRuns: 12 },
    );
  });

  // The bootstrap, and beyond 5000 tasks the normal approximation.
  it.each([400, 6000])(
    'has intervals of the width that statistics expect, of %i tasks',
    async (count) => {
      const tasks = (turn: number) =>
        Object.fromEntries(
          Array.from({ length: count }, (_, i): [string, number[]] => [`t${i}`, [(i >> turn) & 1]]),
        );
      const same = measure(await compare(runOf(tasks(0)), runOf(tasks(0))), 'reward');
      const half = 1.96 * Math.sqrt(0.25 / count);
      const isNear = (value: number | undefined, expected: number) =>
        expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThan(half / 6);
      isNear(same?.a.low, 0.5 - half);
      isNear(same?.a.high, 0.5 + half);
      // The same tasks, drawn together.
      expect(same?.difference).toEqual({ value: 0, low: 0, high: 0 });
      // Independent rewards: the variances add up.
      const other = measure(await compare(runOf(tasks(0)), runOf(tasks(1))), 'reward');
      isNear(other?.difference.low, -half * Math.SQRT2);
      isNear(other?.difference.high, half * Math.SQRT2);
    },
  );

  it('says how the advantages of the same rollouts agree', async () => {
    const before = runOf({ x: [0, 1], y: [1, 0] });
    expect(only(await compare(before, before)).advantages).toEqual({
      pairs: 4,
      sameSign: 1,
      correlation: expect.closeTo(1, 12),
      sameLength: Number.NaN,
    });
    const turned = only(await compare(before, runOf({ x: [0, 1], y: [0, 1] }))).advantages;
    expect([turned?.pairs, turned?.sameSign, turned?.correlation]).toEqual([4, 0.5, 0]);
    const bare = before.map(({ rollout_idx: _, ...rest }: { rollout_idx?: number }) => rest);
    expect(only(await compare(bare, bare)).advantages).toBeNull();
  });

  it('compares roles that both have, and names the others', async () => {
    const both = [...runOf({ x: [1, 0] }), ...runOf({ x: [1] }, 'judge')];
    const { roles, onlyA, onlyB } = await compare(both, runOf({ x: [0, 0] }));
    expect([roles.map(({ role }) => role), onlyA, onlyB]).toEqual([['solver'], ['judge'], []]);
  });

  it('refuses options that there are not, and a threshold that is none', async () => {
    const run = runOf({ x: [1] });
    await expect(compare(run, run, { over: 1 } as CompareOptions)).rejects.toThrow(
      'unknown option',
    );
    await expect(compare(run, run, { above: Number.NaN })).rejects.toThrow(
      'above must be a number',
    );
  });
});
