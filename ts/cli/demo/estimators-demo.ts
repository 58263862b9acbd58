import type { RolePool } from '../../advantage/role-pool.ts';
import { AlgorithmConfig } from '../../config/algorithm-config.ts';
import {
  describeAdvEstimator,
  getAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
} from '../../estimators/registry.ts';
import type { AdvantageSpec } from '../../estimators/spec/advantage-spec.ts';
import { describeSingleton } from '../../estimators/spec/describe-singleton.ts';
import { getKernels } from '../../kernels/active-kernels.ts';
import { type GroupSignal, groupSignal } from '../../metrics/difficulty.ts';
import { readRollouts } from '../../rollouts/read-rollouts.ts';
import { RolloutColumns } from '../../rollouts/table/rollout-columns.ts';
import { numberText } from '../number-text.ts';
import { score, toPools } from '../score.ts';
import type { Style } from '../style.ts';
import { pad, textWidth } from '../text-width.ts';
import { demoRollouts } from './demo-rollouts.ts';

/** The advantages of every estimator side by side, and which tasks teach nothing to which of them. */
export async function estimatorsText(style: Style): Promise<string> {
  const columns = new RolloutColumns();
  const bytes = new TextEncoder().encode(demoRollouts);
  const rollouts = readRollouts({ name: 'demo', chunks: [bytes] });
  for await (const row of rollouts) columns.add(row);
  const pools = toPools(columns);
  const [pool] = pools as [RolePool];
  const count = `${columns.length} rollouts of ${pool.rewards.numGroups} tasks`;
  return [
    style.bold(`Advantages of ${count}, by every estimator`),
    advantageTable(columns, pools, style),
    style.bold('Formulas'),
    formulaTable(style),
    style.bold('What the attempts of each task show beside each other'),
    signalTable(columns, pool, style),
    ...lessonsByEstimator(),
    '',
    `Yours: ${style.bold('upperhand advantages FILE')} (files of many frameworks, JSON lines or CSV)`,
    `Estimators of other frameworks: ${style.bold('upperhand estimators --all')}`,
    '',
  ].join('\n');
}

function advantageTable(columns: RolloutColumns, pools: readonly RolePool[], style: Style): string {
  const names = listAdvEstimators();
  const scored = names.map((estimator) => {
    const config = AlgorithmConfig.create({ estimator });
    const options = { config, kernels: getKernels(), epsilon: undefined, onWarning: () => {} };
    return [...score(columns, pools, options).rollouts()];
  });
  const rows = (scored[0] ?? []).map(({ group, reward }, i) => [
    group,
    numberText(reward),
    ...scored.map((column) => short(column[i]?.advantage ?? null)),
  ]);
  // The task is named once, on the first of its rollouts.
  const shown = rows.map((row, i) => (rows[i - 1]?.[0] === row[0] ? ['', ...row.slice(1)] : row));
  return table(['task', 'reward', ...names], shown, style, (text) =>
    text.startsWith('-')
      ? style.bad(text)
      : /[1-9]/.test(text)
        ? style.good(text)
        : style.dim(text),
  );
}

function formulaTable(style: Style): string {
  const rows = listAdvEstimators().map((name) => [name, describeAdvEstimator(name).formula ?? '']);
  return table(['estimator', 'advantage of a rollout with reward r'], rows, style);
}

const lessons: Readonly<Record<GroupSignal | 'single', string>> = {
  informative: 'informative: some attempts did better than others',
  'too-easy': 'too easy: every attempt reached the full reward',
  'too-hard': 'too hard: no attempt got any reward',
  constant: 'constant: all attempts got the same reward',
  single: 'single: one attempt, nothing to compare it with',
};

/** What follows from the table depends on what an estimator compares. */
function lessonsByEstimator(): string[] {
  const within: string[] = [];
  const others: string[] = [];
  const alone: string[] = [];
  for (const name of listAdvEstimators()) {
    const estimator = getAdvEstimator(name);
    if (!isSpecEstimator(estimator)) continue;
    const spec = estimator.spec();
    (hasGroupBaseline(spec) ? within : others).push(name);
    alone.push(`  ${name}: ${describeSingleton(spec)}`);
  }
  return [
    'Where several attempts at a task got the same reward,',
    `  ${within.join(', ')} give each 0, since they compare it with the others of its task;`,
    `  ${others.join(', ')} push all of them alike, since they do not.`,
    'With the former, only tasks whose attempts differ move a policy: drop the others, or give the model other tasks.',
    '',
    'Give every task several attempts. A single one gets',
    ...alone,
  ];
}

/** Whether the advantages of equal rewards in one group are 0. */
function hasGroupBaseline({ baseline }: AdvantageSpec): boolean {
  return (
    baseline.kind === 'leave-one-out' || (baseline.kind === 'mean' && baseline.scope === 'group')
  );
}

function signalTable(columns: RolloutColumns, { rewards }: RolePool, style: Style): string {
  const { mean, std } = getKernels().segmentSummaries(rewards.values, rewards.offsets);
  const rows = Array.from(rewards, (group, g) => {
    const [m, s] = [mean[g] as number, std[g] as number];
    const signal = group.length === 1 ? 'single' : groupSignal(m, s);
    return [
      columns.groupName(columns.roles[0]?.groups.get(g) ?? 0),
      String(group.length),
      short(m),
      short(s),
      lessons[signal],
    ];
  });
  return table(['task', 'attempts', 'mean', 'std', 'what they show'], rows, style);
}

/** Three decimals are enough to look at; rounding residue is shown as 0. */
function short(value: number | null): string {
  if (value === null) return '';
  const text = value.toFixed(3);
  return /[1-9]/.test(text) ? text : '0.000';
}

function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  colour: (text: string) => string = (text) => text,
): string {
  const widths = header.map((title, i) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[i] ?? ''))),
  );
  const isNumeric = header.map((_, i) => rows.every((row) => /^-?[\d.]*$/.test(row[i] ?? '')));
  const line = (row: readonly string[], paint: (text: string, i: number) => string): string =>
    row
      .map((text, i) => {
        const padded = pad(text, widths[i] ?? 0, isNumeric[i] ? 'left' : 'right');
        return text === '' ? padded : padded.replace(text, () => paint(text, i));
      })
      .join('  ')
      .trimEnd();
  return `${[
    line(header, (text) => style.dim(text)),
    ...rows.map((row) => line(row, (text, i) => (i > 1 ? colour(text) : text))),
  ].join('\n')}\n`;
}
