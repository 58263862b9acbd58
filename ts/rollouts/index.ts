export type { RolloutCounts } from './counts.ts';
export { readId, readIndex, readReward, readRole, refuseRecord } from './fields.ts';
export type { RolloutFormat, RowFields } from './format.ts';
export { formatByName, listFormats } from './format-names.ts';
export type { NotedKind, ProblemKind, RolloutProblem, SkippedKind } from './problem.ts';
export { type RolloutReader, readRollouts } from './read-rollouts.ts';
export type { ReadOptions } from './reader-options.ts';
export type { RolloutRecord } from './record.ts';
export type { RolloutOrigin, RolloutRow } from './row.ts';
export type { Chunks, RolloutSource } from './source.ts';
export {
  type RolloutTrajectory,
  type RolloutTrajectoryGroup,
  toTrajectoryGroups,
} from './trajectory-groups.ts';
