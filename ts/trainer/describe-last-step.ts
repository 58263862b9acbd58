import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { Tokenizer } from './backend.ts';

const LONGEST = 512;

/**
 * The last step of a trajectory as a few lines for people: where it comes from, how it ended, prompt and response, each
 * cut in the middle to 512 characters. Null for a trajectory without steps.
 */
export function describeLastStep(
  group: TrajectoryGroup,
  index: number,
  tokenizer: Tokenizer,
): string | null {
  const trajectory = group.trajectories[index];
  const step = trajectory?.steps.at(-1);
  if (!trajectory || !step) return null;
  const origin = group.metadata[index];
  const head = [
    `task ${origin?.taskId ?? group.groupId}`,
    ...(origin?.rolloutIdx != null ? [`rollout ${origin.rolloutIdx}`] : []),
    trajectory.name,
    ...(origin ? [origin.isCorrect ? 'correct' : 'incorrect'] : []),
    ...(origin?.terminationReason ? [origin.terminationReason] : []),
    `reward ${trajectory.reward}`,
  ];
  const response =
    step.responseIds.length === 0 ? '(empty)' : shorten(tokenizer.decode(step.responseIds));
  return `${head.join(' | ')}\n${shorten(tokenizer.decode(step.promptIds))}\n----------------\n${response}`;
}

function shorten(text: string): string {
  const trimmed = text.trim();
  const skipped = trimmed.length - LONGEST;
  if (skipped <= 0) return trimmed;
  const half = LONGEST / 2;
  return `${trimmed.slice(0, half)} … (${skipped} characters) … ${trimmed.slice(-half)}`;
}
