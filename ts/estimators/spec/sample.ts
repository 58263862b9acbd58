import type { Kernels } from '../../kernels/kernels.ts';

/** What an estimator is computed from: one entry a trajectory, group after group. */
export interface Sample {
  readonly values: Float64Array;
  readonly offsets: Uint32Array;
  /** Trained tokens of each trajectory, where something asks for them. */
  readonly lengths: Float64Array | null;
  /** KL of each, where the reward is less it. */
  readonly kl: Float64Array | null;
  /** What is subtracted from each, where it is given and not computed. */
  readonly baselines: Float64Array | null;
}

/** Computes a number for each of a sample; the array is new, or the sample's own values where nothing changes them. */
export type Estimate = (sample: Sample, kernels: Kernels) => Float64Array;

/** Some members of a sample, in its order and in its groups. */
export interface Subset {
  readonly places: Uint32Array;
  readonly offsets: Uint32Array;
}

/** The members that `keep` keeps, or null where it keeps all. */
export function subsetOf(offsets: Uint32Array, keep: (place: number) => boolean): Subset | null {
  const count = offsets[offsets.length - 1] as number;
  const places = new Uint32Array(count);
  const kept = new Uint32Array(offsets.length);
  let next = 0;
  for (let g = 1; g < offsets.length; g++) {
    const end = offsets[g] as number;
    for (let i = offsets[g - 1] as number; i < end; i++) if (keep(i)) places[next++] = i;
    kept[g] = next;
  }
  return next === count ? null : { places: places.subarray(0, next), offsets: kept };
}

export function hasNaN(values: Float64Array): boolean {
  const { length } = values;
  // NaN leaves NaN; a sum too large for a number is looked into. Four at once wait for each other the least.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (const last = length - 3; i < last; i += 4) {
    a += values[i] as number;
    b += values[i + 1] as number;
    c += values[i + 2] as number;
    d += values[i + 3] as number;
  }
  for (; i < length; i++) a += values[i] as number;
  a += b + c + d;
  return !Number.isFinite(a) && values.some(Number.isNaN);
}

/** Whether a group has one member alone. */
export function hasLone(offsets: Uint32Array): boolean {
  for (let g = 1; g < offsets.length; g++)
    if ((offsets[g] as number) - (offsets[g - 1] as number) === 1) return true;
  return false;
}

/** All members. */
export function allMembers(offsets: Uint32Array): Subset {
  const count = offsets[offsets.length - 1] as number;
  return { places: new Uint32Array(count).map((_, i) => i), offsets };
}

/** Without the members of groups of one. */
export function withoutLone({ places, offsets }: Subset): Subset {
  const kept = new Uint32Array(places.length);
  const ends = new Uint32Array(offsets.length);
  let next = 0;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start > 1) for (let i = start; i < end; i++) kept[next++] = places[i] as number;
    ends[g] = next;
  }
  return { places: kept.subarray(0, next), offsets: ends };
}

export function pick(values: Float64Array, places: Uint32Array): Float64Array {
  const out = new Float64Array(places.length);
  const { length } = out;
  for (let i = 0; i < length; i++) out[i] = values[places[i] as number] as number;
  return out;
}

export function pickSample(sample: Sample, { places, offsets }: Subset): Sample {
  const { values, lengths, kl, baselines } = sample;
  return {
    values: pick(values, places),
    offsets,
    lengths: lengths && pick(lengths, places),
    kl: kl && pick(kl, places),
    baselines: baselines && pick(baselines, places),
  };
}

/** Puts the numbers of a subset back to their places; all others are 0. */
export function spread(values: Float64Array, places: Uint32Array, length: number): Float64Array {
  const out = new Float64Array(length);
  for (let i = 0; i < places.length; i++) out[places[i] as number] = values[i] as number;
  return out;
}
