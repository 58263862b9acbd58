import { UpperhandError } from '../../../ts/errors/upperhand-error.ts';
import type { Claim, Difference, FrameworkClaims } from './claim.ts';
import { compareFields, largest, type Mismatch, type Reading } from './compare-fields.ts';
import { type FrameworkRecord, numbers } from './records.ts';

/** What became of the records of one function. */
export interface FunctionReport {
  readonly framework: string;
  readonly function: string;
  /** What of ours it proves; empty where nobody claims it. */
  readonly proves: readonly string[];
  readonly records: number;
  readonly within: number;
  /** Both refuse. */
  readonly refused: number;
  /** Records that differ on purpose, by rule; a rule that no record needs has 0. */
  readonly byRule: Readonly<Record<string, number>>;
  /** Records that differ without a reason, and what is wrong with the claim itself. */
  readonly failures: readonly string[];
}

/**
 * Puts records of a framework to the claims about it, function by function. `whole` says that they are all that there
 * are: what a claim says and none of them bears out is then a failure too.
 */
export function runClaims(
  claims: FrameworkClaims,
  cases: ReadonlyMap<string, readonly FrameworkRecord[]>,
  { whole }: { readonly whole: boolean },
): FunctionReport[] {
  const names = new Set([...cases.keys(), ...Object.keys(claims.functions)]);
  return Array.from(names, (name) => {
    const claim = Object.hasOwn(claims.functions, name) ? claims.functions[name] : undefined;
    const records = cases.get(name) ?? [];
    const report = { framework: claims.framework, function: name, records: records.length };
    return claim
      ? { ...report, ...runClaim(claim, records, whole) }
      : { ...report, proves: [], within: 0, refused: 0, byRule: {}, failures: [] };
  });
}

function runClaim(
  claim: Claim,
  records: readonly FrameworkRecord[],
  whole: boolean,
): Pick<FunctionReport, 'proves' | 'within' | 'refused' | 'byRule' | 'failures'> {
  const counts = { within: 0, refused: 0 };
  const byRule: Record<string, number> = {};
  for (const { rule } of claim.differences ?? []) byRule[rule] = 0;
  const failures: string[] = [];
  const given = new Set<string>();
  for (const record of records) {
    const outcome = attempt(() => outcomeOf(claim, record, given));
    if (outcome === 'within' || outcome === 'refused') counts[outcome]++;
    else if ('rule' in outcome) byRule[outcome.rule] = (byRule[outcome.rule] as number) + 1;
    else failures.push(`${record.input}: ${outcome.failure}`);
  }
  if (whole) failures.push(...staleParts(claim, records, byRule, given));
  const proves = typeof claim.proves === 'string' ? [claim.proves] : claim.proves;
  return { ...counts, proves, byRule, failures };
}

/** A rule, bound or magnitude that throws is a failure of the record, and not of the run. */
function attempt(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    return { failure: `the claim itself fails: ${(error as Error)?.stack ?? error}` };
  }
}

/** What a claim says that no record bears out: rules, fields that are left out, fields that are given. */
function staleParts(
  claim: Claim,
  records: readonly FrameworkRecord[],
  byRule: Readonly<Record<string, number>>,
  given: ReadonlySet<string>,
): string[] {
  if (records.length === 0) return ['there are no records of this function'];
  const computed = records.filter(({ expect }) => !('error' in expect));
  const paths = new Set(computed.flatMap(({ expect }) => pathsOf(expect)));
  return [
    ...[...given]
      .filter((path) => !paths.has(path))
      .map((path) => `gives ${path}, which no record has`),
    ...Object.keys(claim.leftOut ?? {})
      .filter((pattern) => ![...paths].some((path) => matches(pattern, path)))
      .map((pattern) => `leaves out ${pattern}, which no record has`),
    ...Object.keys(claim.trainedOnly ?? {})
      .filter((field) => !paths.has(field))
      .map((field) => `compares trained tokens of ${field}, which no record has`),
    ...(claim.differences ?? [])
      .filter(({ rule, rare }) => byRule[rule] === 0 && rare !== true)
      .map(({ rule }) => `no record differs by rule ${JSON.stringify(rule)}`),
  ];
}

/** What a record was to the claim about its function: how it is accounted for, or why it is not. */
export type Outcome = 'within' | 'refused' | Difference | { readonly failure: string };

/** Computes one record, without its result, and compares. */
export function outcomeOf(
  claim: Claim,
  record: FrameworkRecord,
  given: Set<string> = new Set(),
): Outcome {
  const refusedThere = 'error' in record.expect;
  const deliberate = claim.differences?.find(
    ({ applies, within }) => within === undefined && applies(record),
  );
  const blind: FrameworkRecord = Object.defineProperty({ ...record }, 'expect', {
    get: () => {
      throw new Error('a claim may not read what it is compared with');
    },
  });
  let got: Readonly<Record<string, unknown>>;
  try {
    got = claim.run(blind);
  } catch (error) {
    if (!(error instanceof UpperhandError))
      return { failure: `${describe(record)}\n    crashed: ${(error as Error)?.stack ?? error}` };
    if (refusedThere) return 'refused';
    return (
      deliberate ?? {
        failure: `${describe(record)}\n    ours refuses: ${error.message}\n    expected ${show(record.expect)}`,
      }
    );
  }
  if (refusedThere)
    return (
      deliberate ?? {
        failure: `${describe(record)}\n    it refuses: ${show(record.expect.error)}\n    ours gives ${show(got)}`,
      }
    );
  for (const path of pathsOf(got)) given.add(path);
  const both = Object.keys(got).filter((field) => isLeftOut(claim, field));
  if (both.length > 0)
    return { failure: `${describe(record)}\n    both given and left out: ${both.join(', ')}` };
  const paths = pathsOf(record.expect).filter((path) => !isLeftOut(claim, path));
  if (paths.every((path) => isObjectAt(record.expect, path)))
    return { failure: `${describe(record)}\n    nothing of it is compared` };
  const reading = readingOf(claim, record);
  const mismatches = compareFields(record.expect, got, reading).filter(
    ({ field, entry, length }) =>
      !(claim.trainedOnly?.[field] && length === reading.mask?.length && !reading.mask[entry]),
  );
  if (mismatches.length === 0) return 'within';
  const excused = ({ applies, within }: Difference): boolean =>
    applies(record) && (!within || areBounded(mismatches, within(record, got, claim.run)));
  return (
    claim.differences?.find(excused) ?? {
      failure: `${describe(record)}\n${describeMismatches(mismatches)}`,
    }
  );
}

function areBounded(
  mismatches: readonly Mismatch[],
  bounds: Readonly<Record<string, number | ArrayLike<number>>>,
): boolean {
  return mismatches.every(({ field, entry, length, expected, got }) => {
    const given = Object.hasOwn(bounds, field) ? bounds[field] : 0;
    const bound =
      typeof given === 'object' ? given[Math.floor((entry * given.length) / length)] : given;
    if (typeof expected !== 'number' || typeof got !== 'number') return false;
    return bound === Number.POSITIVE_INFINITY || Math.abs(expected - got) <= (bound as number);
  });
}

function readingOf(claim: Claim, record: FrameworkRecord): Reading {
  const { inputs, expect } = record;
  const single = isSingle(inputs) || isSingle(expect);
  const dtype = (inputs.dtype as string | undefined) ?? (single ? 'float32' : undefined);
  const own = claim.tolerance?.(record);
  if (own !== undefined && !(own <= 1e-4)) throw new Error(`tolerance ${own} is above 1e-4`);
  const { mask } = inputs as { mask?: { shape?: readonly number[] } };
  const held = mask && Array.isArray(mask.shape) ? numbers(mask) : null;
  return {
    dtype,
    mask: held,
    columns: mask?.shape?.[1] ?? 1,
    magnitude: claim.magnitude?.(record) ?? largest(inputs),
    tolerance: (of) => own ?? (of === 'float32' ? 1e-5 : 1e-9),
    leftOut: (path) => isLeftOut(claim, path),
  };
}

/** Whether anything of a value is float32. */
function isSingle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { dtype, t } = value as Record<string, unknown>;
  return dtype === 'float32' || t === 'float32' || Object.values(value).some(isSingle);
}

function isLeftOut(claim: Claim, path: string): boolean {
  return Object.keys(claim.leftOut ?? {}).some((pattern) => matches(pattern, path));
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));
  // `rows[].length` is that field of every row.
  return path === pattern || path.replace(/\[\d+\]/g, '[]') === pattern;
}

/** Whether a path leads to fields, and not to a value of its own. */
function isObjectAt(expected: unknown, path: string): boolean {
  return pathsOf(expected).some((other) => other.startsWith(`${path}.`));
}

/** Paths of all fields of a result, those of fields included. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((entry) => pathsOf(entry, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value) || 'd' in value) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`;
    return [field, ...pathsOf(inner, field)];
  });
}

function describe({ note, args }: FrameworkRecord): string {
  return `${note === '' ? 'random' : JSON.stringify(note)} ${show(args)}`;
}

function describeMismatches(mismatches: readonly Mismatch[]): string {
  const shown = mismatches.slice(0, 6).map(({ field, entry, length, expected, got, allowed }) => {
    const at = length > 1 ? `${field}[${entry} of ${length}]` : field;
    return `    ${at}: expected ${show(expected)}, got ${show(got)}${Number.isNaN(allowed) ? '' : `, allowed ±${allowed.toPrecision(3)}`}`;
  });
  const more = mismatches.length - shown.length;
  return `${shown.join('\n')}${more > 0 ? `\n    and ${more} more` : ''}`;
}

function show(value: unknown): string {
  const plain = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isFinite(inner)
      ? String(inner)
      : ArrayBuffer.isView(inner)
        ? Array.from(inner as Float64Array)
        : inner,
  );
  return plain === undefined ? 'nothing' : plain.length > 400 ? `${plain.slice(0, 400)}…` : plain;
}
