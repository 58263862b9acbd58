import { isSingle } from './float32.ts';
import type { FrameworkRecord } from './records.ts';

/** Tolerance of float32. */
export const SINGLE = 1e-5;
/** Tolerance of a double that has one float32 factor. */
const PARTLY_SINGLE = 1e-7;

/**
 * The tolerance of verl's group statistics, which others took over: a group of one is divided by a float32 1 + 1e-6.
 *
 * @param memberOf - what counts as one member of a group, by row. Default: each row
 */
export function groupTolerance(
  record: FrameworkRecord,
  memberOf: (row: number) => unknown = (row) => row,
): number {
  if (isSingle(record)) return SINGLE;
  const members = new Map<unknown, Set<unknown>>();
  for (const [row, group] of (record.inputs.group as unknown[]).entries())
    members.set(group, (members.get(group) ?? new Set()).add(memberOf(row)));
  return [...members.values()].some(({ size }) => size === 1) ? PARTLY_SINGLE : 1e-9;
}

/** The tolerance of its whitening, whose Bessel factor n / (n − 1) of a mask of whole numbers is float32. */
export function whitenTolerance(record: FrameworkRecord): number {
  if (isSingle(record)) return SINGLE;
  return maskType(record) === 'int64' ? PARTLY_SINGLE : 1e-9;
}

/**
 * The spec as verl computes it for the mask of a record: what adds 1e-8 to the number of tokens adds nothing where that
 * number is float32, as it also is for masks of whole numbers.
 */
export function ofMaskType<S extends { readonly post?: readonly { readonly kind: string }[] }>(
  spec: S,
  record: FrameworkRecord,
): S {
  return maskType(record) === 'float64' ? spec : withoutCountEpsilon(spec);
}

/** Whitening that adds nothing to the number of tokens. */
export function withoutCountEpsilon<
  S extends { readonly post?: readonly { readonly kind: string }[] },
>(spec: S): S {
  const post = spec.post?.map((step) =>
    step.kind === 'whiten' ? { ...step, countEpsilon: 0 } : step,
  );
  return { ...spec, post };
}

/** In which type the framework got the mask. */
function maskType({ inputs }: FrameworkRecord): string {
  return (inputs.mask as { of: string }).of;
}
