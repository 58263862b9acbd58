import { FiniteMean } from '../rollouts/survey/means.ts';
import { SignalCounter } from '../rollouts/survey/signal-counts.ts';
import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import { lengthOf } from './length-of.ts';
import type { Trend, TrendPoint } from './report-data.ts';

/** What rollouts were like step after step, for each role of each split; empty where files tell of no steps. */
export function trendsOf({ groupTable, rolloutTable }: DetailedSurvey): Trend[] {
  const trends = new Map<string, { role: string; split: string | null; points: PointTallies }>();
  for (let g = 0; g < groupTable.length; g++) {
    const part = rolloutTable.parts.get(groupTable.set(g) ?? '');
    if (!part || part.step === null) continue;
    const role = groupTable.role(g);
    const key = JSON.stringify([role, part.split]);
    const trend = trends.get(key) ?? {
      role,
      split: part.split,
      points: new Map(),
    };
    trends.set(key, trend);
    const point = trend.points.get(part.step) ?? new PointTally();
    trend.points.set(part.step, point);
    point.signal.add(groupTable.signal(g));
    for (const reward of groupTable.rewardsOf(g)) point.reward.add(reward);
    const end = groupTable.starts[g + 1] as number;
    for (let at = groupTable.starts[g] as number; at < end; at++) {
      point.rollouts++;
      point.length.add(lengthOf(rolloutTable, groupTable.rows[at] as number) ?? Number.NaN);
    }
  }
  return [...trends.values()].map(({ role, split, points }) => ({
    role,
    split,
    points: [...points].map(([step, tally]) => toPoint(step, tally)).sort(byStep),
  }));
}

type PointTallies = Map<string | number, PointTally>;

class PointTally {
  rollouts = 0;
  readonly signal = new SignalCounter();
  readonly reward = new FiniteMean();
  readonly length = new FiniteMean();
}

function toPoint(step: string | number, tally: PointTally): TrendPoint {
  const { rollouts, reward, length, signal } = tally;
  return {
    step,
    rollouts,
    reward: reward.value,
    length: length.value,
    signal: signal.counts,
  };
}

/** Numbers by their size; words stay as they came. */
function byStep(a: TrendPoint, b: TrendPoint): number {
  const difference = Number(a.step) - Number(b.step);
  return Number.isNaN(difference) ? 0 : difference;
}
