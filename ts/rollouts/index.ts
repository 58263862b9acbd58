export type { RolloutCounts } from './counts.ts';
export { type DetectedFormat, detectFormat } from './detect-format.ts';
export type { RolloutEpisode } from './episodes.ts';
export { readEach, readId, readIndex, readReward, readRole, refuseRecord } from './fields.ts';
export {
  type FileContext,
  fileContext,
  numberInPath,
  splitInPath,
  stepInBase,
  stepInPath,
} from './file-context.ts';
export type {
  Container,
  OneOrMore,
  RolloutDetails,
  RolloutFormat,
  RowFields,
} from './format.ts';
export { formatByName, listFormats } from './format-names.ts';
export type { Reader } from './open-reader.ts';
export { openRollouts } from './open-rollouts.ts';
export {
  type DoubleKind,
  type NotedKind,
  type ProblemKind,
  Refusal,
  type RolloutProblem,
  type SkippedKind,
} from './problem.ts';
export { readGroups } from './read-groups.ts';
export { type RolloutReader, readRollouts } from './read-rollouts.ts';
export type { ReadOptions } from './reader-options.ts';
export {
  getLength,
  getPath,
  getRecord,
  getRecords,
  ObjectRecord,
  type RolloutRecord,
} from './record.ts';
export type { RolloutFacts, RolloutOrigin, RolloutRow } from './row.ts';
export type { SideFile } from './side-files.ts';
export type { Chunks, RolloutSource } from './source.ts';
export { type CompareOptions, compareSurveys } from './survey/compare/compare-surveys.ts';
export type {
  AdvantageAgreement,
  Comparison,
  Contrast,
  Estimate,
  RoleComparison,
  TaskChange,
  TaskTally,
} from './survey/compare/comparison.ts';
export type { Bin, Distribution } from './survey/distribution.ts';
export type { Finding, FindingKind, FindingPlace, FindingUnit } from './survey/finding.ts';
export { findingKinds } from './survey/finding.ts';
export type { GroupTable } from './survey/group-table.ts';
export type {
  DetailedSurvey,
  Ending,
  FormatShare,
  PartSurvey,
  RoleSurvey,
  RolloutSurvey,
  SignalCounts,
} from './survey/survey.ts';
export { type SurveyOptions, surveyRollouts } from './survey/survey-rollouts.ts';
export type { Part, SurveyRow, SurveyTable } from './survey/survey-table.ts';
export { textKey } from './text-key.ts';
export {
  type RolloutTrajectory,
  type RolloutTrajectoryGroup,
  toTrajectoryGroups,
} from './trajectory-groups.ts';
export { EpisodeFile, type EpisodeFileOptions } from './writers/episode-file.ts';
export { episodeLine } from './writers/episode-line.ts';
export type { LineFields } from './writers/line-fields.ts';
export { writeEpisodes } from './writers/write-episodes.ts';
