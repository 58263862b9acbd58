import type { Claim, Difference } from './claim.ts';
import type { FrameworkRecord } from './records.ts';

/** Sign patterns that inputs are nudged by. */
const PATTERNS = 8;
/** A nudge, in units of the last place of the largest number of its field. */
const NUDGE = 4 * 2 ** -24;
/** How many times farther than the farthest nudged result a float32 result may lie: sums round more than once. */
const SLACK = 4;

/**
 * Records of float32 in which numbers cancel: constant groups, rewards near 1000 that differ by little. What rounding can
 * do there is measured: the claim runs again with the named inputs moved by a few units of float32's last place, and a
 * result may be off by a small multiple of what that moves it. A record whose numbers do not cancel gets next to nothing.
 *
 * @param fields - inputs that are moved, each by the largest finite number of its own
 * @param residuals - where a field is residuals divided by something: the residuals. A mean that is rounded moves all of a
 *   group alike, which no input does.
 */
export function cancelsInFloat32(
  fields: readonly string[],
  residuals?: (
    record: FrameworkRecord,
    ours: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, ArrayLike<number>>>,
): Difference {
  return {
    rule: 'float32 cancels',
    because:
      'its float32 sums round, and what nearly cancels magnifies that; ours computes in float64',
    applies: isSingle,
    within: (record, ours, run) => {
      const bounds: Record<string, Float64Array> = {};
      const unit =
        SLACK * NUDGE * Math.max(...fields.map((name) => largestNumber(record.inputs[name])));
      for (const [path, before] of Object.entries(residuals?.(record, ours) ?? {}))
        bounds[path] = rounding(ours[path] as ArrayLike<number>, before, unit);
      for (let pattern = 0; pattern < PATTERNS; pattern++) {
        const moved = leaves(runNudged(record, fields, pattern, run));
        for (const [path, values] of leaves(ours)) {
          const bound = bounds[path] ?? new Float64Array(values.length);
          bounds[path] = bound;
          const other = moved.get(path);
          values.forEach((value, i) => {
            const distance = SLACK * Math.abs((other?.[i] ?? Number.NaN) - value);
            if (distance > (bound[i] as number)) bound[i] = distance;
          });
        }
      }
      return bounds;
    },
  };
}

/**
 * What residual / divisor is off by where both are by a unit: (1 + |result|) of what is divided into it. Where a residual
 * is 0 itself, the least divisor counts.
 */
function rounding(
  results: ArrayLike<number>,
  residuals: ArrayLike<number>,
  unit: number,
): Float64Array {
  const gains = Float64Array.from(residuals, (x, i) => Math.abs((results[i] as number) / x));
  const most = gains.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return gains.map((gain, i) => {
    const result = Math.abs(results[i] as number);
    return unit * (1 + result) * (Number.isFinite(gain) ? gain : most);
  });
}

/** Whether the framework computed a record in float32. */
export function isSingle({ inputs, expect }: FrameworkRecord): boolean {
  const { dtype } = inputs;
  return typeof dtype === 'string' ? dtype === 'float32' : saysSingle(inputs) || saysSingle(expect);
}

function saysSingle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { dtype, t } = value as { dtype?: unknown; t?: unknown };
  return dtype === 'float32' || t === 'float32' || Object.values(value).some(saysSingle);
}

function runNudged(
  record: FrameworkRecord,
  fields: readonly string[],
  pattern: number,
  run: Claim['run'],
): Readonly<Record<string, unknown>> {
  const moved = fields.map((field, f) => {
    const value = record.inputs[field];
    const nudge = NUDGE * largestNumber(value);
    let place = 0;
    return [field, mapNumbers(value, (x) => x + nudge * sign(pattern, f, place++))];
  });
  return run({ ...record, inputs: { ...record.inputs, ...Object.fromEntries(moved) } });
}

/** −1, 0 or 1, fixed for its place; single places move as well as many at once. */
function sign(pattern: number, field: number, place: number): number {
  if (pattern < 2) return (place + pattern) % 2 === 0 ? 1 : -1;
  const hash = Math.imul(place * 31 + field * 7 + pattern * 131 + 1, 2654435761) >>> 0;
  return ((hash >>> 16) % 3) - 1;
}

/** The numbers of an input of any form: plain, `{ d }` with its dtype, lists of either. Whole-number fields stay. */
function mapNumbers(value: unknown, change: (x: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapNumbers(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  if ('d' in value) return { ...value, d: mapNumbers(value.d, change) };
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapNumbers(entry, change)]),
  );
}

function largestNumber(value: unknown): number {
  let largest = 0;
  mapNumbers(value, (x) => {
    largest = Math.max(largest, Math.abs(x));
    return x;
  });
  return largest;
}

/** The number arrays of a result, by the paths that messages call them. */
export function leaves(
  value: unknown,
  path = '',
  found = new Map<string, number[]>(),
): Map<string, number[]> {
  if (typeof value === 'number') found.set(path, [value]);
  else if (ArrayBuffer.isView(value)) found.set(path, Array.from(value as Float64Array));
  else if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry === 'number')) found.set(path, value);
    else for (const [i, entry] of value.entries()) leaves(entry, `${path}[${i}]`, found);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, entry] of Object.entries(value))
      leaves(entry, path === '' ? name : `${path}.${name}`, found);
  return found;
}
