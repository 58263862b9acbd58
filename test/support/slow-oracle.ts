/**
 * The estimators once more, slowly and in plain code over arrays of arrays, as the formulas read. The tests hold the
 * kernels and specs against it; it shares no code with them.
 */

const leftToRight = (xs: readonly number[]): number => xs.reduce((total, x) => total + x, 0);

/** NumPy's pairwise order, on slices. */
function pairwise(xs: readonly number[]): number {
  const n = xs.length;
  if (n < 8) return leftToRight(xs);
  if (n <= 128) {
    const whole = n - (n % 8);
    const r = [0, 1, 2, 3, 4, 5, 6, 7].map((lane) =>
      xs
        .slice(0, whole)
        .filter((_, i) => i % 8 === lane)
        .reduce((total, x) => total + x),
    ) as [number, number, number, number, number, number, number, number];
    const blocks = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
    return xs.slice(whole).reduce((total, x) => total + x, blocks);
  }
  const half = Math.floor(n / 2);
  const h = half - (half % 8);
  return pairwise(xs.slice(0, h)) + pairwise(xs.slice(h));
}

export const slowSum = (xs: readonly number[]): number => 0 + pairwise(xs);
export const slowMean = (xs: readonly number[]): number => slowSum(xs) / xs.length;
export function slowStd(xs: readonly number[], ddof = 0): number {
  const mean = slowMean(xs);
  const squares = xs.map((x) => (x - mean) * (x - mean));
  return Math.sqrt(slowSum(squares) / Math.max(xs.length - ddof, 0));
}

export interface SlowOptions {
  readonly normAdvByStdInGrpo?: boolean;
  readonly epsilon?: number;
}

type Groups = readonly (readonly number[])[];

/** By the estimators' names. */
export const slowEstimators: Readonly<
  Record<string, (groups: Groups, options?: SlowOptions) => number[][]>
> = {
  grpo: (groups, { normAdvByStdInGrpo = true, epsilon = 1e-6 } = {}) =>
    groups.map((r) => {
      const mean = r.length <= 1 ? 0 : slowMean(r);
      const std = r.length <= 1 ? 1 : slowStd(r);
      return r.map((x) => (normAdvByStdInGrpo ? (x - mean) / (std + epsilon) : x - mean));
    }),
  reinforce: (groups) => groups.map((r) => [...r]),
  reinforce_plus_plus_baseline: (groups, { epsilon = 1e-6 } = {}) => {
    const centred = groups.map((r) => {
      const mean = slowMean(r);
      return r.map((x) => x - mean);
    });
    const std = slowStd(centred.flat());
    return centred.map((c) => c.map((x) => x / (std + epsilon)));
  },
  prpo: (groups, { epsilon = 1e-6 } = {}) => {
    const mean = slowMean(groups.flat());
    const std = slowStd(groups.flat());
    return groups.map((r) => r.map((x) => (x - mean) / (std + epsilon)));
  },
  rloo: (groups) =>
    groups.map((r) => {
      if (r.length <= 1) return [...r];
      const mean = slowMean(r);
      const k = r.length / (r.length - 1);
      return r.map((x) => k * (x - mean));
    }),
};

const extreme = (xs: readonly number[], pick: (...xs: number[]) => number): number =>
  xs.reduce((best, x) => pick(best, x)) + 0;
export const slowMax = (xs: readonly number[]): number => extreme(xs, Math.max);
export const slowMin = (xs: readonly number[]): number => extreme(xs, Math.min);

/** Linear interpolation between the sorted neighbours. */
export function slowPercentile(xs: readonly number[], p: number): number {
  if (xs.length === 0 || xs.some(Number.isNaN)) return Number.NaN;
  const sorted = [...xs].sort((a, b) => a - b);
  const v = (sorted.length - 1) * (p / 100);
  const end = v >= sorted.length - 1;
  const low = end ? sorted.length - 1 : Math.floor(v);
  const high = end ? low : low + 1;
  const g = end ? v + 1 : v - low;
  const d = (sorted[high] as number) - (sorted[low] as number);
  return g >= 0.5 ? (sorted[high] as number) - d * (1 - g) : (sorted[low] as number) + d * g;
}

/** The collector's metrics of groups without precomputed advantages, from their roles and rewards. */
export function slowMetrics(
  groups: readonly { readonly role: string; readonly rewards: readonly number[] }[],
  advantagesOf: ((role: string, rewards: Groups) => number[][]) | null,
): { metrics: Record<string, number>; advantages: Map<string, number[][]> } {
  const metrics: Record<string, number> = {};
  const roles = [...new Set(groups.map(({ role }) => role))];
  const rewardsOf = (role: string): (readonly number[])[] =>
    groups.filter((group) => group.role === role).map(({ rewards }) => rewards);
  const put = (prefix: string, xs: readonly number[]): void => {
    metrics[`${prefix}/mean`] = slowMean(xs);
    metrics[`${prefix}/std`] = slowStd(xs);
    metrics[`${prefix}/max`] = slowMax(xs);
    metrics[`${prefix}/min`] = slowMin(xs);
  };
  for (const role of roles) put(`reward/${role}`, rewardsOf(role).flat());
  const advantages = new Map<string, number[][]>();
  if (!advantagesOf) return { metrics, advantages };
  for (const role of roles) {
    const byGroup = advantagesOf(role, rewardsOf(role));
    advantages.set(role, byGroup);
    const flat = byGroup.flat();
    put(`advantage/${role}`, flat);
    metrics[`advantage/${role}/fraction_zero`] =
      flat.filter((a) => Math.abs(a) < 1e-8).length / flat.length;
  }
  for (const role of roles) {
    const compared = rewardsOf(role).filter((rewards) => rewards.length >= 2);
    if (compared.length === 0) continue;
    const means = compared.map(slowMean);
    const stds = compared.map((rewards) => slowStd(rewards));
    const flat = compared.map((_, g) => !((stds[g] as number) >= 1e-8));
    const share = (count: number): number => count / compared.length;
    const easy = means.filter((mean, g) => flat[g] && mean >= 1).length;
    const hard = means.filter((mean, g) => flat[g] && mean <= 0).length;
    const informative = flat.filter((isFlat) => !isFlat).length;
    metrics[`batch/${role}/total`] = compared.length;
    metrics[`batch/${role}/informative`] = informative;
    metrics[`batch/${role}/fractions/effective`] = share(informative);
    metrics[`batch/${role}/fractions/too_easy`] = share(easy);
    metrics[`batch/${role}/fractions/too_hard`] = share(hard);
    for (const p of [10, 50, 90]) {
      metrics[`batch/${role}/group_reward_mean/p${p}`] = slowPercentile(means, p);
      metrics[`batch/${role}/group_reward_std/p${p}`] = slowPercentile(stds, p);
    }
  }
  return { metrics, advantages };
}
