import { checkOptions, type OptionNames } from '../../../errors/check-options.ts';
import { refuse } from '../../../errors/refuse.ts';
import { NO_SIGNAL_BELOW } from '../../../metrics/difficulty.ts';
import { groupsByRole, usualSize } from '../role-surveys.ts';
import type { DetailedSurvey } from '../survey.ts';
import { advantageAgreement } from './advantage-agreement.ts';
import type { Comparison, Contrast, RoleComparison, TaskChange, TaskTally } from './comparison.ts';
import { estimateDifference, estimateMean } from './intervals.ts';
import { type Sums, TaskTable } from './task-table.ts';

export interface CompareOptions {
  /** An attempt is right, for pass@k, when its reward is above this. Default 0, as in rLLM. */
  readonly above?: number;
}

const names: OptionNames<CompareOptions> = { above: true };

/**
 * Compares two runs, or two steps, role by role: reward, pass@k and length with 95 % intervals, wins and losses by task, and
 * how the advantages of the same rollouts agree (where surveys were made with `keepIndexes`).
 *
 * Intervals come from the bootstrap over tasks: 1000 samples with a fixed seed. Beyond 5000 tasks they are the normal
 * approximation of the same.
 * Differences are over the tasks that both have, drawn together. pass@k is the unbiased estimate over tasks with k attempts or
 * more, for k = 1, 2, 4 … up to the size that most groups have on both sides.
 *
 * @throws UpperhandError `invalid-argument` for an option that there is not, or one of the wrong type
 * @example
 * const run = (rewards) => rewards.map((reward, i) => JSON.stringify({ task_id: i >> 1, reward })).join('\n');
 * const survey = (name, rewards) => surveyRollouts({ name, chunks: [new TextEncoder().encode(run(rewards))] });
 * const { roles } = compareSurveys(await survey('a', [0, 0, 1, 0]), await survey('b', [0, 1, 1, 1]));
 * roles[0].tasks.wins; // 2
 * roles[0].contrasts[0].difference.value; // 0.5
 */
export function compareSurveys(
  a: DetailedSurvey,
  b: DetailedSurvey,
  options: CompareOptions = {},
): Comparison {
  checkOptions(options, names);
  const { above = 0 } = options;
  if (typeof above !== 'number' || Number.isNaN(above)) refuse('above', 'a number', above);
  const [ofA, ofB] = [groupsByRole(a.groupTable), groupsByRole(b.groupTable)];
  const both = [...ofA.keys()].filter((role) => ofB.has(role));
  return {
    roles: both.map((role) =>
      compareRole(role, a, b, ofA.get(role) as number[], ofB.get(role) as number[], above),
    ),
    onlyA: [...ofA.keys()].filter((role) => !ofB.has(role)),
    onlyB: [...ofB.keys()].filter((role) => !ofA.has(role)),
  };
}

function compareRole(
  role: string,
  a: DetailedSurvey,
  b: DetailedSurvey,
  groupsOfA: readonly number[],
  groupsOfB: readonly number[],
  above: number,
): RoleComparison {
  const [ofA, ofB] = [new TaskTable(a, groupsOfA, above), new TaskTable(b, groupsOfB, above)];
  const contrasts = [contrast('reward', ofA, ofB, (tasks) => tasks.reward)];
  for (const k of attemptsOf(role, a, b)) {
    contrasts.push(contrast(`pass@${k}`, ofA, ofB, (tasks) => tasks.passAt(k)));
  }
  contrasts.push(contrast('tokens', ofA, ofB, (tasks) => tasks.tokens));
  contrasts.push(contrast('chars', ofA, ofB, (tasks) => tasks.chars));
  return {
    role,
    contrasts: contrasts.filter(({ a: one, b: other }) => !Number.isNaN(one.value + other.value)),
    tasks: tallyTasks(ofA, ofB),
    advantages: advantageAgreement(a, b, groupsOfA, groupsOfB),
  };
}

/** 1, 2, 4 … and as many as most groups have on both sides. */
function attemptsOf(role: string, a: DetailedSurvey, b: DetailedSurvey): number[] {
  const size = (survey: DetailedSurvey): number =>
    usualSize(survey.roles.find((one) => one.role === role)?.sizes ?? []);
  const most = Math.min(size(a), size(b));
  const counts: number[] = [];
  for (let k = 1; k < most; k *= 2) counts.push(k);
  return [...counts, most];
}

function contrast(
  measure: string,
  a: TaskTable,
  b: TaskTable,
  sumsOf: (tasks: TaskTable) => Sums,
): Contrast {
  const [ofA, ofB] = [sumsOf(a), sumsOf(b)];
  // Each with its number in A and in B.
  const shared = a.names.flatMap((name, i) => {
    const j = b.numbers.get(name);
    const counts = j !== undefined && (ofA.count[i] as number) > 0 && (ofB.count[j] as number) > 0;
    return counts ? [[i, j] as const] : [];
  });
  const [inA, inB] = [shared.map(([i]) => i), shared.map(([, j]) => j)];
  return {
    measure,
    a: estimateMean(counting(ofA)),
    b: estimateMean(counting(ofB)),
    difference: estimateDifference(pick(ofA, inA), pick(ofB, inB)),
    tasks: shared.length,
  };
}

/** Those tasks alone of which something is known. */
function counting(sums: Sums): Sums {
  const tasks = [...sums.count.keys()].filter((task) => (sums.count[task] as number) > 0);
  return pick(sums, tasks);
}

function pick({ sum, count }: Sums, tasks: readonly number[]): Sums {
  const take = (values: Float64Array): Float64Array =>
    Float64Array.from(tasks, (task) => values[task] as number);
  return { sum: take(sum), count: take(count) };
}

function tallyTasks(a: TaskTable, b: TaskTable): TaskTally {
  const changes: TaskChange[] = [];
  let shared = 0;
  a.names.forEach((task, i) => {
    const j = b.numbers.get(task);
    if (j === undefined) return;
    shared++;
    const [before, after] = [a.meanReward(i), b.meanReward(j)];
    if (Number.isNaN(before + after)) return;
    changes.push({ task, a: before, b: after, change: after - before });
  });
  const count = (holds: (change: number) => boolean): number =>
    changes.filter(({ change }) => holds(change)).length;
  const wins = count((change) => change >= NO_SIGNAL_BELOW);
  const losses = count((change) => change <= -NO_SIGNAL_BELOW);
  return {
    onlyA: a.names.length - shared,
    onlyB: b.names.length - shared,
    both: changes.length,
    wins,
    losses,
    ties: changes.length - wins - losses,
    changes: changes.sort((x, y) => Math.abs(y.change) - Math.abs(x.change)),
  };
}
