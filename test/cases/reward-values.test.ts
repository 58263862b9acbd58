// Public cases, section 1: NaN, infinities, booleans, integers, signs.
import { expect, it } from 'vitest';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { describeCases, times } from './kernel-cases.ts';

describeCases('reward values', ({ estimate, collect }) => {
  it('case 1: one NaN makes its group NaN, and only where statistics run over the role, all groups', () => {
    for (const estimator of ['grpo', 'rloo'] as const) {
      expect(estimate(estimator, [[1, NaN, 3]])).toEqual([[NaN, NaN, NaN]]);
      expect(
        estimate(estimator, [
          [1, NaN],
          [0.5, 0.5],
        ])[1],
      ).toEqual([0, 0]);
    }
    for (const estimator of ['reinforce_plus_plus_baseline', 'prpo'] as const)
      expect(
        estimate(estimator, [
          [1, NaN],
          [1, 0],
        ]),
      ).toEqual([
        [NaN, NaN],
        [NaN, NaN],
      ]);
    expect(estimate('reinforce', [[1, NaN, 3]])).toEqual([[1, NaN, 3]]);
  });

  it('case 1: tells which trajectory was not finite', () => {
    expect(collect([[1, NaN, 3]]).warnings).toMatchObject([
      { kind: 'non-finite-rewards', places: ['t0:s[1] = NaN'] },
    ]);
  });

  it('case 4: NaN stays in the metrics of the role; none of its advantages is zero, none informative', () => {
    const { metrics } = collect([[1, NaN]]);
    expect(metrics).toMatchObject({
      'reward/s/mean': NaN,
      'advantage/s/fraction_zero': 0,
      'batch/s/informative': 0,
      'batch/s/total': 1,
    });
  });

  it('case 5: an infinite reward gives what NumPy gives', () => {
    expect(estimate('grpo', [[Infinity, 1, 0]])).toEqual([[NaN, NaN, NaN]]);
    expect(estimate('rloo', [[Infinity, 1, 0]])).toEqual([[NaN, -Infinity, -Infinity]]);
  });

  it('case 7: integers and coarse numbers', () => {
    expect(estimate('grpo', [[1, 0, 0, 0]])).toEqual([
      [1.732046807578115, ...times(3, -0.5773489358593717)],
    ]);
    const coarse = estimate('grpo', [[1, 1, 1, 1.0078125]])[0] as number[];
    expect(coarse.map((a) => Number(a.toFixed(8)))).toEqual([...times(3, -0.57717965), 1.73153896]);
  });

  it('case 7: integers above 2^53 are the nearest doubles, and BigInt is refused', () => {
    expect(estimate('reinforce', [[Number('9007199254740993')]])).toEqual([[9007199254740992]]);
    expect(() => GroupedRewards.from([[2n ** 53n + 1n]] as never)).toThrow(
      'rewards[0][0] must be a number or a boolean, got 9007199254740993n',
    );
  });

  it('case 8: booleans are 1 and 0, and numbers come back', () => {
    expect(estimate('grpo', [[true, false, false]])).toEqual([
      [1.4142105623794592, ...times(2, -0.7071052811897295)],
    ]);
    expect(estimate('grpo', [[true, false, true, false]])).toEqual([
      [0.999998000004, -0.999998000004, 0.999998000004, -0.999998000004],
    ]);
    expect(estimate('reinforce', [[true, false]])).toEqual([[1, 0]]);
    const { metrics, advantages } = collect([[true, false]], { estimator: 'reinforce' });
    expect(advantages).toEqual([[1, 0]]);
    expect([metrics['advantage/s/max'], metrics['reward/s/min']]).toEqual([1, 0]);
  });

  it('case 13: failing with −1 instead of 0', () => {
    const [a, b] = [0.9999990000010001, 0.999998000004];
    expect(estimate('grpo', [[-1, 1, -1, 1]])).toEqual([[-a, a, -a, a]]);
    expect(estimate('grpo', [[0, 1, 0, 1]])).toEqual([[-b, b, -b, b]]);
    const centred = { normAdvByStdInGrpo: false };
    expect(estimate('grpo', [[-1, 1, -1, 1]], centred)).toEqual([[-1, 1, -1, 1]]);
    expect(estimate('grpo', [[0, 1, 0, 1]], centred)).toEqual([[-0.5, 0.5, -0.5, 0.5]]);
    expect(estimate('reinforce', [[-1, 1, -1, 1]])).toEqual([[-1, 1, -1, 1]]);
    for (const failed of [-1, 0])
      expect(collect([[failed, failed]]).metrics['batch/s/fractions/too_hard']).toBe(1);
  });
});
