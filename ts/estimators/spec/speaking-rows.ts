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
  const first = firstRows(offsets, trajectoryIds);
  if (differing === 'refuse') refuseDiffering(first, values, offsets, trajectoryIds);
  const speaker = speaks === 'first' ? first : lastRows(first);
  if (empty === 'refuse') refuseEmpty(speaker, lengths as Float64Array, trajectoryIds);
  const subset = subsetOf(offsets, (i) => speaker[i] === i);
  if (subset === null) return { subset, speakerOf: speaker };
  return { subset, speakerOf: placesAmong(subset.places, speaker) };
}

/** For each row the place of its speaker among those that speak. */
function placesAmong(speakers: Uint32Array, speaker: Uint32Array): Uint32Array {
  const among = new Uint32Array(speaker.length);
  for (let i = 0; i < speakers.length; i++) among[speakers[i] as number] = i;
  const out = new Uint32Array(speaker.length);
  for (let i = 0; i < out.length; i++) out[i] = among[speaker[i] as number] as number;
  return out;
}

/** So many trajectories of a group are looked through one by one, which takes less than a Map. */
const FEW = 16;

/** For each row the first of its trajectory in its group. */
function firstRows(offsets: Uint32Array, trajectoryIds: readonly unknown[]): Uint32Array {
  const first = new Uint32Array(offsets[offsets.length - 1] as number);
  const seen = new Uint32Array(FEW);
  for (let g = 1; g < offsets.length; g++) {
    const end = offsets[g] as number;
    let count = 0;
    let rows: Map<unknown, number> | null = null;
    for (let i = offsets[g - 1] as number; i < end; i++) {
      const id = trajectoryIds[i];
      const known: number =
        rows === null ? findLast(id, seen, count, trajectoryIds) : (rows.get(id) ?? -1);
      first[i] = known < 0 ? i : known;
      if (known >= 0) continue;
      if (count === FEW && rows === null)
        rows = new Map(Array.from(seen, (place) => [trajectoryIds[place], place]));
      if (rows === null) seen[count++] = i;
      else rows.set(id, i);
    }
  }
  return first;
}

/** The place among those seen where an id stands, or −1; from the end, as rows of a trajectory mostly stand together. */
function findLast(
  id: unknown,
  seen: Uint32Array,
  count: number,
  trajectoryIds: readonly unknown[],
): number {
  for (let s = count - 1; s >= 0; s--) {
    const place = seen[s] as number;
    if (isSame(trajectoryIds[place], id)) return place;
  }
  return -1;
}

/** As in a Map: NaN is itself. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function lastRows(first: Uint32Array): Uint32Array {
  const last = new Uint32Array(first.length);
  for (let i = 0; i < first.length; i++) last[first[i] as number] = i;
  const out = new Uint32Array(first.length);
  for (let i = 0; i < out.length; i++) out[i] = last[first[i] as number] as number;
  return out;
}

function refuseDiffering(
  first: Uint32Array,
  values: Float64Array,
  offsets: Uint32Array,
  trajectoryIds: readonly unknown[],
): void {
  const seen = new Set<unknown>();
  for (let g = 1; g < offsets.length; g++) {
    for (let i = offsets[g - 1] as number; i < (offsets[g] as number); i++) {
      const speaker = first[i] as number;
      const id = trajectoryIds[i];
      if (speaker === i) {
        const before = seen.size;
        if (seen.add(id).size === before)
          throw new UpperhandError(
            'invalid-argument',
            `trajectory ${show(id)} has rows in groups ${groupOf(id, offsets, trajectoryIds)} and ${g - 1}`,
          );
      } else if (!alike(values[speaker] as number, values[i] as number))
        refuse(
          `rewards[${i}]`,
          `${values[speaker]} as in row ${speaker} of its trajectory`,
          values[i],
        );
    }
  }
}

/** The first group that has an id. */
function groupOf(id: unknown, offsets: Uint32Array, trajectoryIds: readonly unknown[]): number {
  const at = trajectoryIds.findIndex((other) => isSame(other, id));
  return offsets.findLastIndex((start) => start <= at);
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
  for (let i = 0; i < speaker.length; i++) {
    const place = speaker[i] as number;
    tokens[place] = (tokens[place] as number) + (lengths[i] as number);
  }
  for (let i = 0; i < speaker.length; i++)
    if (speaker[i] === i && tokens[i] === 0)
      refuse(`lengths of trajectory ${show(trajectoryIds[i])}`, 'above 0 in some row', 0);
}
