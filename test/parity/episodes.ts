import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { decodeNumber } from './decode.ts';

/** An episode as golden files have it. */
export interface EncodedEpisode {
  readonly id: string;
  readonly termination_reason: string | null;
  readonly is_correct: boolean;
  readonly trajectories: readonly EncodedTrajectory[];
}

export interface EncodedTrajectory {
  readonly uid: string;
  readonly name: string;
  readonly reward: unknown;
  readonly steps: readonly { readonly reward: unknown }[];
}

export function toEpisode(encoded: EncodedEpisode): Episode {
  return createEpisode({
    id: encoded.id,
    terminationReason: encoded.termination_reason,
    isCorrect: encoded.is_correct,
    trajectories: encoded.trajectories.map(({ uid, name, reward, steps }) =>
      createTrajectory({
        uid,
        name,
        reward: toReward(reward),
        steps: steps.map((step) => createStep({ reward: decodeNumber(step.reward) })),
      }),
    ),
  });
}

/** Ints and booleans, which the original keeps where they are assigned later, count as numbers. */
export function toReward(encoded: unknown): number | null {
  return encoded === null ? null : decodeNumber(encoded);
}
