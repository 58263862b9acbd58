import { describe, expect, it } from 'vitest';
import { presetSpec } from '../../ts/estimators/presets/preset-registry.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import { defineStepEstimator } from '../../ts/estimators/step/define-step-estimator.ts';
import type { StepSpec } from '../../ts/estimators/step/step-spec.ts';
import { run } from './run.ts';

describe('upperhand estimators', () => {
  it('lists those of a framework, and says which there are', async () => {
    const { code, out } = await run(['estimators', '--framework', 'verl']);
    expect(code).toBe(0);
    const names = out
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split('\t')[0]);
    expect(names).toContain('verl/grpo');
    expect(names.every((name) => name?.startsWith('verl/'))).toBe(true);
    const wrong = await run(['estimators', '--framework', 'verrl']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toMatch(/no framework "verrl"; known are verl, trl/);
  });

  it('shows one with its formula, variants and spec', async () => {
    const { code, out } = await run(['estimators', 'show', 'verl/grpo']);
    expect(code).toBe(0);
    expect(out).toContain('formula\t(r − mean(group)) / (std(group, ddof=1) + 1e-6)\n');
    expect(out).toContain(':norm_adv_by_std_in_grpo=False\tr − mean(group)\n');
    const json = JSON.parse((await run(['estimators', 'show', 'verl/grpo', '--json'])).out);
    expect(json.spec.scale.ddof).toBe(1);
  });

  it('compares two, field by field and in numbers', async () => {
    const { code, out } = await run(['estimators', 'diff', 'verl/rloo', 'verl/rloo_vectorized']);
    expect(code).toBe(0);
    expect(out).toContain('singleton\t"raw"\t"zero"\n');
    expect(out).toContain('1\t0.7\t0.7\t0\n');
    const json = JSON.parse((await run(['estimators', 'diff', 'grpo', 'trl/grpo', '--json'])).out);
    expect(json.fields).toContainEqual({ field: 'scale.epsilon', a: '0.000001', b: '0.0001' });
    expect(json.examples[0].a[0][0]).toBe(0.999998000004);
  });

  it.each([
    [
      ['show', 'trl/dapo'],
      /trl\/dapo is a loss, not an estimator: upperhand losses show trl\/dapo\n/,
    ],
    [['show', 'verl/grppo'], /did you mean "verl\/grpo"/],
    [['show', 'trl/grpo:scale_rewards=nope'], /has no variant "scale_rewards=nope"/],
    [['diff', 'grpo', 'nope'], /unknown advantage estimator "nope"/],
    [
      ['show', 'foo'],
      /known: grpo, .* adds your own\. Those of frameworks: upperhand estimators --all\n/,
    ],
    [['diff', 'grpo'], /missing required argument 'b'/],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await run(['estimators', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('shows what stands in the place of a preset', async () => {
    const spec = presetSpec('drmas/gigpo') as StepSpec;
    const about = { title: 'mine', source: 'here' };
    const mine = defineStepEstimator({ ...about, spec: { ...spec, gamma: 0.5 } });
    const takeBack = registerAdvEstimator('drmas/gigpo', mine, { override: true });
    const made = JSON.parse((await run(['estimators', 'show', 'drmas/gigpo', '--json'])).out);
    takeBack();
    expect(made).toMatchObject({ ...about, spec: { gamma: 0.5 } });
    expect(made).not.toHaveProperty('framework');
    const again = JSON.parse((await run(['estimators', 'show', 'drmas/gigpo', '--json'])).out);
    expect(again).toMatchObject({ framework: 'drmas', spec: { gamma: 0.95 } });
  });

  it('says so where two are the same, or give numbers for different things', async () => {
    const same = await run(['estimators', 'diff', 'verl/grpo', 'verl/grpo_vectorized']);
    expect(same.out).toContain('The two are the same in every field.');
    const levels = await run(['estimators', 'diff', 'grpo', 'verl/gae']);
    expect(levels.out).toContain('a number a trajectory and the other one a step or token');
  });
});
