import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import type { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { estimate } from './preset-runs.ts';

/**
 * By what the residuals of columns are multiplied on their way through a spec that normalises each of them, adds them and
 * whitens the sum: the sum over columns of weight / std, by the std of the whole.
 */
export function columnGains(
  spec: AdvantageSpec,
  grouped: GroupedRewards,
  columns: readonly Float64Array[],
  weights: ArrayLike<number>,
): Float64Array {
  const { post: _post, columns: _columns, ...alone } = spec;
  const gains = new Float64Array(grouped.values.length);
  const sums = new Float64Array(grouped.values.length);
  columns.forEach((column, c) => {
    const weight = weights[c] as number;
    const of = grouped.withValues(column);
    const scaled = estimate({ ...alone, missing: 'exclude' }, of);
    const residuals = estimate({ ...alone, missing: 'exclude', scale: { kind: 'none' } }, of);
    ratios(scaled, residuals).forEach((gain, i) => {
      gains[i] = (gains[i] as number) + Math.abs(weight) * gain;
      sums[i] = (sums[i] as number) + weight * (scaled[i] as number);
    });
  });
  const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
  const whole = estimate(spec, grouped, { columns, columnWeights: weights });
  const last = Math.max(
    ...ratios(
      whole,
      sums.map((sum) => sum - mean),
    ),
  );
  return gains.map((gain) => gain * last);
}

/** |results / residuals|; the largest, where a residual is 0. */
function ratios(results: Float64Array, residuals: Float64Array): Float64Array {
  const all = results.map((result, i) => Math.abs(result / (residuals[i] as number)));
  const most = all.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return all.map((ratio) => (Number.isFinite(ratio) ? ratio : most));
}
