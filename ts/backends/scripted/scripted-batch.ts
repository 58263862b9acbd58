import { groupRole, type TrajectoryGroup } from '../../types/trajectory-group.ts';

/** One step as a trainer takes it: one sequence of tokens, of which those of the answer are learned from. */
export interface ScriptedRow {
  readonly groupId: string;
  readonly role: string;
  readonly trajectoryUid: string;
  /** Of the trajectory, from 0. */
  readonly stepIndex: number;
  /** Prompt and answer. */
  readonly tokens: readonly number[];
  /** Where in them the answer begins. */
  readonly promptLength: number;
  /** For each token of the answer: as it was sampled. */
  readonly logprobs: readonly number[];
  /** For each token of the answer: 1 where it counts. */
  readonly mask: readonly number[];
  /** For each token of the answer; empty until they were computed. */
  readonly advantages: readonly number[];
  readonly weightVersion: number | null;
}

/** A batch of training data. */
export interface ScriptedBatch {
  readonly rows: readonly ScriptedRow[];
  /** Steps without token ids, or without a log-probability for each: nothing can be learned from them. */
  readonly skippedSteps: number;
}

/**
 * Makes training data of trajectory groups, step by step. With advantages once they are there: a step's single one
 * counts for each of its tokens.
 */
export function toScriptedBatch(groups: readonly TrajectoryGroup[]): ScriptedBatch {
  let skippedSteps = 0;
  const rows = groups.flatMap((group) =>
    group.trajectories.flatMap(({ uid, steps }) =>
      steps.flatMap((step, stepIndex): ScriptedRow[] => {
        const { promptIds, responseIds, logprobs, advantage, weightVersion } = step;
        if (responseIds.length === 0 || logprobs.length !== responseIds.length) {
          skippedSteps++;
          return [];
        }
        return [
          {
            groupId: group.groupId,
            role: groupRole(group),
            trajectoryUid: uid,
            stepIndex,
            tokens: [...promptIds, ...responseIds],
            promptLength: promptIds.length,
            logprobs: [...logprobs],
            mask: responseIds.map(() => 1),
            advantages: perToken(advantage, responseIds.length),
            weightVersion,
          },
        ];
      }),
    ),
  );
  return { rows, skippedSteps };
}

function perToken(advantage: number | readonly number[] | null, tokens: number): number[] {
  if (advantage === null) return [];
  return typeof advantage === 'number' ? new Array(tokens).fill(advantage) : [...advantage];
}
