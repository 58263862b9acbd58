import { calculateGrpoAdvantages } from '../../estimators/grpo.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import { listMismatch } from '../../rollouts/list-lengths.ts';
import type { FoundRollout } from '../../rollouts/survey/find-rollout.ts';
import type { Step } from '../../types/step.ts';
import { numberText } from '../number-text.ts';
import { cellText } from '../printable.ts';
import type { Style } from '../style.ts';
import { pad } from '../text-width.ts';
import type { Cells } from './cells.ts';
import { messageLines } from './message-lines.ts';
import { shownJson } from './shown-json.ts';

/** So many tokens of a step are shown to people. */
const TOKENS = 24;
/** So many rewards of a group. */
const REWARDS = 16;

/** GRPO's advantage of a rollout within its group; null where it has no reward. */
export function grpoAdvantage({ groupRewards, groupPlace }: FoundRollout): number | null {
  const { advantages } = calculateGrpoAdvantages(GroupedRewards.from([groupRewards]));
  return advantages.values[groupPlace] ?? null;
}

/** One rollout: what is known of it, and its steps with messages and tokens. */
export function* rolloutLines(found: FoundRollout, cells: Cells, style: Style): Generator<string> {
  const { row, trajectory } = found;
  const { source, line, item, group, role, rolloutIndex, set } = row;
  const place = { source, line, ...(item !== undefined && { item: item + 1 }) };
  const title = [set, `task ${group}`, role, rolloutIndex && `rollout ${rolloutIndex}`];
  yield style.bold(
    title
      .filter(Boolean)
      .map((part) => cellText(String(part)))
      .join(' · '),
  );
  const facts = factsOf(found, cells);
  for (const [name, value] of [['place', cells.place(place)], ...facts] as [string, string][]) {
    if (value !== '') yield `  ${style.dim(pad(name, 10))}  ${value}`;
  }
  let before: string[] = [];
  for (const [i, step] of trajectory.steps.entries()) {
    yield '';
    yield style.bold(`step ${i + 1} of ${trajectory.steps.length}`);
    yield* stepLines(step, cells, style);
    const messages = step.chatCompletions.map((message) => shownJson(message));
    const same = commonStart(before, messages);
    if (same > 0) yield style.dim(`  (${same} messages as in the step before)`);
    for (const message of step.chatCompletions.slice(same)) yield* messageLines(message, style);
    if (messages.length === 0 && step.modelResponse !== '') {
      yield* messageLines({ role: 'assistant', content: step.modelResponse }, style);
    }
    before = messages;
  }
}

function factsOf(found: FoundRollout, cells: Cells): [string, string][] {
  const { row, trajectory, groupRewards } = found;
  const advantage = grpoAdvantage(found);
  const rewards = groupRewards.slice(0, REWARDS).map(cells.reward).join(', ');
  const more = groupRewards.length > REWARDS ? ', …' : '';
  const ended = [row.termination, row.truncated && 'truncated', row.failed && 'failed'];
  return [
    ['reward', row.reward === null ? 'none' : numberText(row.reward)],
    ['advantage', advantage === null ? 'none' : `${numberText(advantage)} (grpo)`],
    ['group', groupRewards.length === 0 ? '' : `rewards ${rewards}${more}`],
    [
      'ended',
      ended
        .filter(Boolean)
        .map((word) => cellText(String(word)))
        .join(', '),
    ],
    ['tokens', cells.number(row.responseTokens ?? null)],
    ['characters', cells.number(row.responseChars ?? null)],
    ['weights', row.weightVersion === undefined ? '' : `version ${row.weightVersion}`],
    ['age', cells.number(row.age ?? null)],
    ...Object.entries(trajectory.signals).map(([name, value]): [string, string] => [
      cellText(name),
      numberText(value),
    ]),
  ];
}

function* stepLines(step: Step, cells: Cells, style: Style): Generator<string> {
  const { promptIds, responseIds, logprobs, advantage, weightVersion } = step;
  const facts = [
    promptIds.length > 0 && `${promptIds.length} tokens of prompt`,
    responseIds.length > 0 && `${responseIds.length} tokens of response`,
    logprobs.length > 0 && `mean log probability ${cells.number(meanOf(logprobs))}`,
    typeof advantage === 'number' && `advantage in the file ${cells.number(advantage)}`,
    weightVersion !== null && `weights of version ${weightVersion}`,
  ].filter((fact) => fact !== false);
  if (facts.length > 0) yield style.dim(`  ${facts.join(', ')}`);
  const mismatch = listMismatch(step);
  if (mismatch !== null) {
    yield `  ${style.bad('mismatched')}: ${mismatch}; the file does not say which belong together`;
  }
  const lists = [
    { name: 'token', values: responseIds, cell: String },
    { name: 'logprob', values: logprobs, cell: cells.number },
    { name: 'advantage', values: Array.isArray(advantage) ? advantage : [], cell: cells.number },
  ].filter(({ values }) => values.length > 0);
  const length = Math.max(0, ...lists.map(({ values }) => values.length));
  if (length === 0) return;
  const shown = cells.forPeople ? Math.min(TOKENS, length) : length;
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell) => pad(cell, 10, 'left')).join('  ')}`.trimEnd();
  yield style.dim(line(lists.map(({ name }) => name)));
  for (let t = 0; t < shown; t++) {
    yield line(
      lists.map(({ values, cell }) => (t < values.length ? cell(values[t] as number) : '')),
    );
  }
  const rest = length - shown;
  if (rest > 0) yield style.dim(`  … ${rest} more tokens (in a pipe, and with --json, all)`);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const end = b.findIndex((text, i) => text !== a[i]);
  return end < 0 ? b.length : end;
}

/** A rollout as JSON, with all that its file tells. */
export function rolloutJson(found: FoundRollout): string {
  const { row, trajectory, groupRewards } = found;
  const { name, task, steps, signals, metadata } = trajectory;
  return shownJson({
    ...row,
    ...(row.item !== undefined && { item: row.item + 1 }),
    advantage: grpoAdvantage(found),
    groupRewards,
    name,
    task,
    steps: steps.map((step) => {
      const mismatch = listMismatch(step);
      return mismatch === null ? step : { ...step, mismatch };
    }),
    signals,
    metadata,
  });
}
