import { describe, expect, it } from 'vitest';
import {
  describeAdvEstimator,
  getAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
  type SpecEstimator,
} from '../../ts/index.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { codeBlocks, pageTables, readPage } from './code-blocks.ts';

const page = 'docs/estimators.md';
const names = listAdvEstimators();
const blocks = codeBlocks(page);
const tables = pageTables(page);

/** The lines of the section under a heading of the second level. */
function section(name: string): { from: number; to: number; text: string } {
  const lines = readPage(page).split('\n');
  const from = lines.indexOf(`## ${name}`);
  const next = lines.findIndex((line, i) => i > from && line.startsWith('## '));
  const to = next < 0 ? lines.length : next;
  return { from, to, text: lines.slice(from, to).join('\n') };
}

describe.each(names)(`${page}, %s`, (name) => {
  const { from, to, text } = section(name);
  const within = ({ line }: { readonly line: number }): boolean => line > from && line <= to;
  const estimator = getAdvEstimator(name) as SpecEstimator;

  it('has a section with the formula that is printed, and the source', () => {
    expect(from).toBeGreaterThanOrEqual(0);
    const { formula, source } = describeAdvEstimator(name);
    expect(blocks.find(within)).toMatchObject({ language: 'text', text: `${formula}\n` });
    for (const piece of (source as string).split(', ')) expect(text).toContain(piece);
  });

  it('says what groups of one, equal and missing rewards, NaN and infinity give', () => {
    const cases = tables.filter(within).find(({ rows }) => 'case' in (rows[0] ?? {}));
    expect(cases?.rows.map((row) => row.case)).toEqual([
      'groups of one',
      'zero variance',
      'missing rewards',
      'NaN or infinity',
    ]);
    const example = blocks.filter(within).find(({ language }) => language === 'ts');
    expect(example?.text).toMatch(/\/\/ \[/);
  });

  it('has a worked example with the numbers of the code', () => {
    const example = tables.filter(within).find(({ rows }) => 'advantage' in (rows[0] ?? {}));
    const rows = example?.rows ?? [];
    expect(rows).toHaveLength(10);
    const rewards = rows.map(({ reward }) => Number(reward));
    const keys = rows.map(({ group }) => group);
    const { grouped, order } = GroupedRewards.fromKeys(rewards, keys);
    expect([...order]).toEqual(rows.map((_, i) => i));
    const { advantages } = estimator(grouped);
    const statistics = statisticsOf(grouped);
    rows.forEach(({ group, reward, advantage, ...others }, i) => {
      expect([group, reward, advantage]).toEqual([group, reward, String(advantages.values[i])]);
      for (const [column, shown] of Object.entries(others)) {
        const [value, size] = statistics(column, i);
        const expected = size === 1 && /^(mean\(group\)|std\(group\)|n\/)/.test(column);
        const legal = expected && isRaw(estimator) ? ['–'] : [String(value)];
        expect([column, legal]).toEqual([column, [shown]]);
      }
    });
  });
});

/** Whether the statistics of a group of one are not used. */
function isRaw(estimator: SpecEstimator): boolean {
  return estimator.spec().singleton === 'raw';
}

/** What a column of a worked example shows for the i-th reward, and the size of its group. */
function statisticsOf(rewards: GroupedRewards): (column: string, i: number) => [number, number] {
  const { values, offsets } = rewards;
  const groups = jsKernels.segmentSummaries(values, offsets);
  const pool = jsKernels.summarize(values);
  const residuals = new Float64Array(values.length);
  jsKernels.center(values, offsets, { baseline: 'group', singleton: 'member' }, residuals);
  return (column, i) => {
    const g = offsets.findLastIndex((offset) => offset <= i);
    const n = (offsets[g + 1] as number) - (offsets[g] as number);
    const found: Record<string, number | undefined> = {
      'mean(group)': groups.mean[g],
      'std(group)': groups.std[g],
      'mean(pool)': pool.mean,
      'std(pool)': pool.std,
      residual: residuals[i],
      'std(residuals of pool)': jsKernels.summarize(residuals).std,
      'n/(n−1)': n / (n - 1),
    };
    const value = found[column];
    if (value === undefined) throw new Error(`no such column: ${column}`);
    return [value, n];
  };
}

it(`${page} describes every estimator that is registered, and each is a spec`, () => {
  const headings = [...readPage(page).matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(names);
  for (const name of names)
    expect([name, isSpecEstimator(getAdvEstimator(name))]).toEqual([name, true]);
});
