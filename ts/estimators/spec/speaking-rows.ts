import { refuse } from '../../errors/refuse.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { RowsSpec } from './advantage-spec.ts';
import { type Sample, type Subset, subsetOf } from './sample.ts';

/** The rows that speak for their trajectories, and for each row the place of its speaker among them. */
export interface SpeakingRows {
  /** Null where each row speaks for itself. */
  readonly subset: Subset | null;
  readonly speakerOf: Uint32Array;
}

/** @throws UpperhandError `invalid-argument` for what the spec refuses: rows that differ, trajectories without tokens */
export function speakingRows(
  { speaks, differing = 'allow', empty = 'allow' }: RowsSpec,
  { values, offsets, lengths }: Sample,
  trajectoryIds: readonly unknown[],
): SpeakingRows {
  const groupOf = new Map<unknown, number>();
  const speaker = new Uint32Array(values.length);
  for (let g = 1; g < offsets.length; g++) {
    const rows = new Map<unknown, number>();
    const end = offsets[g] as number;
    for (let i = offsets[g - 1] as number; i < end; i++) {
      const id = trajectoryIds[i];
      const known = rows.get(id);
      if (differing === 'refuse') {
        if ((groupOf.get(id) ?? g) !== g)
          throw new UpperhandError(
            'invalid-argument',
            `trajectory ${show(id)} has rows in groups ${(groupOf.get(id) as number) - 1} and ${g - 1}`,
          );
        if (known !== undefined && !alike(values[known] as number, values[i] as number))
          refuse(
            `rewards[${i}]`,
            `${values[known]} as in row ${known} of its trajectory`,
            values[i],
          );
      }
      groupOf.set(id, g);
      if (known === undefined || speaks === 'last') rows.set(id, i);
    }
    for (let i = offsets[g - 1] as number; i < end; i++)
      speaker[i] = rows.get(trajectoryIds[i]) as number;
  }
  if (empty === 'refuse') refuseEmpty(speaker, lengths as Float64Array, trajectoryIds);
  const subset = subsetOf(offsets, (i) => speaker[i] === i);
  if (subset === null) return { subset, speakerOf: speaker };
  const among = new Uint32Array(values.length);
  subset.places.forEach((place, i) => {
    among[place] = i;
  });
  return { subset, speakerOf: speaker.map((place) => among[place] as number) };
}

// Sums of the same rewards in another order are the same reward.
function alike(first: number, other: number): boolean {
  if (Object.is(first, other)) return true;
  return Math.abs(first - other) <= 1e-8 + 1e-5 * Math.abs(first);
}

function refuseEmpty(
  speaker: Uint32Array,
  lengths: Float64Array,
  trajectoryIds: readonly unknown[],
): void {
  const tokens = new Float64Array(speaker.length);
  speaker.forEach((place, i) => {
    tokens[place] = (tokens[place] as number) + (lengths[i] as number);
  });
  speaker.forEach((place, i) => {
    if (place === i && tokens[i] === 0)
      refuse(`lengths of trajectory ${show(trajectoryIds[i])}`, 'above 0 in some row', 0);
  });
}
