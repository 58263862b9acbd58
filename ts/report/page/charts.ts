import type { Bin, Distribution } from '../../rollouts/survey/distribution.ts';
import type { ReportData, RoleAdvantages, Trend } from '../report-data.ts';
import { chart } from './chart.ts';
import { countText, numberText } from './elements.ts';

/** So many roles, the ones with most rollouts, have charts of their own. */
const ROLES = 6;

/** Charts of what is there: a file without steps has no chart of them. */
export function allCharts(data: ReportData): HTMLElement[] {
  const { reward, tokens, chars, age, scatter } = data;
  const roles = data.roles.toSorted((a, b) => b.rollouts - a.rollouts).slice(0, ROLES);
  const isShown = ({ role }: { readonly role: string }): boolean =>
    roles.some((one) => one.role === role);
  const [trends, advantages] = [data.trends.filter(isShown), data.advantages.filter(isShown)];
  const overSteps = trends.some(({ points }) => points.length > 1);
  const distributions: [string, string, Distribution | null][] = [
    ['Rewards', 'reward', reward],
    ...(roles.length > 1
      ? roles.map((of): [string, string, Distribution] => [
          `Rewards of ${of.role}`,
          'reward',
          of.reward,
        ])
      : []),
    ['Lengths in tokens', 'tokens of the policy', tokens],
    ['Lengths in characters', 'characters of the policy', chars],
    ['Age of the weights', 'versions behind', age],
  ];
  return [
    ...(overSteps ? [rewardChart(trends), ...trends.map(signalChart)] : []),
    ...(overSteps && trends.some(hasLengths) ? [lengthChart(trends)] : []),
    ...distributions.flatMap(([title, label, of]) =>
      of && of.count > 0 ? [distributionChart(title, label, of)] : [],
    ),
    ...advantages.map(advantageChart),
    ...(scatter ? [scatterChart(scatter)] : []),
  ];
}

/** Which roles have no charts; empty where all have. */
export function describeCharts({ roles }: ReportData): string {
  return roles.length <= ROLES
    ? ''
    : `The ${ROLES} roles with most rollouts have charts of their own, of ${roles.length}; the table of roles has all.`;
}

const nameOf = ({ role, split }: Trend): string => (split === null ? role : `${role}, ${split}`);
const hasLengths = ({ points }: Trend): boolean =>
  points.some(({ length }) => !Number.isNaN(length));

/** Steps as places on an axis: their numbers, or where one is none, one after the other. */
function stepsOf(trends: readonly Trend[]): {
  x: number[];
  keys: (string | number)[];
} {
  const keys = [...new Set(trends.flatMap(({ points }) => points.map(({ step }) => step)))];
  if (keys.some((key) => !Number.isFinite(Number(key)))) return { x: keys.map((_, i) => i), keys };
  keys.sort((a, b) => Number(a) - Number(b));
  return { x: keys.map(Number), keys };
}

function overSteps(
  title: string,
  yLabel: string,
  trends: readonly Trend[],
  of: (point: Trend['points'][number]) => number,
): HTMLElement {
  const { x, keys } = stepsOf(trends);
  const lines = trends.map((trend) => {
    const byStep = new Map(trend.points.map((point) => [point.step, of(point)]));
    const values = keys.map((key) => byStep.get(key) ?? null);
    return {
      label: nameOf(trend),
      kind: 'line' as const,
      values: values.map((value) => (value === null || Number.isNaN(value) ? null : value)),
    };
  });
  const told = lines.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    return `${label} from ${numberText(known[0])} to ${numberText(known.at(-1))}`;
  });
  const words = x.every((value, i) => value === keys[i] || String(value) === keys[i]);
  return chart({
    title,
    summary: told.join('; '),
    x,
    xLabel: 'step',
    xText: (value) => (words ? String(value) : String(keys[value] ?? '')),
    yLabel,
    lines,
    numbers: [
      ['step', ...lines.map(({ label }) => label)],
      keys.map((key, i) => [String(key), ...lines.map(({ values }) => values[i] ?? Number.NaN)]),
    ],
  });
}

function rewardChart(trends: readonly Trend[]): HTMLElement {
  return overSteps('Reward per step', 'mean reward', trends, ({ reward }) => reward);
}

function lengthChart(trends: readonly Trend[]): HTMLElement {
  return overSteps('Length per step', 'mean length', trends, ({ length }) => length);
}

const signals = [
  ['informative', 'informative', 'good'],
  ['tooEasy', 'too easy', 'easy'],
  ['tooHard', 'too hard', 'hard'],
  ['constant', 'constant', 'flat'],
] as const;

/** Shares that add up to one: each bar is drawn before those that stand lower. */
function signalChart(trend: Trend): HTMLElement {
  const { x, keys } = stepsOf([trend]);
  const shares = trend.points.map(({ signal }) =>
    signals.map(([key]) => (signal.total === 0 ? 0 : signal[key] / signal.total)),
  );
  const lines = signals.map(([, label, color], s) => ({
    label,
    color,
    kind: 'bars' as const,
    values: shares.map((of) => of.slice(0, s + 1).reduce((sum, share) => sum + share, 0)),
  }));
  return chart({
    title: `Group signal per step: ${nameOf(trend)}`,
    summary: trend.points
      .map(({ step }, i) => `step ${step} ${Math.round(100 * (shares[i]?.[0] ?? 0))} % informative`)
      .slice(0, 20)
      .join(', '),
    x: keys.map((_, i) => i),
    xLabel: 'step',
    xText: (i) => String(keys[i] ?? ''),
    yLabel: 'share of groups',
    yRange: [0, 1],
    lines: lines.toReversed(),
    numbers: [
      ['step', 'groups', ...signals.map(([, label]) => label)],
      trend.points.map(({ step, signal }) => [
        String(step),
        signal.total,
        ...signals.map(([key]) => signal[key]),
      ]),
    ],
    ...(x.length === 0 && { note: 'no groups to compare' }),
  });
}

const binText = ({ from, to }: Bin): string =>
  from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`;

function distributionChart(title: string, label: string, of: Distribution): HTMLElement {
  const { bins, mean, std, min, p10, p50, p90, max, count, nonFinite } = of;
  const odd = nonFinite > 0 ? `; ${countText(nonFinite)} NaN or infinite` : '';
  return chart({
    title,
    note: `mean ${numberText(mean)}, std ${numberText(std)}, median ${numberText(p50)}, p10 ${numberText(p10)}, p90 ${numberText(p90)}${odd}`,
    summary: `${countText(count)} from ${numberText(min)} to ${numberText(max)}, mean ${numberText(mean)}`,
    x: bins.map((_, i) => i),
    xLabel: label,
    xText: (i) => {
      const bin = bins[i];
      return bin ? numberText(bin.from) : '';
    },
    yLabel: 'rollouts',
    lines: [{ label: 'rollouts', kind: 'bars', values: bins.map((bin) => bin.count) }],
    numbers: [[label, 'rollouts'], bins.map((bin) => [binText(bin), bin.count])],
  });
}

function advantageChart({ role, edges, estimators }: RoleAdvantages): HTMLElement {
  const [first] = estimators;
  return chart({
    title: `Advantages of ${role}`,
    summary: estimators
      .map(({ name, min, max }) => `${name} from ${numberText(min)} to ${numberText(max)}`)
      .join('; '),
    x: edges.slice(0, -1),
    ...(estimators.length > 2 && { note: 'The names show and hide estimators.' }),
    xLabel: 'advantage',
    yLabel: 'rollouts',
    lines: estimators.map(({ name, counts }, i) => ({
      label: name,
      kind: 'steps',
      values: counts,
      hidden: i > 1,
    })),
    numbers: [
      ['estimator', 'mean', 'std', 'least', 'most', 'exactly 0', `other sign than ${first?.name}`],
      estimators.map(({ name, mean, std, min, max, zeros, otherSign }) => [
        name,
        mean,
        std,
        min,
        max,
        zeros,
        otherSign,
      ]),
    ],
  });
}

function scatterChart({ unit, roles, points, total }: NonNullable<ReportData['scatter']>) {
  const present = roles.flatMap((role, number) =>
    points.some(([of]) => of === number) ? [{ role, number }] : [],
  );
  const rewards = points.map(([, , reward]) => reward);
  const [low, high] = [Math.min(...rewards), Math.max(...rewards)];
  const space = (high - low) * 0.06 || 0.5;
  return chart({
    title: 'Length against reward',
    note:
      points.length < total
        ? `${countText(points.length)} of ${countText(total)} rollouts, evenly picked`
        : '',
    summary: `${countText(points.length)} rollouts, rewards from ${numberText(low)} to ${numberText(high)}`,
    x: points.map(([, length]) => length),
    xLabel: unit,
    yLabel: 'reward',
    yRange: [low - space, high + space],
    lines: present.map(({ role, number }) => ({
      label: role,
      kind: 'points',
      values: points.map(([of, , reward]) => (of === number ? reward : null)),
    })),
    numbers: [
      ['role', unit, 'reward'],
      points.slice(0, 200).map(([of, length, reward]) => [roles[of] ?? '', length, reward]),
    ],
  });
}
