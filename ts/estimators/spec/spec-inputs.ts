import { refuse } from '../../errors/refuse.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { areWeights } from '../../kernels/js/are-weights.ts';
import { alignedArray } from '../aligned-array.ts';
import type { EstimatorInput } from '../estimator-input.ts';
import { checkTrackerState, type TrackerState } from '../tracker/tracker-state.ts';
import { trainedTokens } from '../trained-tokens.ts';
import type { AdvantageSpec, ColumnsSpec, TrackerSpec } from './advantage-spec.ts';
import type { SpecInputs } from './spec-input.ts';

/** Which inputs of a call a spec cannot do without, and what for. */
export interface SpecNeeds {
  readonly lengths: string | null;
  readonly baselines: string | null;
  readonly kl: string | null;
  readonly trajectoryIds: string | null;
  readonly tracker: TrackerSpec | null;
}

export function needsOf({
  baseline,
  scale,
  rows,
  reward = [],
  post = [],
}: AdvantageSpec): SpecNeeds {
  const byToken =
    (scale.kind === 'std' && scale.weighting === 'token') ||
    post.some((step) => step.kind === 'whiten' && step.weighting === 'token');
  const lengths =
    baseline.kind === 'length-weighted-mean'
      ? 'a length-weighted mean'
      : byToken
        ? 'a std weighted by tokens'
        : typeof rows === 'object' && rows.empty === 'refuse'
          ? 'refusing trajectories without tokens'
          : null;
  return {
    lengths,
    baselines:
      baseline.kind === 'greedy' || baseline.kind === 'value'
        ? `a ${baseline.kind} baseline`
        : null,
    kl: reward.some(({ kind }) => kind === 'kl') ? 'KL in the reward' : null,
    trajectoryIds: typeof rows === 'object' ? `the ${rows.speaks} row of a trajectory` : null,
    tracker: baseline.kind === 'tracker' ? baseline.tracker : null,
  };
}

/** The names of what a call of a spec cannot do without beside the rewards. */
export function inputsOfSpec(spec: AdvantageSpec): EstimatorInput[] {
  const { tracker, ...needs } = needsOf(spec);
  const needed = (Object.keys(needs) as (keyof typeof needs)[]).filter(
    (name) => needs[name] !== null,
  );
  return [
    ...needed,
    ...(tracker === null ? [] : ['state' as const]),
    ...((spec.columns?.least ?? 1) > 1 ? ['columns' as const] : []),
  ];
}

/** Trained tokens of each trajectory: those given, else those of the groups' steps. Whoever weighs by them checks them. */
export function readLengths(
  needs: SpecNeeds,
  inputs: SpecInputs,
  count: number,
): Float64Array | null {
  if (needs.lengths === null) return null;
  const { lengths, groups = [] } = inputs;
  const read =
    lengths === undefined && groups.length > 0
      ? trainedTokens(groups)
      : numbersOf('lengths', lengths, needs.lengths, count);
  if (read.length !== count) refuse('groups', `${count} trajectories, as the rewards`, read.length);
  return read;
}

/** @throws UpperhandError `invalid-argument` for a length that is negative or not finite */
export function checkLengths(lengths: Float64Array | null): void {
  if (lengths === null || areWeights(lengths)) return;
  checkAll('lengths', lengths, 'a number ≥ 0', (length) => length >= 0 && length < Infinity);
}

export function readBaselines(
  needs: SpecNeeds,
  inputs: SpecInputs,
  count: number,
): Float64Array | null {
  if (needs.baselines === null) return null;
  return numbersOf('baselines', inputs.baselines, needs.baselines, count);
}

export function readKl(needs: SpecNeeds, { kl }: SpecInputs, count: number): Float64Array | null {
  return needs.kl === null ? null : numbersOf('kl', kl, needs.kl, count);
}

export function readTrajectoryIds(
  needs: SpecNeeds,
  { trajectoryIds, groups = [] }: SpecInputs,
  count: number,
): readonly unknown[] | null {
  if (needs.trajectoryIds === null) return null;
  if (trajectoryIds === undefined && groups.length > 0) {
    // What groups hold are whole trajectories.
    const held = groups.flatMap(({ trajectories }) => trajectories);
    if (held.length !== count)
      refuse('groups', `${count} trajectories, as the rewards`, held.length);
    return held;
  }
  return listOf('trajectoryIds', trajectoryIds, needs.trajectoryIds, count);
}

/** Several rewards of each trajectory, and what each weighs. */
export interface Columns {
  readonly columns: readonly Float64Array[];
  readonly weights: Float64Array;
}

/** Columns that are given, with NaN for what is missing, and their weights; null where there are none. */
export function readColumns(
  { least = 1 }: ColumnsSpec,
  { columns, columnWeights }: SpecInputs,
  count: number,
): Columns | null {
  if (columns === undefined && columnWeights !== undefined)
    refuse('columnWeights', 'left out where there are no columns', columnWeights);
  if (columns === undefined && least === 1) return null;
  if (!Array.isArray(columns) || columns.length < least)
    refuse('columns', `an array of ${least} or more rewards for each trajectory`, columns);
  const read = Array.from(columns, (column, c) =>
    numbersOf(`columns[${c}]`, column, 'several rewards', count, true),
  );
  if (columnWeights === undefined)
    return { columns: read, weights: new Float64Array(read.length).fill(1) };
  const each = `an array of ${read.length}, one for each of the columns`;
  const listed = listOf('columnWeights', columnWeights, 'several rewards', read.length, each);
  const weights = numbersOf('columnWeights', listed, 'several rewards', read.length);
  checkAll('columnWeights', weights, 'a finite number', Number.isFinite);
  return { columns: read, weights };
}

export interface TrackerInputs {
  readonly state: TrackerState;
  readonly keys: readonly string[];
  readonly forgetting: Float64Array | null;
}

export function readTracker(
  tracker: TrackerSpec,
  inputs: SpecInputs,
  count: number,
): TrackerInputs {
  const { state, keys, forgetting } = inputs;
  const what = tracker.kind === 'ema' ? 'a moving average' : 'a Beta tracker';
  if (state === undefined) lacks('state', what);
  if (state?.kind !== tracker.kind)
    refuse('state', `that of ${what} (createTrackerState(${show(tracker.kind)}))`, state?.kind);
  checkTrackerState('state', state);
  const list = listOf('keys', keys, what, count);
  for (let i = 0; i < count; i++)
    if (typeof list[i] !== 'string') refuse(`keys[${i}]`, 'a string', list[i]);
  const rho = forgetting === undefined ? null : numbersOf('forgetting', forgetting, what, count);
  if (rho) checkAll('forgetting', rho, 'a number from 0 to 1', (x) => x >= 0 && x <= 1);
  return { state, keys: list as readonly string[], forgetting: rho };
}

function checkAll(
  name: string,
  values: Float64Array,
  expected: string,
  holds: (value: number) => boolean,
): void {
  for (let i = 0; i < values.length; i++)
    if (!holds(values[i] as number)) refuse(`${name}[${i}]`, expected, values[i]);
}

function numbersOf(
  name: string,
  given: ArrayLike<unknown> | undefined,
  what: string,
  count: number,
  missing = false,
): Float64Array {
  const list = listOf(name, given, what, count);
  if (list instanceof Float64Array) return list;
  return Float64Array.from(list, (value, i) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (missing && value === null) return Number.NaN;
    return refuse(`${name}[${i}]`, missing ? 'a number or null' : 'a number', value);
  });
}

function listOf<T>(
  name: string,
  given: ArrayLike<T> | undefined,
  what: string,
  count: number,
  expected: string = alignedArray(count),
): readonly T[] {
  if (given === undefined) lacks(name, what);
  if (typeof given !== 'object' || given === null || given.length !== count)
    refuse(name, expected, given);
  return given as readonly T[];
}

function lacks(name: string, what: string): never {
  throw new UpperhandError(
    'invalid-argument',
    `this estimator needs the option ${name}, for ${what}; it was not given`,
  );
}
