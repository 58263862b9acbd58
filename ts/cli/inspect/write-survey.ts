import type { RolloutProblem } from '../../rollouts/problem.ts';
import type { RolloutList } from '../../rollouts/survey/rollout-list.ts';
import type { DetailedSurvey } from '../../rollouts/survey/survey.ts';
import type { Io } from '../io.ts';
import { cellText } from '../printable.ts';
import { writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { Cells } from './cells.ts';
import { findingLines, findingSection } from './finding-lines.ts';
import { listSection } from './list-section.ts';
import { writeSurveyJson } from './survey-json.ts';
import { surveySections } from './survey-sections.ts';

/** Writes a survey to stdout: as tables, or as JSON. */
export async function writeSurvey(
  files: readonly string[],
  survey: DetailedSurvey,
  list: RolloutList | null,
  problems: readonly RolloutProblem[],
  json: boolean,
  io: Io,
): Promise<void> {
  const sink = new StreamSink(io.stdout);
  if (json) writeSurveyJson(survey, list, problems, sink);
  else if (survey.rollouts > 0 || survey.findings.length > 0) {
    const forPeople = io.stdout.isTTY === true;
    const style = styleFor(io.stdout, io.env);
    const cells = new Cells(forPeople);
    const title = files.map(cellText).join(' ');
    const sections = survey.rollouts > 0 ? surveySections(title, survey, cells) : [];
    if (list) sections.push(listSection(list, cells));
    if (!forPeople) sections.push(findingSection(survey.findings, cells));
    await writeSections(sections, sink, { forPeople, style });
    if (forPeople) {
      const note = survey.contentChecked
        ? []
        : [style.dim('  token ids and log probabilities were not looked at: --content does')];
      const lines = [...findingLines(survey.findings, cells, style), ...note];
      sink.write(`${sections.length > 0 ? '\n' : ''}${lines.join('\n')}\n`);
    }
  }
  await sink.finish();
}
