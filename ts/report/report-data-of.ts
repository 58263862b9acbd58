import type { Kernels } from '../kernels/kernels.ts';
import type { DetailedSurvey, SignalCounts } from '../rollouts/survey/survey.ts';
import { type ChosenGroups, chooseGroups, placeKey } from './choose-groups.ts';
import { reportAdvantages } from './report-advantages.ts';
import type { ReportData } from './report-data.ts';
import { listRolloutsOf } from './rollout-listing.ts';
import { scatterOf } from './scatter.ts';
import { trendsOf } from './trends.ts';

export interface ReportDataOptions {
  readonly title: string;
  readonly selection: string;
  readonly madeBy: string;
  /** The first is the one that others are compared with. */
  readonly estimators: readonly string[];
  readonly maxMb: number;
  readonly kernels: Kernels;
}

export interface PreparedData {
  readonly data: ReportData;
  readonly chosen: ChosenGroups;
  /** The number in the listing of each row of the survey; -1 where it is not listed. */
  readonly ids: Int32Array;
}

/** What a report shows of a survey. */
export function reportDataOf(survey: DetailedSurvey, options: ReportDataOptions): PreparedData {
  const { estimators, maxMb, kernels, title, selection, madeBy } = options;
  const chosen = chooseGroups(survey, estimators.length, maxMb * 1e6);
  const advantages = reportAdvantages(survey, estimators, kernels);
  const { list, ids } = listRolloutsOf(survey, chosen.listed, estimators, advantages.byRow);
  const { formats, files, rollouts, groups, roles, reward, tokens, chars, age, endings } = survey;
  const findings = survey.findings.map((finding) => ({
    ...finding,
    places: finding.places.map((place) => {
      const row = chosen.findingRows.get(placeKey(place));
      const rollout = row === undefined ? -1 : (ids[row] as number);
      return rollout < 0 ? place : { ...place, rollout };
    }),
  }));
  const data: ReportData = {
    title,
    selection,
    madeBy,
    formats,
    files,
    rollouts,
    groups,
    missing: roles.reduce((sum, role) => sum + role.missing, 0),
    signal: sumOfSignals(roles.map(({ signal }) => signal)),
    roles,
    reward,
    tokens,
    chars,
    age,
    endings,
    trends: trendsOf(survey),
    advantages: advantages.roles,
    scatter: scatterOf(survey),
    findings,
    list,
    limits: {
      maxMb,
      listedGroups: chosen.listed.length,
      groupsWithTexts: chosen.withTexts.size,
    },
  };
  return { data, chosen, ids };
}

function sumOfSignals(all: readonly SignalCounts[]): SignalCounts {
  const sum = (pick: (signal: SignalCounts) => number): number =>
    all.reduce((total, signal) => total + pick(signal), 0);
  return {
    total: sum(({ total }) => total),
    informative: sum(({ informative }) => informative),
    tooEasy: sum(({ tooEasy }) => tooEasy),
    tooHard: sum(({ tooHard }) => tooHard),
    constant: sum(({ constant }) => constant),
  };
}
