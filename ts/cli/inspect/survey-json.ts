import type { RolloutProblem } from '../../rollouts/problem.ts';
import type { RolloutList } from '../../rollouts/survey/rollout-list.ts';
import type { DetailedSurvey } from '../../rollouts/survey/survey.ts';
import { toJson } from '../printable.ts';
import type { Sink } from '../sink.ts';

/** A survey as one JSON object, without the numbers of each rollout but those that were asked for. */
export function writeSurveyJson(
  survey: DetailedSurvey,
  list: RolloutList | null,
  problems: readonly RolloutProblem[],
  sink: Sink,
): void {
  const { rolloutTable: _, groupTable: __, ...rest } = survey;
  const fields = Object.entries({
    ...rest,
    ...(list && { list: { total: list.total, rollouts: list.rows.map(flat) } }),
    problems,
  });
  const lines = fields.map(([name, value]) => `${toJson(name)}: ${toJson(value)}`);
  sink.write(`{${lines.join(',\n')}}\n`);
}

/** What is not told is null, and a reward that is NaN is text. */
function flat({ place, reward, ...row }: RolloutList['rows'][number]): object {
  const told = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'number' && Number.isNaN(value) ? null : value,
  ]);
  return { ...place, reward, ...Object.fromEntries(told) };
}
